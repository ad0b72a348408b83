import { barePath, type Service, serviceVariable, type SlotFields } from "./service.ts";
import { fingerprintPlace, signText } from "./signed-file.ts";

/** The name of a workspace's units, before `.service` and `.timer`. */
export function systemdUnit(workspace: string): string {
  return `improve-cron-${workspace}`;
}

/**
 * The user unit of the daemon. It is started again a minute after it failed, as long as that takes: a disk that is not mounted
 * yet is no reason to give up the month. Hardening is what works without root; nothing that V8 needs is taken away.
 */
export function systemdService(service: Service): string {
  const { config, environmentFile, home, node, program, stateVariable, workspace } = service;
  const variables = [
    `PATH=${barePath(node)}`,
    `${serviceVariable}=systemd`,
    ...(stateVariable === null ? [] : [`IMPROVE_CRON_HOME=${stateVariable}`]),
  ];
  return signText(
    [
      `# ${systemdUnit(workspace)}.service, written by \`improve-cron install systemd\`. It holds no secret.`,
      `# ${fingerprintPlace}`,
      "[Unit]",
      `Description=improve-cron, workspace ${workspace}`,
      "StartLimitIntervalSec=0",
      "",
      "[Service]",
      "Type=exec",
      `ExecStart=${[node, program, "serve", "--config", config].map(commandWord).join(" ")}`,
      `WorkingDirectory=${wholeLine(home)}`,
      ...variables.map((variable) => `Environment=${quoted(variable)}`),
      `EnvironmentFile=-${wholeLine(environmentFile)}`,
      "Restart=on-failure",
      "RestartSec=60",
      "TimeoutStopSec=15",
      "UMask=0077",
      ...hardening(service),
      "",
      "[Install]",
      "WantedBy=default.target",
      "",
    ].join("\n"),
  );
}

/** The timer: a second trigger at the slots of the schedule in the config's zone, also for one that passed meanwhile. */
export function systemdTimer(service: Pick<Service, "workspace" | "slots" | "timezone">): string {
  const { slots, timezone, workspace } = service;
  const unit = systemdUnit(workspace);
  return signText(
    [
      `# ${unit}.timer, written by \`improve-cron install systemd\`.`,
      `# ${fingerprintPlace}`,
      "[Unit]",
      `Description=improve-cron at its slots, workspace ${workspace}`,
      "",
      "[Timer]",
      `Unit=${unit}.service`,
      `OnCalendar=${onCalendar(slots, timezone)}`,
      "Persistent=true",
      "AccuracySec=1min",
      "",
      "[Install]",
      "WantedBy=timers.target",
      "",
    ].join("\n"),
  );
}

/**
 * The slots as systemd.time(7) writes them.
 *
 * @example onCalendar({ minutes: [0], hours: [9], days: [1], months: null, weekdays: null, exact: true }, "America/New_York")
 * // => "*-*-01 09:00:00 America/New_York"
 */
export function onCalendar(slots: SlotFields, timezone: string): string {
  const weekdays = slots.weekdays === null ? "" : `${slots.weekdays.map((day) => dayNames[day]).join(",")} `;
  const days = slots.days === "last" ? "~01" : `-${numbers(slots.days)}`;
  return `${weekdays}*-${numbers(slots.months)}${days} ${numbers(slots.hours)}:${numbers(slots.minutes)}:00 ${timezone}`;
}

const dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

function numbers(values: readonly number[] | null): string {
  return values === null ? "*" : values.map((value) => String(value).padStart(2, "0")).join(",");
}

/** The command of a unit that `systemdService` wrote; null where there is none in it. */
export function unitCommand(unit: string): readonly string[] | null {
  const line = /^ExecStart=(.*)$/m.exec(unit)?.[1];
  if (line === undefined) return null;
  return [...line.matchAll(/"((?:\\.|[^"\\])*)"/g)].map(([, word = ""]) =>
    word
      .replaceAll(/\\(.)/g, "$1")
      .replaceAll("%%", "%")
      .replaceAll("$$", () => "$"),
  );
}

function hardening({ needsPrivilegedPrograms }: Service): readonly string[] {
  // All of these bring NoNewPrivileges with them, under which sendmail cannot write into its queue.
  if (needsPrivilegedPrograms)
    return ["# No further hardening: sendmail needs rights that it would take away."];
  return [
    "NoNewPrivileges=yes",
    "LockPersonality=yes",
    "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes",
    "SystemCallArchitectures=native",
    "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
  ];
}

/** A word of ExecStart: `%` begins a specifier there, `$` a variable. */
function commandWord(value: string): string {
  return quoted(value).replaceAll("$", () => "$$");
}

function quoted(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%")}"`;
}

/** A path that is the rest of its line: quotes would be part of it. */
function wholeLine(value: string): string {
  return value.replaceAll("%", "%%");
}
