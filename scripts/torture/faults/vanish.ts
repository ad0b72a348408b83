import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { JobFault } from "../fault.ts";
import type { Trial } from "../trial.ts";

/** A file or folder is gone for a while, as with a sync client or a volume that was not mounted. */
export const vanish: JobFault = {
  name: "vanish",
  what: "the vault, its log, an axis file, a verdict log or the axes folder is gone while a job runs, then back",
  unavailable: () => null,
  strike: async (trial) => {
    const target = trial.pick(targetsOf(trial));
    const fromStart = trial.random() < 0.6;
    trial.note(`${target} vanishes${fromStart ? " before the start" : ""}`);
    const away = `${target}.away`;
    let struck = false;
    const take = (): void => {
      if (!existsSync(target)) return;
      renameSync(target, away);
      struck = true;
    };
    if (fromStart) take();
    const job = trial.startJob();
    if (!fromStart) {
      await trial.someMoment();
      if (!job.hasEnded()) take();
    }
    const record = trial.startRecord();
    await Promise.all([job.ended, record.ended]);
    if (struck) {
      // A new log was begun meanwhile: a sync client keeps both.
      if (existsSync(target)) renameSync(target, `${target}.conflict`);
      renameSync(away, target);
    }
    return struck;
  },
  sameEnd: false,
};

function targetsOf(trial: Trial): readonly string[] {
  const axes = ["verify-dispatch", "verify-vault-write"];
  return [
    trial.slot.vaultLog,
    join(trial.slot.place, "vault"),
    join(trial.home, "axes"),
    ...axes.map((axis) => join(trial.home, `axes/${axis}.yaml`)),
    // A log that was never read is one that nobody has begun yet.
    ...(trial.job.name === "open"
      ? []
      : [...axes.map((axis) => join(trial.home, `logs/${axis}.jsonl`)), join(trial.home, "logs")]),
  ];
}
