import { existsSync, readFileSync, rmSync } from "node:fs";
import { slotOf } from "../../../src/core/slot-counters.ts";
import { verifyMonths } from "../../../src/cycle/verify-months.ts";
import { createSchedule } from "../../../src/schedule.ts";
import { randomOf } from "../../../test/support/seeded-random.ts";
import { faketimeLibrary, fakeTime, freePort, writeClock } from "../../../test/support/serving.ts";
import { agrees, monthOfVerdicts, Workspace } from "../../../test/support/workspace.ts";
import type { PlayOptions, Played, WorldFault } from "../fault.ts";
import { type Ended, startProgram, wait } from "../program.ts";

const timezone = "America/New_York";
const minute = 60_000;
const hour = 60 * minute;

/** Slots that clocks skip, show twice, or lie beside on the days of 2026 on which they change. */
const days = [
  { month: "2026-02", schedule: "30 2 8 * *" },
  { month: "2026-02", schedule: "0 3 8 * *" },
  { month: "2026-10", schedule: "30 1 1 * *" },
  { month: "2026-10", schedule: "0 9 1 * *" },
  { month: "2026-10", schedule: "0 1 1 * *" },
] as const;

/** The daemon around a slot on a day on which clocks change: killed, stopped, its clock set back or ahead. */
export const daylight: WorldFault = {
  name: "daylight",
  what: "`serve` around a slot that 8 March skips or 1 November 2026 shows twice: killed, stopped or its clock set, then started again",
  unavailable: () => (faketimeLibrary === null ? "faketime is not installed" : null),
  play,
};

async function play({ seed, entry, note }: PlayOptions): Promise<Played> {
  const random = randomOf(seed);
  const pick = <Entry>(first: Entry, ...others: readonly Entry[]): Entry =>
    others[Math.floor(random() * (others.length + 1)) - 1] ?? first;
  const { month, schedule } = pick<(typeof days)[number]>(...days);
  const slot = slotOf(month, { schedule: createSchedule(schedule, timezone), timezone });
  const port = await freePort();
  const workspace = new Workspace({
    config: `timezone: ${timezone}\nschedule: "${schedule}"\nvault_log: ./vault/log.md\nnotify: [{ channel: command, command: [sh, -c, "cat >> messages.jsonl"] }]\nserver: { port: ${port} }\n`,
  });
  try {
    workspace.writeLog("verify-dispatch", monthOfVerdicts(month, { pass: 12, fail: 3 }));
    const clock = workspace.path("clock");
    const start = (...args: readonly string[]) =>
      startProgram([...args, "--config", workspace.configFile], {
        entry,
        cwd: workspace.folder,
        env: fakeTime(clock),
      });
    const what = pick<"kill" | "stop" | "back" | "ahead">("kill", "stop", "back", "ahead");
    const before = Math.round(random() * 1_500);
    const after = Math.round(random() * 2_500);
    note(`${month} "${schedule}": serve ${before} ms before the slot, ${what} after ${after} ms`);
    writeClock(clock, slot - before);
    const daemon = start("serve");
    await wait(after);
    const struck = !daemon.hasEnded();
    if (what === "stop") {
      daemon.kill("SIGSTOP");
      await wait(100);
      daemon.kill("SIGCONT");
    }
    if (what === "back") writeClock(clock, slot - before - hour);
    if (what === "ahead") writeClock(clock, slot - before + 2 * hour);
    if (what !== "kill") await wait(200);
    daemon.kill("SIGKILL");
    await daemon.ended;
    // What faketime shares among processes outlives one that was killed.
    for (const kind of ["faketime_shm", "sem.faketime_sem"])
      rmSync(`/dev/shm/${kind}_${daemon.pid}`, { force: true });
    // The machine wakes an hour before the slot by its clock, or in the hour that comes twice, or later.
    const again = pick(-hour, 0, 30 * minute, hour, 26 * hour);
    note(`run again at the slot ${again / minute} min`);
    const problems: string[] = [];
    for (const at of [slot + again, slot + 3 * hour]) {
      writeClock(clock, at);
      problems.push(...complaints(await start("run").ended));
    }
    return { ...(await look(workspace, month, slot, problems)), struck };
  } finally {
    workspace.dispose();
  }
}

function complaints({ code, out }: Ended): readonly string[] {
  return code === 0 ? [] : [`run ended with ${code}: ${out}`];
}

/** One month, one cycle of it, one entry, one message; closed by its grades it can be decided again. */
async function look(
  workspace: Workspace,
  month: string,
  slot: number,
  problems: readonly string[],
): Promise<Omit<Played, "struck">> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const inconsistent: string[] = [...problems];
  const graded = slot + 4 * hour;
  await workspace.grade(graded, agrees);
  await workspace.run(graded + minute);
  await workspace.at(graded + 2 * minute, async (app) => {
    const cycles = await app.store.listCycles();
    const names = cycles.map(({ period, state }) => `${period} ${state}`);
    if (names.join() !== `${month} closed`) inconsistent.push(`cycles: ${names.join()}`);
    const report = await verifyMonths(app.cycle);
    if (!report.ok) inconsistent.push(`verify: ${JSON.stringify(report.findings)}`);
    const [integrity] = await app.store.inspect({ quickCheck: true });
    if (integrity?.ok === false) inconsistent.push(integrity.message);
  });
  const log = workspace.read("vault/log.md");
  const entries = log.split(`^ic-${month}-opened`).length - 1;
  if (entries === 0) lost.push("the log entry of the opening");
  if (entries > 1) doubled.push(`${entries} log entries of the opening`);
  const file = workspace.path("messages.jsonl");
  const sent = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(isOpening) : [];
  const plain = sent.filter((line) => !line.includes("(may repeat)")).length;
  if (sent.length === 0) lost.push("the message of the opening");
  if (plain > 1) doubled.push(`${plain} messages of the opening`);
  return { lost, doubled, inconsistent, repeated: sent.length - Math.max(1, plain), withoutMemory: 0 };
}

function isOpening(line: string): boolean {
  return line !== "" && line.includes('"kind":"opened"');
}
