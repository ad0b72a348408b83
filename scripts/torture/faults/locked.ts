import Database from "better-sqlite3";
import { databaseOf } from "../../../test/support/crash-workspace.ts";
import type { JobFault } from "../fault.ts";
import { wait } from "../program.ts";

/** Somebody else holds the database: mostly for less than the program waits, sometimes for longer. */
export const locked: JobFault = {
  name: "locked",
  what: "another program holds a write lock on the database for 0.02 to 1.5 s, now and then for longer than one waits",
  unavailable: () => null,
  strike: async (trial) => {
    const ms = trial.random() < 0.03 ? 6_500 : trial.between(20, 1_500);
    const atOnce = trial.random() < 0.3;
    trial.note(`locked for ${ms} ms${atOnce ? " from the start" : ""}`);
    const other = new Database(databaseOf(trial.home), { timeout: 1_000 });
    try {
      if (atOnce) other.exec("BEGIN EXCLUSIVE");
      const job = trial.startJob();
      if (!atOnce) {
        await trial.someMoment();
        other.exec("BEGIN EXCLUSIVE");
      }
      const struck = !job.hasEnded();
      const record = trial.startRecord();
      await wait(ms);
      other.exec("COMMIT");
      const [first] = await Promise.all([job.ended, record.ended]);
      // Whoever waited in vain says so; whoever did not have to wait for long has no reason to fail.
      if (ms < 4_000) trial.complain("the job that had to wait", first);
      return struck;
    } finally {
      other.close();
    }
  },
};
