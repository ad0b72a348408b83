const begin = "# BEGIN improve-cron";
const end = "# END improve-cron";

/** What crontab is to call, and when. */
export interface CrontabEntry {
  /** The schedule of the config, five fields. */
  readonly schedule: string;
  /** Absolute path of `run-improve-cron.sh`. */
  readonly path: string;
  /** Absolute path of the config, or null for the usual places. */
  readonly config: string | null;
}

/** At half past nine every day: after the monthly job on the 1st, and well before a founder's evening. */
const dailySchedule = "30 9 * * *";

/**
 * The two lines for a crontab: the monthly job, and a daily look for grades.
 *
 * @example crontabLines({ schedule: "0 9 1 * *", path: "/opt/ic/run-improve-cron.sh", config: null })[0]
 * // => "0 9 1 * * /opt/ic/run-improve-cron.sh"
 */
export function crontabLines(entry: CrontabEntry): readonly [string, string] {
  const command = shellWord(entry.path);
  const config = entry.config === null ? "" : ` --config ${shellWord(entry.config)}`;
  const call = (word: string): string => [command, word].filter((part) => part !== "").join(" ") + config;
  const monthly = config === "" ? command : call("run");
  // A schedule may be written over two lines; in a crontab the second one would be an entry of its own.
  const schedule = entry.schedule.trim().split(/\s+/).join(" ");
  return [`${schedule} ${monthly}`, `${dailySchedule} ${call("collect")}`];
}

/** A word for the shell in a crontab, where a bare `%` would end the command. */
function shellWord(text: string): string {
  const quoted = /^[\w@+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
  return quoted.replaceAll("%", "\\%");
}

/**
 * A crontab with our lines in it, or without them (`lines` null): only what stands between our two marks is ever touched,
 * so that doing it again changes nothing.
 */
export function editCrontab(text: string, lines: readonly string[] | null): string {
  const kept = withoutBlock(text);
  if (lines === null) return kept;
  const before = kept === "" || kept.endsWith("\n") ? kept : `${kept}\n`;
  return `${before}${[begin, ...lines, end].join("\n")}\n`;
}

function withoutBlock(text: string): string {
  const start = text.split("\n").indexOf(begin);
  if (start === -1) return text;
  const lines = text.split("\n");
  const stop = lines.indexOf(end, start);
  // A block whose end is gone: only the begin mark is certainly ours.
  return [...lines.slice(0, start), ...lines.slice(stop === -1 ? start + 1 : stop + 1)].join("\n");
}
