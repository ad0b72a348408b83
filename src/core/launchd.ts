import { barePath, type Service, serviceVariable, type SlotFields } from "./service.ts";
import { fingerprintPlace, signText } from "./signed-file.ts";

/** The label of a workspace's agent, which is the name of its file, too. */
export function launchdLabel(workspace: string): string {
  return `local.improve-cron.${workspace}`;
}

/** More entries than this would be a calendar that nobody can read; the hour alone is kept then. */
const mostEntries = 100;

/**
 * The LaunchAgent of a workspace, as launchd.plist(5) has it: started at login and again whenever it ends, and at the slots of
 * the schedule as a second trigger. Those go by the machine's own zone: the daemon itself goes by the config's.
 */
export function launchdPlist(service: Service): string {
  const { config, environmentFile, home, node, program, stateFolder, stateVariable, workspace } = service;
  const command = [node, `--env-file=${environmentFile}`, program, "serve", "--config", config];
  const variables: Readonly<Record<string, string>> = {
    PATH: barePath(node),
    [serviceVariable]: "launchd",
    ...(stateVariable === null ? {} : { IMPROVE_CRON_HOME: stateVariable }),
  };
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    "<!-- Written by `improve-cron install launchd`. It holds no secret: those stand in the file after env-file. -->",
    `<!-- ${fingerprintPlace} -->`,
    '<plist version="1.0">',
    "<dict>",
    ...entry("Label", text(launchdLabel(workspace))),
    ...entry("ProgramArguments", list(command.map(text))),
    ...entry(
      "EnvironmentVariables",
      dictionary(Object.entries(variables).map(([key, value]) => [key, text(value)])),
    ),
    ...entry("WorkingDirectory", text(home)),
    ...entry("RunAtLoad", ["<true/>"]),
    ...entry("KeepAlive", ["<true/>"]),
    ...entry("ThrottleInterval", number(30)),
    ...entry("StartCalendarInterval", list(calendar(service.slots))),
    ...entry("ProcessType", text("Background")),
    ...entry("Umask", number(0o077)),
    ...entry("StandardOutPath", text(`${stateFolder}/serve.log`)),
    ...entry("StandardErrorPath", text(`${stateFolder}/serve.log`)),
    "</dict>",
    "</plist>",
    "",
  ];
  return signText(lines.join("\n"));
}

/** The command of a plist that `launchdPlist` wrote; null where there is none in it. */
export function plistCommand(plist: string): readonly string[] | null {
  const block = /<key>ProgramArguments<\/key>\s*<array>([\s\S]*?)<\/array>/.exec(plist)?.[1];
  if (block === undefined) return null;
  return [...block.matchAll(/<string>([\s\S]*?)<\/string>/g)].map(([, word = ""]) => unescaped(word));
}

type Lines = readonly string[];

function entry(key: string, value: Lines): Lines {
  return [`<key>${escaped(key)}</key>`, ...value].map((line) => `  ${line}`);
}

function text(value: string): Lines {
  return [`<string>${escaped(value)}</string>`];
}

function number(value: number): Lines {
  return [`<integer>${value}</integer>`];
}

function list(items: readonly Lines[]): Lines {
  return ["<array>", ...items.flat().map((line) => `  ${line}`), "</array>"];
}

function dictionary(entries: readonly (readonly [string, Lines])[]): Lines {
  return ["<dict>", ...entries.flatMap(([key, value]) => entry(key, value)), "</dict>"];
}

/** One dictionary a slot; what is left out of it is every one. */
function calendar(slots: SlotFields): readonly Lines[] {
  // It has no word for the last day; started a few days early, the daemon waits for its slot.
  const days = slots.days === "last" ? [28, 29, 30, 31] : slots.days;
  const fields: readonly (readonly [string, readonly number[] | null])[] = [
    ["Month", slots.months],
    ["Day", days],
    ["Weekday", slots.weekdays],
    ["Hour", slots.hours],
    ["Minute", slots.minutes],
  ];
  const count = fields.reduce((product, [, values]) => product * (values?.length ?? 1), 1);
  const kept = count <= mostEntries ? fields : [["Minute", (slots.minutes ?? [0]).slice(0, 1)] as const];
  let entries: readonly (readonly (readonly [string, number])[])[] = [[]];
  for (const [key, values] of kept) {
    if (values === null) continue;
    entries = entries.flatMap((before) => values.map((value) => [...before, [key, value] as const]));
  }
  return entries.map((one) => dictionary(one.map(([key, value]) => [key, number(value)])));
}

function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function unescaped(value: string): string {
  return value.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
