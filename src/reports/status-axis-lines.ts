import type { AxisGate, AxisStatus } from "../core/status-report.ts";
import { selfAgreementWords } from "./agreement-words.ts";
import { byNowSentence } from "./as-decided.ts";
import { driftSentence, goldBecause, goldSizeWords } from "./gold-words.ts";
import { kappaCell } from "./kappa-words.ts";
import { countOf } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

/** What the row of the last closed month has no room for. */
export function figureLines({
  axis,
  kappa,
  period,
  sampled,
  streak,
  verdicts,
}: AxisStatus): readonly string[] {
  if (period === undefined || kappa === undefined || sampled === undefined || verdicts === undefined)
    return [];
  return [
    `${axis} ${period}: N_verdicts ${verdicts.pass + verdicts.fail}, N_sampled ${sampled.pass + sampled.fail}, ` +
      `kappa ${kappaCell(kappa)}, streak ${streak ?? 0}`,
  ];
}

/** A file that was deleted or renamed while its month is graded: nothing could be done to the axis when the month closes. */
export function missingFileLines({ axis, open, status }: AxisStatus): readonly string[] {
  if (status !== "no axis file" || open.length === 0) return [];
  const months = open.map(({ period }) => period).join(", ");
  return [
    `${axis} has no axis file while ${months} is open: put it back under this name, or the month closes without a decision`,
  ];
}

/** What is to be said of one axis beneath the table. */
export function axisLines({
  asked,
  axis,
  because,
  gate,
  gold,
  period,
  selfAgreement,
  supersededBy,
  waits,
}: AxisStatus): readonly string[] {
  return [
    ...(supersededBy === undefined || supersededBy === null
      ? []
      : [
          `${axis}: ${period ?? "its last month"} was decided on an epoch that ${oneLine(supersededBy).slice(0, 12)} had ` +
            "superseded by then; the decision acts like any other",
        ]),
    ...(selfAgreement === undefined || selfAgreement.asked === 0
      ? []
      : [`${axis}: ${selfAgreementWords({ selfAgreement })}`]),
    ...goldLines(axis, gold ?? null),
    ...(because === null ? [] : [`${axis} is at risk: ${oneLine(because)}`]),
    ...(waits === undefined
      ? []
      : [
          `${axis} sat out ${waits.period}, other axes had their turn; it is asked with ${waits.until} at the latest`,
        ]),
    ...(gate === undefined ? [] : gateLines(axis, gate)),
    ...(asked ?? []).map(
      ({ answered, items, period: month }) =>
        `${axis}: a batch asked for from ${month}, ${answered} of ${items} answered: improve-cron grade`,
    ),
  ];
}

/** How far an assisted axis is from acting alone again, and what may be done about it now. */
function gateLines(axis: string, gate: AxisGate): readonly string[] {
  const { daysNeeded, door, failNeeded, gradesNeeded, graded, passNeeded } = gate;
  const open =
    door === null
      ? []
      : [
          `${axis} may be graduated, the door of ${door} is open: improve-cron axis graduate ${axis} --reason STR`,
        ];
  if (door === "evidence") return open;
  const split =
    passNeeded === null || failNeeded === null || passNeeded + failNeeded === 0
      ? ""
      : ` (${passNeeded} PASS, ${failNeeded} FAIL)`;
  const grades =
    gradesNeeded === null
      ? "grades that cannot be counted yet"
      : `${countOf(gradesNeeded, "more grade")}${split}`;
  return [
    ...open,
    `${axis} needs ${grades} and ${countOf(daysNeeded, "more clean day")}` +
      `${door === null ? "" : " for the door of evidence"}, if all agree; fresh so far: ${graded.pass} PASS, ${graded.fail} FAIL`,
  ];
}

/** How large the gold set is, and what the latest run says of drift. */
function goldLines(axis: string, gold: AxisStatus["gold"] | null): readonly string[] {
  if (gold === null || gold === undefined) return [];
  const { run, because, size } = gold;
  const drift = run === null ? goldBecause(because ?? "no-run") : driftSentence(run.drift);
  return [`${axis}: gold, ${goldSizeWords(size)}`, `${axis}: drift, ${drift}`];
}

/** Where late or changed grades have moved the last closed month: the table shows its figures of now beside its decision of then. */
export function byNowLines(shown: AxisStatus): readonly string[] {
  const {
    axis,
    byNow,
    decidedOn,
    decision,
    graded,
    kappa,
    overrides,
    pBelowThreshold,
    period,
    streak,
    table,
  } = shown;
  if (
    byNow === undefined ||
    decidedOn === undefined ||
    decision === undefined ||
    graded === undefined ||
    kappa === undefined ||
    overrides === undefined ||
    pBelowThreshold === undefined ||
    streak === undefined ||
    table === undefined ||
    decidedOn === null
  )
    return [];
  const sentence = byNowSentence({
    byNow,
    decidedOn,
    decision,
    graded,
    kappa,
    overrides,
    pBelowThreshold,
    streak,
    table,
  });
  if (sentence === null) return [];
  const { kappa: kappaThen, table: then } = decidedOn;
  return [
    `${axis}: ${period ?? "its last month"} was decided (${decision.action}) on kappa ${kappaCell(kappaThen)}, ` +
      `${countOf(then.pf, "override")} of ${then.pp + then.pf}; ${sentence}`,
  ];
}
