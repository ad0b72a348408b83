import { closeSync, openSync, rmSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { JobFault } from "../fault.ts";
import { canMount } from "../workspace.ts";

const block = Buffer.alloc(4096);

/** The workspace lies on a small file system of its own, which fills to some bytes short of the end. */
export const diskFull: JobFault = {
  name: "disk-full",
  what: "a file system of its own (tmpfs, 6 MB) fills up to 0 to 400 KB short of its end, before or under a running job",
  unavailable: () => (canMount("/tmp") ? null : "needs root, to mount a small file system"),
  diskBytes: 6_000_000,
  strike: async (trial) => {
    const left = trial.random() < 0.3 ? 0 : trial.between(0, 100);
    const fromStart = trial.random() < 0.5;
    trial.note(`${left} blocks left${fromStart ? " from the start" : ""}`);
    const filler = join(trial.slot.place, "filler");
    if (fromStart) fill(filler, left);
    const job = trial.startJob();
    if (!fromStart) {
      await trial.someMoment();
      fill(filler, left);
    }
    const struck = !job.hasEnded();
    const record = trial.startRecord();
    await Promise.all([job.ended, record.ended]);
    rmSync(filler);
    return struck;
  },
};

/** Writes until nothing fits any more, then gives some blocks back. */
function fill(file: string, blocksLeft: number): void {
  const handle = openSync(file, "w");
  let written = 0;
  try {
    for (;;) written += writeSync(handle, block);
  } catch {
    // Full.
  }
  closeSync(handle);
  truncateSync(file, Math.max(0, written - blocksLeft * block.length));
}
