import { join } from "node:path";
import type { Service } from "../../core/service.ts";
import { systemdService, systemdTimer, systemdUnit, unitCommand } from "../../core/systemd.ts";
import { ImproveCronError } from "../../errors.ts";
import { type Call, callOrFail } from "./call.ts";
import type { Manager } from "./manager.ts";

/** The user's own systemd. `folder` is where the user's units lie. */
export function systemd(folder: string): Manager {
  return {
    kind: "systemd",
    filesOf: (service) => {
      const [unit, timer] = unitsOf(service.workspace);
      return [
        { path: join(folder, unit), text: systemdService(service) },
        { path: join(folder, timer), text: systemdTimer(service) },
      ];
    },
    commandIn: unitCommand,
    isLoaded,
    expectRunning,
    load: async (call, { workspace }, wasLoaded) => {
      const [unit, timer] = unitsOf(workspace);
      await callOrFail(call, "systemctl", ["--user", "daemon-reload"]);
      await callOrFail(call, "systemctl", ["--user", "enable", "--now", unit, timer]);
      // What ran already runs by the old file, until it is started anew.
      if (wasLoaded) await callOrFail(call, "systemctl", ["--user", "restart", unit, timer]);
    },
    unload: async (call, workspace) => {
      await callOrFail(call, "systemctl", ["--user", "disable", "--now", ...unitsOf(workspace)]);
    },
    forget: async (call) => {
      await callOrFail(call, "systemctl", ["--user", "daemon-reload"]);
    },
    restartCommand: (workspace) => `systemctl --user restart ${systemdUnit(workspace)}.service`,
    notes: notesOf,
  };
}

function unitsOf(workspace: string): readonly [string, string] {
  const unit = systemdUnit(workspace);
  return [`${unit}.service`, `${unit}.timer`];
}

/** Whether systemctl says yes to every unit. */
async function all(call: Call, word: string, units: readonly string[]): Promise<boolean> {
  const found = await Promise.all(units.map((unit) => call("systemctl", ["--user", word, "--quiet", unit])));
  return found.every(({ code }) => code === 0);
}

async function isLoaded(call: Call, workspace: string): Promise<boolean> {
  const units = unitsOf(workspace);
  return (await all(call, "is-enabled", units)) && (await all(call, "is-active", units));
}

async function expectRunning(call: Call): Promise<void> {
  const { missing, code, stderr } = await call("systemctl", ["--user", "show", "--property=Version"]);
  if (code === 0) return;
  const said = stderr.trim().split("\n")[0] ?? "";
  throw new ImproveCronError(
    "io",
    missing
      ? "there is no systemd here"
      : `systemd does not run for this user${said === "" ? "" : ` (${said})`}`,
    missing
      ? "Use `install launchd` on macOS, else `install cron`; `install systemd --print` shows the files anywhere."
      : "Log in as this user (not by su or sudo), or run `loginctl enable-linger` for it; `install cron` works without it. Nothing was written.",
  );
}

function notesOf(service: Service): readonly string[] {
  return [
    `Tokens go into ${service.environmentFile}, KEY=value, readable for you alone: systemd reads no shell's profile.`,
    "It runs while you are logged in; `loginctl enable-linger` lets it run from the start of the machine on.",
    "What it says: journalctl --user -u " + systemdUnit(service.workspace),
    ...(service.slots.exact
      ? []
      : [
          "systemd has no word for this schedule: it looks more often, and the daemon keeps to the schedule.",
        ]),
  ];
}
