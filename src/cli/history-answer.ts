import type { ShownRow } from "../core/open-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { asciiText } from "../reports/ascii-text.ts";
import { renderHistoryCsv } from "../reports/history-csv.ts";
import { renderHistoryTable } from "../reports/history-table.ts";
import { jsonText } from "../reports/json-text.ts";
import { showsUnicode } from "./terminal.ts";

/** In which form, and for whom. */
export interface HistoryAnswer {
  readonly form: "json" | "csv" | "text";
  /** The thresholds of an axis. */
  readonly policyOf: (axis: string) => DecisionPolicy;
  readonly timezone: string;
  readonly colour: boolean;
  /** Columns of the screen; null into a file or a pipe, where the table goes in full: only a screen is narrow. */
  readonly columns: number | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What `history` prints where there are months, to the byte. */
export function historyAnswer(rows: readonly ShownRow[], answer: HistoryAnswer): string {
  const { colour, columns, form, timezone } = answer;
  if (form === "csv") return renderHistoryCsv(rows);
  if (form === "json") return `${jsonText(rows)}\n`;
  const text = renderHistoryTable(rows, answer.policyOf, {
    colour,
    timezone,
    ...(columns === null ? {} : { columns }),
  });
  return `${showsUnicode(answer.env) ? text : asciiText(text)}\n`;
}
