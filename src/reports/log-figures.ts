import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { agreementFigures, selfAgreementWords, truePassRateWords } from "./agreement-words.ts";
import { statusCell } from "./axis-table.ts";
import { goldFigures } from "./gold-words.ts";
import { kappaBecause, kappaCell } from "./kappa-words.ts";
import { showInterval, showPercent } from "./numbers.ts";
import { streakCount } from "./row-counts.ts";

/** What the decision is about: the table that stands open. */
export const mainFigures: ReadonlySet<string> = new Set([
  "N_verdicts",
  "N_sampled",
  "kappa",
  "override_count",
  "status",
  "action",
]);

/** Every figure of a closed month, name and value. */
export function logFigures(row: HistoryRow, policy: DecisionPolicy): readonly (readonly string[])[] {
  const because = kappaBecause(row.kappa.because);
  const escapeRate =
    row.escape.graded === 0
      ? "none graded"
      : `${row.escape.escaped} of ${row.escape.graded} ${showInterval(row.escape.low, row.escape.high)}`;
  return [
    [
      "N_verdicts",
      `${row.verdicts.pass + row.verdicts.fail} (${row.verdicts.pass} PASS, ${row.verdicts.fail} FAIL)`,
    ],
    [
      "N_sampled",
      `${row.sampled.pass + row.sampled.fail} (${row.sampled.pass} PASS, ${row.sampled.fail} FAIL)`,
    ],
    [
      "kappa",
      [kappaCell(row.kappa), because, `n = ${row.graded.pass} + ${row.graded.fail}`]
        .filter((one) => one !== null)
        .join(", "),
    ],
    ["override_count", `${row.overrides} of ${row.graded.pass}`],
    ["reverse overrides", `${row.reverseOverrides} of ${row.graded.fail}`],
    ["status", statusCell(row)],
    ["action", row.decision.action],
    [
      "graded",
      `${row.graded.pass} of ${row.sampled.pass} PASS, ${row.graded.fail} of ${row.sampled.fail} FAIL, ` +
        `${row.cantTell} can't tell${row.provisional ? " (provisional)" : ""}`,
    ],
    ["errors", String(row.errors.length)],
    [
      `override rate at kappa ${policy.kappaThreshold}`,
      `${showPercent(row.overrideRateAtThreshold)} (frame ${row.frame.pass} PASS, ${row.frame.fail} FAIL)`,
    ],
    ...agreementFigures(row),
    ["true PASS rate", truePassRateWords(row)],
    ["self-agreement", selfAgreementWords(row)],
    ["streak", streakCount(row)],
    ["probe escape", escapeRate],
    ...goldFigures(row.gold),
  ];
}
