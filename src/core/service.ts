/** What starts `serve` on this machine and keeps it running: everything that a service file says. */
export interface Service {
  readonly workspace: string;
  /** Absolute paths. */
  readonly node: string;
  readonly program: string;
  readonly config: string;
  readonly stateFolder: string;
  /** The working directory: the config's folder. */
  readonly home: string;
  /** The folder of IMPROVE_CRON_HOME where it decides, else null. */
  readonly stateVariable: string | null;
  /** `KEY=value` lines that the service's environment gets, 0600: tokens go here and nowhere else. */
  readonly environmentFile: string;
  /** A channel that needs a program with rights of its own (sendmail's queue), which hardening would take from it. */
  readonly needsPrivilegedPrograms: boolean;
  readonly slots: SlotFields;
  readonly timezone: string;
}

/**
 * The numbers of a cron pattern, ascending; null is every one. Days of the week begin with 0, Sunday. `days: "last"` is the
 * last day of the month. What no other scheduler can say is left out (`exact` is false), so that there are more slots then, never
 * fewer: starting what runs already does nothing.
 */
export interface SlotFields {
  readonly minutes: readonly number[] | null;
  readonly hours: readonly number[] | null;
  readonly days: readonly number[] | "last" | null;
  readonly months: readonly number[] | null;
  readonly weekdays: readonly number[] | null;
  readonly exact: boolean;
}

/** By this variable the daemon knows that something starts it again when it ends. */
export const serviceVariable = "IMPROVE_CRON_SERVICE";

/** PATH of a service: Node's own folder and what every system has. */
export function barePath(node: string): string {
  const own = node.slice(0, node.lastIndexOf("/"));
  return [...new Set([own, "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"])].join(":");
}

/** Whether a path can stand in a service file at all: no line break and no other control character. */
export function canStandInServiceFile(path: string): boolean {
  return !/\p{Cc}|\p{Surrogate}/u.test(path);
}
