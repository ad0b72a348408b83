import type { HistoryRow } from "../core/history-row.ts";
import { countOf } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

/**
 * What a change of epoch restarted and what it carried over, as a sentence; null where there is nothing to say. That a
 * streak lies in several epochs is said where a rule reverts for it.
 *
 * @example "new rubric, model or settings since 2026-04 (epoch bbbbbbbbbbbb, before it aaaaaaaaaaaa): kappa's pool and CUSUM began anew, the streak carried over"
 */
export function epochSentence({
  decision,
  epoch,
  epochNotes,
  period,
  streak,
}: Pick<HistoryRow, "decision" | "epoch" | "epochNotes" | "period" | "streak">): string | null {
  if (epoch === null || epochNotes === undefined) return null;
  const { change, streakEpochs } = epochNotes;
  const sentences: string[] = [];
  if (change !== undefined) {
    const own = shortEpoch(epoch);
    const carried = change.streakMonths > 0 ? ", the streak carried over" : "";
    sentences.push(
      change.kind === "new"
        ? `new rubric, model or settings since ${period} (epoch ${own}, before it ${shortEpoch(change.after)}): ` +
            `kappa's pool and CUSUM began anew${carried}`
        : `epoch ${own} came back in ${period} (before it ${shortEpoch(change.after)}): it resumes its own pool ` +
            `(older months discounted) and CUSUM${carried}`,
    );
  }
  const revertsOnStreak = [decision.literal, decision.guarded].some(
    ({ action, reasons }) => action === "revert" && reasons.includes("streak"),
  );
  if (streakEpochs !== undefined && revertsOnStreak) {
    sentences.push(
      `the streak's ${countOf(streak, "month")} lie in ${streakEpochs} epochs: an edit does not end a streak`,
    );
  }
  return sentences.length === 0 ? null : sentences.join("; ");
}

function shortEpoch(epoch: string): string {
  return oneLine(epoch).slice(0, 12);
}
