// Faults around the real built program, and what must hold after each:
//   npm run torture -- [--seed S] [--trials N] [--fault kill,stop,...] [--trial SEED] [--at-once N] [--minutes M] [--entry FILE] [--json] [--write] [--resume]
// Without --trials: 1,000 of `kill`, 200 of every other kind. The seed is printed; the same seed plans the same trials.
// Ctrl-C, or the end of --minutes, ends it with what was counted; --resume goes on behind what --write has written.
// Ends with 1 where anything was lost, doubled or inconsistent; the workspace of a trial that failed is kept.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Count, removeCampaign, runCampaign } from "./campaign.ts";
import { faultKinds } from "./fault-kinds.ts";
import { unmountBelow } from "./workspace.ts";
import { buildProgram } from "./program.ts";
import { type FaultRecord, machineOf, readRecords, writeRecords } from "./reliability-page.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "20260601" },
    trials: { type: "string" },
    fault: { type: "string" },
    trial: { type: "string" },
    "at-once": { type: "string", default: String(Math.min(2, availableParallelism())) },
    minutes: { type: "string" },
    entry: { type: "string" },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const say = (text: string): void => void process.stderr.write(`${text}\n`);

if (values.help) {
  say(
    readFileSync(import.meta.filename, "utf8")
      .split("\n")
      .slice(0, 5)
      .join("\n"),
  );
  process.exit(0);
}
const names = values.fault?.split(",");
const faults = faultKinds.filter(({ name }) => names?.includes(name) ?? true);
const unknown = names?.filter((name) => !faultKinds.some((fault) => fault.name === name)) ?? [];
if (unknown.length > 0) {
  say(`no fault ${unknown.join(", ")}; there are ${faultKinds.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const alone = values.trial !== undefined;
const seed = Number(values.trial ?? values.seed);
const trials = values.trials === undefined ? null : Number(values.trials);
if (
  ![seed, trials ?? 1, Number(values["at-once"])].every((number) => Number.isInteger(number) && number >= 0)
) {
  say("--seed, --trials, --trial and --at-once are whole numbers");
  process.exit(2);
}
const earlier = values.resume ? readRecords().faults : undefined;
if (values.resume && earlier?.seed !== seed) {
  say(`nothing to resume: docs/reliability.json holds no campaign with seed ${seed}`);
  process.exit(2);
}
const until = values.minutes === undefined ? null : performance.now() + Number(values.minutes) * 60_000;
// In memory where there is such a place: what is tried here is the death of processes, not of drives.
const root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "ic-torture-"));
say(`seed ${seed}; building`);
// Another built program, e.g. an installed package; else the sources as they stand, in a folder of their own.
const built = values.entry === undefined ? buildProgram() : { entry: resolve(values.entry), folder: null };
const begun = new Date();
let shown = 0;
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (interrupted) {
      unmountBelow(root);
      process.exit(130);
    }
    interrupted = true;
    say("the trials under way are finished; once more to leave them");
  });
}
const { counts, failures } = await runCampaign({
  entry: built.entry,
  root,
  seed,
  faults,
  alone,
  atOnce: alone ? 1 : Number(values["at-once"]),
  trialsOf: ({ name }) => trials ?? (name === "kill" ? 1_000 : 200),
  ...(earlier === undefined ? {} : { before: earlier.counts }),
  isOver: () => interrupted || (until !== null && performance.now() > until),
  onTrial: (count) => {
    if (performance.now() - shown < 5_000) return;
    shown = performance.now();
    say(`${count.fault}: ${count.struck} struck of ${count.trials} in ${Math.round(count.seconds)} s`);
  },
  onFailure: ({ fault, seed: own, plan, findings, kept }) => {
    say(`FAILED ${fault}: ${plan.join("; ")}`);
    for (const finding of findings) say(`  ${finding}`);
    say(`  kept in ${kept ?? "nothing"}; again: npm run torture -- --fault ${fault} --trial ${own}`);
  },
});
if (built.folder !== null) rmSync(built.folder, { recursive: true, force: true });
if (failures.length === 0) removeCampaign(root);
const tried: FaultRecord = {
  date: begun.toISOString(),
  seed,
  command: `npm run torture -- ${process.argv.slice(2).join(" ")}`.trim(),
  machine: machineOf(),
  seconds: (earlier?.seconds ?? 0) + Math.round((Date.now() - begun.getTime()) / 1000),
  counts,
  failures: (earlier?.failures ?? 0) + failures.length,
};
if (values.write) writeRecords({ faults: tried });
if (values.json) process.stdout.write(`${JSON.stringify({ ...tried, failed: failures })}\n`);
else console.table(counts.map(rowOf));
say(`seed ${seed}; ${tried.seconds} s; ${tried.failures} trials failed`);
process.exitCode = tried.failures === 0 ? 0 : 1;

function rowOf(count: Count): object {
  if (count.skipped !== null) return { fault: count.fault, skipped: count.skipped };
  return Object.fromEntries(Object.entries(count).filter(([name]) => name !== "what" && name !== "skipped"));
}
