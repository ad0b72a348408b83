import { existsSync } from "node:fs";
import type { JobFault } from "../fault.ts";

/** No file may grow beyond so many bytes (RLIMIT_FSIZE): what a quota does, and what stands in for a full disk without root. */
export const fileLimit: JobFault = {
  name: "file-limit",
  what: "no file may grow beyond 0 to 600 KB (RLIMIT_FSIZE, by `prlimit`)",
  unavailable: () => (existsSync("/usr/bin/prlimit") ? null : "prlimit is not installed"),
  strike: async (trial) => {
    const bytes = trial.random() < 0.2 ? trial.between(0, 4_096) : trial.between(0, 600_000);
    trial.note(`files up to ${bytes} bytes`);
    const through = ["/usr/bin/prlimit", `--fsize=${bytes}`, "--"];
    const job = trial.startJob({ through });
    const record = trial.startRecord({ through });
    const [{ code }] = await Promise.all([job.ended, record.ended]);
    return code !== 0;
  },
};
