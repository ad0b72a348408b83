import { mergeAdjustments, readAdjustment } from "./adjustments.ts";
import { ownText } from "./own-value.ts";
import type { LensReport } from "./panel-report.ts";
import type { PanelAdjustment, RefusedAdjustment } from "./panel-result.ts";

/** The edits that the reports ask for: those of one wording are one, those that cannot be made are told. */
export function adjustmentsOf(reports: readonly { readonly lens: string; readonly report: LensReport }[]): {
  readonly adjustments: readonly PanelAdjustment[];
  readonly refused: readonly RefusedAdjustment[];
} {
  const read = reports.flatMap(({ lens, report }) =>
    report.adjustments.map((entry) => ({ lens, entry, reading: readAdjustment(entry) })),
  );
  const proposals = read.flatMap(({ lens, reading }) =>
    reading.kind === "adjustment" ? [{ ...reading.adjustment, asker: lens }] : [],
  );
  return {
    adjustments: mergeAdjustments(proposals).map(({ askers, ...edit }) => ({ ...edit, lenses: askers })),
    refused: read.flatMap(({ entry, lens, reading }) =>
      reading.kind === "refused"
        ? [
            {
              lens,
              reason: reading.because,
              file: ownText(entry, "file"),
              section: ownText(entry, "section"),
              problem: ownText(entry, "problem"),
              suggestion: ownText(entry, "suggestion"),
            },
          ]
        : [],
    ),
  };
}
