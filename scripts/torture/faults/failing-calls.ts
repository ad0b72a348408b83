import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobFault } from "../fault.ts";

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
const mostOf: Readonly<Record<(typeof calls)[number], number>> = {
  write: 160,
  fsync: 40,
  rename: 6,
  open: 30,
  read: 60,
};

/** The n-th write, sync, rename, opening or reading of a file of the workspace fails, once or from then on. */
export const failingCalls: JobFault = {
  name: "eio",
  what: "the n-th write, sync, rename, opening or reading in the workspace fails with EIO or ENOSPC, once or from then on (LD_PRELOAD)",
  unavailable: () =>
    shim() === null ? "needs gcc on Linux, to compile scripts/torture/failing-calls.c" : null,
  strike: async (trial) => {
    const call = trial.pick(calls);
    const nth = trial.between(1, mostOf[call]);
    const error = call === "write" || call === "open" ? trial.pick(["EIO", "ENOSPC"]) : "EIO";
    const always = trial.random() < 0.4;
    trial.note(`${call} ${nth} fails with ${error}${always ? ", and all after it" : ""}`);
    const struck = join(trial.slot.root, `struck-${process.pid}-${trial.slot.name}`);
    const env = {
      LD_PRELOAD: shim() ?? "",
      FAILING_FOLDER: trial.slot.place,
      FAILING_CALL: call,
      FAILING_NTH: String(nth),
      FAILING_ALWAYS: always ? "1" : "0",
      FAILING_ERROR: error,
      FAILING_MARK: struck,
    };
    const job = trial.startJob({ env });
    const record = trial.startRecord();
    await Promise.all([job.ended, record.ended]);
    const hit = existsSync(struck) && readFileSync(struck, "utf8") !== "";
    spawnSync("rm", ["-f", struck]);
    return hit;
  },
};
