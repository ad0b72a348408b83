import { join } from "node:path";
import { faketimeLibrary, fakeTime, writeClock } from "../../../test/support/serving.ts";
import type { JobFault } from "../fault.ts";

/** Only the wall clock jumps, as on every machine: a timer that was set goes on by the monotonic one. */
const wallClockOnly = { DONT_FAKE_MONOTONIC: "1", FAKETIME_DONT_FAKE_MONOTONIC: "1" };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The clock of the machine jumps while a job runs. */
export const clock: JobFault = {
  name: "clock",
  what: "the clock jumps under a running job: back by 10 minutes to 40 days, ahead by 10 minutes to 40 days",
  unavailable: () => (faketimeLibrary === null ? "faketime is not installed" : null),
  sameEnd: false,
  strike: async (trial) => {
    const jump = trial.pick([-40 * day, -day, -2 * hour, -10 * minute, 10 * minute, 3 * hour, day, 40 * day]);
    trial.note(`the clock jumps by ${jump / hour} h`);
    const file = join(trial.home, "clock");
    const at = Date.parse(trial.job.now);
    writeClock(file, at);
    const job = trial.start(trial.job.args, null, { env: { ...fakeTime(file), ...wallClockOnly } });
    await trial.someMoment();
    const struck = !job.hasEnded();
    writeClock(file, at + jump);
    const record = trial.startRecord();
    const [first] = await Promise.all([job.ended, record.ended]);
    // Every row may be of the future by now: then the job says so, and takes them when it is done again and the clock is right.
    const refusesAll =
      jump < -day &&
      ["ingest", "grade"].includes(trial.job.name) &&
      / 0 stored \+ 0 duplicate/.test(first.out) &&
      /ahead/.test(first.out);
    if (first.code !== 2 || !refusesAll) trial.complain("the job whose clock jumped", first);
    // And a run at a time at which the machine does not believe any more.
    if (trial.random() < 0.5) {
      trial.note("a run after the jump");
      const after = await trial.start(["run"], null, { env: { ...fakeTime(file), ...wallClockOnly } }).ended;
      trial.complain("a run after the jump", after);
    }
    return struck;
  },
};
