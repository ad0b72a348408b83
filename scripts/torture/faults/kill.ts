import type { JobFault } from "../fault.ts";
import type { Trial } from "../trial.ts";

/** `kill -9` at random moments: of the job, of a `record` beside it, or of both. */
export const kill: JobFault = {
  name: "kill",
  what: "`kill -9` of the job or of a `record` beside it, at a random moment",
  unavailable: () => null,
  strike: async (trial) => {
    // Now and then what resumes is killed once more.
    const times = trial.random() < 0.2 ? 2 : 1;
    let struck = false;
    for (let nth = 0; nth < times; nth += 1) struck = (await killOnce(trial)) || struck;
    return struck;
  },
};

async function killOnce(trial: Trial): Promise<boolean> {
  const job = trial.startJob();
  const recordDies = trial.random() < 0.25;
  await trial.someMoment();
  const record = trial.startRecord();
  const moment = recordDies ? trial.between(5, 80) : 0;
  trial.note(recordDies ? `record and job killed ${moment} ms later` : "job killed");
  if (recordDies) {
    await new Promise((resolve) => setTimeout(resolve, moment));
    record.kill("SIGKILL");
  }
  job.kill("SIGKILL");
  const ends = await Promise.all([job.ended, record.ended]);
  return ends.some(({ signal }) => signal === "SIGKILL");
}
