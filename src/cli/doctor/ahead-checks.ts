import type { Axis } from "../../core/axis.ts";
import type { FactMemory } from "../../core/intake.ts";
import { isNamedBy } from "../../intake/log-files.ts";
import { readableFrom, readRowsAhead } from "../../intake/rows-ahead.ts";
import { countOf } from "../../reports/numbers.ts";
import { showInstant } from "../../reports/time.ts";
import { advice, type Check } from "./check.ts";

/**
 * Rows in the logs that were refused for lying more than a day ahead, and wait there until their time has come. No
 * finding: they come in by themselves, unless the clock that is wrong is the critic's.
 */
export async function checkRowsAhead(
  axes: readonly Pick<Axis, "name" | "verdictLog">[],
  memory: Pick<FactMemory, "readSetting">,
  now: number,
  timezone: string,
): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const { name, verdictLog } of axes) {
    if (verdictLog === null) continue;
    for (const ahead of await readRowsAhead(memory, name)) {
      if (!isNamedBy(verdictLog, ahead.file)) continue;
      const { file, first, last, rows } = ahead;
      const from = readableFrom(ahead);
      const spread = first === last ? "" : ` to ${showInstant(last, timezone)}`;
      const when = from <= now ? "the next `run`" : `the first run from ${showInstant(from, timezone)} on`;
      checks.push(
        advice(
          `rows ahead of ${name}`,
          `${file}: ${countOf(rows, "row")} waiting, more than a day ahead when read ` +
            `(${showInstant(first, timezone)}${spread}); ${when} reads the log again from its start`,
          "Nothing is lost. If these times are wrong, put the clock right where the critic records.",
        ),
      );
    }
  }
  return checks;
}
