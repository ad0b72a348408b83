import type { QuotedDraft } from "./panel-evidence.ts";
import { checkFinding, type QuotedFinding, type RefusedFinding } from "./panel-finding.ts";
import type { Seat } from "./panel-seats.ts";

/** A chair with its findings checked. */
export interface Heard extends Seat {
  readonly quoted: readonly QuotedFinding[];
  readonly refused: readonly RefusedFinding[];
}

/** Checks the findings of a chair against the draft. */
export function hear(seat: Seat, draft: QuotedDraft): Heard {
  const checked = seat.reports
    .flatMap(({ findings }) => findings)
    .map((finding, index) => checkFinding(finding, { ...seat, index }, draft));
  return {
    ...seat,
    quoted: checked.filter((finding) => finding.kind === "quoted"),
    refused: checked.filter((finding) => finding.kind === "refused"),
  };
}

/** Whether a finding was refused since it cannot be read: nobody knows what it would have said. */
export function isMalformed({ reason }: RefusedFinding): boolean {
  return reason === "malformed";
}
