import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { JobFault } from "../fault.ts";

/** The database is deleted under a running job, and comes back from a copy. */
export const deleted: JobFault = {
  name: "deleted",
  what: "the database, or the whole state folder, is deleted under a running job, then put back from a copy",
  unavailable: () => null,
  // The copy is older than the files: a status that the lost one wrote is then one that somebody else has written.
  sameEnd: false,
  strike: async (trial) => {
    const state = join(trial.home, "state");
    const copy = join(trial.slot.place, "copy-of-state");
    cpSync(state, copy, { recursive: true, preserveTimestamps: true });
    const whole = trial.random() < 0.5;
    trial.note(whole ? "the folder is deleted" : "the database is deleted");
    const job = trial.startJob();
    await trial.someMoment();
    const struck = !job.hasEnded();
    const names = ["improve-cron.db", "improve-cron.db-wal", "improve-cron.db-shm"];
    for (const path of whole ? [state] : names.map((name) => join(state, name)))
      rmSync(path, { recursive: true, force: true });
    await job.ended;
    rmSync(state, { recursive: true, force: true });
    cpSync(copy, state, { recursive: true, preserveTimestamps: true });
    rmSync(copy, { recursive: true });
    trial.memoryGone = true;
    return struck;
  },
};
