import { existsSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import type { Effect } from "../../core/effect.ts";
import { countOf } from "../../reports/numbers.ts";
import { showInstant } from "../../reports/time.ts";
import { channelsText, readDone } from "../last-done.ts";
import { advice, type Check, fine, finding } from "./check.ts";

const day = 86_400_000;
const oldBackupDays = 35;

/** Days since the last backup that was read back whole. */
export function checkBackupAge(
  config: Pick<Config, "stateFolder" | "databaseFile">,
  now: number,
): readonly Check[] {
  const { databaseFile, stateFolder } = config;
  if (!existsSync(databaseFile)) return [];
  const last = readDone(stateFolder, "backup");
  const fix = "Run `improve-cron backup FILE`, with a FILE on another disk.";
  if (last === null) return [advice("backup", "no backup was made yet", fix)];
  const days = Math.max(0, Math.floor((now - last.at) / day));
  const words = `${countOf(days, "day")} since the last one, ${last.what}`;
  if (!existsSync(last.what))
    return [advice("backup", `${words}, which is not there (any more, or not mounted)`, fix)];
  return [days > oldBackupDays ? advice("backup", words, fix) : fine("backup", words)];
}

/** Whether the channels, as they are configured, were ever tried. Printing needs no trial. */
export function checkChannelTrial(
  { stateFolder, notify }: Pick<Config, "stateFolder" | "notify">,
  now: number,
): readonly Check[] {
  const name = "channel trial";
  const channels = channelsText(notify);
  if (channels.split(" ").every((channel) => channel === "stdout")) return [];
  const last = readDone(stateFolder, "notify-test");
  const fix =
    "Run `improve-cron notify test`; on macOS once from the service, too, where rights are asked for anew.";
  if (last === null) return [advice(name, "no test message was sent yet", fix)];
  const days = countOf(Math.max(0, Math.floor((now - last.at) / day)), "day");
  if (last.what !== channels) return [advice(name, `other channels were tried, ${days} ago`, fix)];
  if (!last.ok) return [advice(name, `not every channel took the test message, ${days} ago`, fix)];
  return [fine(name, `every channel took a test message, ${days} ago`)];
}

/** Steps that have waited for more than a day: a retry alone does not seem to mend them. */
export function checkOldEffects(
  effects: readonly Pick<Effect, "payload" | "plannedAt" | "lastError" | "state">[],
  now: number,
  timezone: string,
): readonly Check[] {
  const old = effects.filter(({ plannedAt, state }) => state !== "done" && now - plannedAt > day);
  const [first] = old;
  if (first === undefined) return [];
  return [
    finding(
      "waiting steps",
      `${countOf(old.length, "step")} waiting for more than a day, the first (${first.payload.kind}) since ` +
        `${showInstant(first.plannedAt, timezone)}: ${first.lastError ?? "not begun yet"}`,
      "Mend what it says; `improve-cron run` then does what is left, once.",
    ),
  ];
}
