import type { IntakeReport, RejectedRow } from "../core/intake.ts";
import { intakeSum } from "../reports/intake-sum.ts";
import { oneLine } from "../reports/terminal-text.ts";

const shownRejects = 20;
const shownNotes = 20;

/** A refused row as programs get it: where it stood, why, and the row itself. */
type RejectAnswer = Pick<RejectedRow, "file" | "line" | "reason" | "raw">;

/** Rows that went in or did not, as `ingest`, `record` and `queue import` answer: `read = stored + duplicate + rejected`. */
export interface IntakeAnswer extends Omit<IntakeReport, "rejects"> {
  readonly rejects: readonly RejectAnswer[];
}

/** An intake report without what only the program needs. */
export function intakeAnswerOf(report: IntakeReport): IntakeAnswer {
  const { read, stored, duplicate, rejected } = report;
  const rejects = report.rejects.map(({ file, line, reason, raw }) => ({ file, line, reason, raw }));
  return { read, stored, duplicate, rejected, rejects };
}

/**
 * The same for people: one line that always adds up, then the refused rows by file and line.
 *
 * @example "100 rows read = 98 stored + 1 duplicate + 1 rejected"
 */
export function renderIntakeAnswer(answer: IntakeAnswer): string {
  const { rejects } = answer;
  const shown = rejects
    .slice(0, shownRejects)
    .map((row) => `  ${oneLine(row.file)}:${row.line}: ${oneLine(row.reason)}`);
  const more = rejects.length - shown.length;
  return [intakeSum(answer), ...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
}

/** Tells on stderr what is worth knowing of the files beside the rows: rotated, not there yet, half a line at the end. */
export function tellNotes(
  { note }: { readonly note: (text: string) => void },
  { notes }: { readonly notes: readonly { readonly file: string; readonly message: string }[] },
): void {
  for (const { file, message } of notes.slice(0, shownNotes)) note(`${oneLine(file)}: ${oneLine(message)}`);
  if (notes.length > shownNotes) note(`and ${notes.length - shownNotes} more notes`);
}

/** Whether not a single row of an input was any good: then the input is wrong, not a row of it. */
export function isWhollyRejected(report: Pick<IntakeReport, "read" | "rejected">): boolean {
  return report.read > 0 && report.rejected === report.read;
}
