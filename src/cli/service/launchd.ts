import { join } from "node:path";
import { launchdLabel, launchdPlist, plistCommand } from "../../core/launchd.ts";
import type { Service } from "../../core/service.ts";
import { ImproveCronError } from "../../errors.ts";
import { type Call, callOrFail } from "./call.ts";
import type { Manager } from "./manager.ts";

const triesOfBootstrap = 6;
const betweenTriesMs = 500;

/** The user's own launchd. `home` is the user's home folder, `user` his number. */
export function launchd(home: string, user: number): Manager {
  const domain = `gui/${user}`;
  const targetOf = (workspace: string): string => `${domain}/${launchdLabel(workspace)}`;
  const fileOf = (workspace: string): string =>
    join(home, "Library/LaunchAgents", `${launchdLabel(workspace)}.plist`);
  const isLoaded = async (call: Call, workspace: string): Promise<boolean> =>
    (await call("launchctl", ["print", targetOf(workspace)])).code === 0;
  return {
    kind: "launchd",
    filesOf: (service) => [{ path: fileOf(service.workspace), text: launchdPlist(service) }],
    commandIn: plistCommand,
    isLoaded,
    expectRunning: async (call) => {
      if ((await call("launchctl", ["help"])).missing) {
        throw new ImproveCronError(
          "io",
          "there is no launchd here: it belongs to macOS",
          "Use `install systemd` or `install cron` here; `install launchd --print` shows the file anywhere.",
        );
      }
      if (process.platform === "darwin" && user === 0) {
        throw new ImproveCronError(
          "io",
          "this is root, whose agents may neither send messages nor read your folders",
          "Run it as yourself, without sudo.",
        );
      }
    },
    load: async (call, { workspace }, wasLoaded) => {
      if (wasLoaded) await call("launchctl", ["bootout", targetOf(workspace)]);
      await call("launchctl", ["enable", targetOf(workspace)]);
      await bootstrap(call, domain, fileOf(workspace));
    },
    unload: async (call, workspace) => {
      if (await isLoaded(call, workspace))
        await callOrFail(call, "launchctl", ["bootout", targetOf(workspace)]);
    },
    forget: async () => {},
    restartCommand: (workspace) => `launchctl kickstart -k ${targetOf(workspace)}`,
    notes: notesOf,
  };
}

/** After `bootout` the old one may take a moment to end, and `bootstrap` is refused as long. */
async function bootstrap(call: Call, domain: string, file: string): Promise<void> {
  const args = ["bootstrap", domain, file];
  for (let left = triesOfBootstrap; left > 1; left -= 1) {
    if ((await call("launchctl", args)).code === 0) return;
    await new Promise((resolve) => setTimeout(resolve, betweenTriesMs));
  }
  await callOrFail(call, "launchctl", args);
}

function notesOf(
  service: Service,
  config: { readonly vaultLog: string | null; readonly timezone: string },
): readonly string[] {
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const guarded = [service.config, config.vaultLog ?? ""].find((path) =>
    /\/(Documents|Desktop|Downloads|Mobile Documents|CloudStorage)\//.test(path),
  );
  return [
    `Tokens go into ${service.environmentFile}, KEY=value, readable for you alone: launchd reads no shell's profile.`,
    ...(local === config.timezone
      ? []
      : [`launchd goes by this machine's zone, ${local}; the daemon itself goes by ${config.timezone}.`]),
    ...(service.slots.exact
      ? []
      : [
          "launchd has no word for this schedule: it looks more often, and the daemon keeps to the schedule.",
        ]),
    ...(guarded === undefined
      ? []
      : [
          `${guarded} lies in a folder that macOS guards: give ${service.node} the right under System Settings, Privacy & Security, Full Disk Access.`,
        ]),
  ];
}
