import { existsSync } from "node:fs";
import { join } from "node:path";
import type { JobFault } from "../fault.ts";
import { wait } from "../program.ts";
import { canMount, mount, unmountBelow } from "../workspace.ts";

/** A file or folder cannot be written for a while. Mode bits do not bind root: it is mounted over itself, read-only. */
export const readOnly: JobFault = {
  name: "read-only",
  what: "vault, vault log, axes folder, axis file, state folder or database are read-only (bind mount) while a job runs",
  unavailable: () => (canMount("/tmp") ? null : "needs root, to mount a file over itself read-only"),
  strike: async (trial) => {
    const targets = [
      trial.slot.vaultLog,
      join(trial.slot.place, "vault"),
      join(trial.home, "axes"),
      join(trial.home, "axes/verify-dispatch.yaml"),
      join(trial.home, "state"),
      join(trial.home, "state/improve-cron.db"),
    ];
    const target = trial.pick(targets.filter((one) => existsSync(one)));
    const fromStart = trial.random() < 0.6;
    trial.note(`${target} read-only${fromStart ? " from the start" : ""}`);
    const protect = async (): Promise<void> => {
      mount("--bind", target, target);
      // Busy for as long as a program has opened something to write through the mount that was just made.
      for (let attempt = 1; ; attempt += 1) {
        try {
          mount("-o", "remount,bind,ro", target);
          return;
        } catch (error) {
          if (attempt === 50 || !String(error).includes("busy")) throw error;
          await wait(10);
        }
      }
    };
    if (fromStart) await protect();
    const job = trial.startJob();
    if (!fromStart) await trial.someMoment();
    const struck = !job.hasEnded();
    if (!fromStart) await protect();
    const record = trial.startRecord();
    await Promise.all([job.ended, record.ended]);
    unmountBelow(target);
    return struck;
  },
};
