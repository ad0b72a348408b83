import type { JobFault } from "../fault.ts";
import { wait } from "../program.ts";

/** SIGSTOP at a random moment, others at work meanwhile, SIGCONT. */
export const stop: JobFault = {
  name: "stop",
  what: "SIGSTOP at a random moment, a second run and a `record` meanwhile, SIGCONT",
  unavailable: () => null,
  strike: async (trial) => {
    const job = trial.startJob();
    await trial.someMoment();
    const struck = !job.hasEnded();
    job.kill("SIGSTOP");
    const record = trial.startRecord();
    const second = trial.random() < 0.5 ? trial.startJob() : null;
    const pause = trial.between(20, 400);
    trial.note(`stopped for ${pause} ms${second === null ? "" : ", a second run beside it"}`);
    await wait(pause);
    job.kill("SIGCONT");
    const [first] = await Promise.all([job.ended, record.ended, second?.ended]);
    trial.complain("the job that was stopped", first);
    return struck;
  },
};
