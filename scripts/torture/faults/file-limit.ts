import { existsSync, statSync } from "node:fs";
import { databaseOf } from "../../../test/support/crash-workspace.ts";
import type { JobFault } from "../fault.ts";

/** No file may grow beyond so many bytes (RLIMIT_FSIZE): what a quota does, and what stands in for a full disk without root. */
export const fileLimit: JobFault = {
  name: "file-limit",
  what: "no file may grow beyond 0 to 450 KB (RLIMIT_FSIZE, by `prlimit`)",
  unavailable: () => (existsSync("/usr/bin/prlimit") ? null : "prlimit is not installed"),
  strike: async (trial) => {
    // A write-ahead log of one job has 20 to 320 KB, the database 450 and more.
    const most = trial.pick([4_096, 60_000, 200_000, 320_000, 450_000]);
    const bytes = trial.between(0, most);
    trial.note(`files up to ${bytes} bytes`);
    const through = ["/usr/bin/prlimit", `--fsize=${bytes}`, "--"];
    const job = trial.startJob({ through });
    const record = trial.startRecord({ through });
    const [{ code }] = await Promise.all([job.ended, record.ended]);
    // What does not fit into the database stays in its write-ahead log, and the job is done all the same.
    const left = statSync(`${databaseOf(trial.home)}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    return code !== 0 || left > 0;
  },
};
