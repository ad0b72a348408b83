/**
 * Why a call of a critic gave no answer.
 *
 * - `not-found`: the program is not there or cannot be executed
 * - `auth`: not logged in, the login has ended, or the key is not accepted
 * - `limit`: a usage limit, a rate limit or an empty account; see `resetAt`
 * - `environment`: something of the machine that every call will meet: a damaged settings file, a full disk, an option
 *   that this version of the program does not know
 * - `timeout`: not done in time; every process of it was ended
 * - `unavailable`: the service behind it is down, overloaded or out of reach
 * - `budget`: more than one call may cost
 * - `output-cap`: more output than is read
 * - `too-long`: the artifact is more than the critic can take
 * - `request`: the service takes nothing of this form: no such model, no such schema
 * - `refused`: the model declined
 * - `cut-off`: the answer ended before it was whole
 * - `unparseable`: an answer, but not of the form that was asked for
 * - `filler`: of the form that was asked for, with nothing in it
 * - `empty`: the program ended well and answered nothing
 * - `crashed`: the program broke down
 * - `failed`: the critic itself says that it could not do it
 * - `cancelled`: the caller ended it
 */
export type FailureKind =
  | "not-found"
  | "auth"
  | "limit"
  | "environment"
  | "timeout"
  | "unavailable"
  | "budget"
  | "output-cap"
  | "too-long"
  | "request"
  | "refused"
  | "cut-off"
  | "unparseable"
  | "filler"
  | "empty"
  | "crashed"
  | "failed"
  | "cancelled";

const outages: ReadonlySet<FailureKind> = new Set<FailureKind>(["not-found", "auth", "limit", "environment"]);

/** Whether the next call would fail in the same way: then a batch is better stopped than paid for item by item. */
export function isOutage(failure: FailureKind): boolean {
  return outages.has(failure);
}
