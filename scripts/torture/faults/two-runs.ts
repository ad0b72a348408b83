import type { JobFault } from "../fault.ts";

/** The same job two or three times at once, with verdicts told beside them. */
export const twoRuns: JobFault = {
  name: "two-runs",
  what: "two or three of the same job at once, with two `record` beside them",
  unavailable: () => null,
  strike: async (trial) => {
    const times = trial.between(2, 3);
    trial.note(`${times} at once`);
    const first = Array.from({ length: times }, () => trial.startJob());
    const records = [trial.startRecord(), trial.startRecord()];
    const ends = await Promise.all(first.map(({ ended }) => ended));
    const told = await Promise.all(records.map(({ ended }) => ended));
    for (const end of ends) trial.complain("one of the runs at once", end);
    for (const end of told) trial.complain("a record beside the runs", end);
    return true;
  },
};
