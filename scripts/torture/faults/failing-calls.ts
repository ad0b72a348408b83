import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobFault } from "../fault.ts";
import type { Trial } from "../trial.ts";
import { freshWorkspace, type Stage } from "../workspace.ts";

let library: string | null | undefined;

/** The shim, compiled once; null without a C compiler. */
function shim(): string | null {
  if (library !== undefined) return library;
  const file = join(mkdtempSync(join(tmpdir(), "ic-shim-")), "failing-calls.so");
  const source = join(import.meta.dirname, "../failing-calls.c");
  const { status } = spawnSync("gcc", ["-shared", "-fPIC", "-O1", "-o", file, source, "-ldl"]);
  library = process.platform === "linux" && status === 0 ? file : null;
  return library;
}

const calls = ["write", "fsync", "rename", "open", "read"] as const;
type Call = (typeof calls)[number];

/** How often an undisturbed job makes each call, by its stage. */
const counted = new WeakMap<Stage, ReadonlyMap<Call, number>>();

/** Lets the job run once without a fault, to know how many calls there are to fail; the workspace is fresh again then. */
async function countCalls(trial: Trial, mark: string): Promise<ReadonlyMap<Call, number>> {
  const known = counted.get(trial.stage);
  if (known !== undefined) return known;
  const env = { LD_PRELOAD: shim() ?? "", FAILING_FOLDER: trial.slot.place, FAILING_COUNTS: mark };
  await trial.startJob({ env }).ended;
  const lines = readFileSync(mark, "utf8").trim().split("\n");
  rmSync(mark);
  freshWorkspace(trial.slot, trial.stage, undefined);
  const found = new Map(
    calls.map((call): [Call, number] => {
      const line = lines.find((one) => one.startsWith(`${call} `));
      return [call, Number(line?.split(" ")[1] ?? 0)];
    }),
  );
  counted.set(trial.stage, found);
  return found;
}

/** The n-th write, sync, rename, opening or reading of a file of the workspace fails, once or from then on. */
export const failingCalls: JobFault = {
  name: "eio",
  what: "the n-th write, sync, rename, opening or reading in the workspace fails with EIO or ENOSPC, once or from then on (LD_PRELOAD)",
  unavailable: () =>
    shim() === null ? "needs gcc on Linux, to compile scripts/torture/failing-calls.c" : null,
  strike: async (trial) => {
    const mark = join(trial.slot.root, `struck-${process.pid}-${trial.slot.name}`);
    const counts = await countCalls(trial, mark);
    const call = trial.pick(calls.filter((one) => (counts.get(one) ?? 0) > 0));
    const nth = trial.between(1, counts.get(call) ?? 1);
    const error = call === "write" || call === "open" ? trial.pick(["EIO", "ENOSPC"]) : "EIO";
    const always = trial.random() < 0.4;
    trial.note(`${call} ${nth} fails with ${error}${always ? ", and all after it" : ""}`);
    const env = {
      LD_PRELOAD: shim() ?? "",
      FAILING_FOLDER: trial.slot.place,
      FAILING_CALL: call,
      FAILING_NTH: String(nth),
      FAILING_ALWAYS: always ? "1" : "0",
      FAILING_ERROR: error,
      FAILING_MARK: mark,
    };
    const job = trial.startJob({ env });
    const record = trial.startRecord();
    await Promise.all([job.ended, record.ended]);
    const hit = existsSync(mark);
    rmSync(mark, { force: true });
    return hit;
  },
};
