// The years whose months a database knows: no verdict can lie outside them.
const [earliest, latest] = [Date.UTC(2015, 0, 1), Date.UTC(2100, 0, 1)];

/** Whether an instant, epoch milliseconds, lies in the years 2015 to 2099. */
export function isKnownInstant(instant: number): boolean {
  return instant >= earliest && instant < latest;
}
