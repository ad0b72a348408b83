import type { GoldFigures } from "../core/gold-agreement.ts";
import type { NoAnswerCounts, RubricCheck, RubricReplay } from "../core/rubric-check.ts";
import { goldBecause } from "./gold-words.ts";
import { countOf, showInterval, showNumber } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

/** Ids and counts: whoever edits the rubric reads this, and must not see the texts. */
export function leakLines({ checked, leaks }: RubricCheck): readonly string[] {
  const lines = leaks.map(
    ({ kind, id, of, shared, wasHoldout }) =>
      `${kind} ${id.slice(0, 18)}: ${shared} of ${countOf(of, "run")} of eight words${wasHoldout || kind === "probe" ? "" : ", exposed before"}`,
  );
  const news = leaks.filter(({ kind, wasHoldout }) => kind === "gold" && wasHoldout).length;
  const left = news === 1 ? "has left" : "have left";
  const what = checked.kind === "axis-file" ? left : "would leave";
  return [
    ...lines,
    news === 0
      ? "none of them was in the holdout"
      : `${countOf(news, "item")} ${what} the holdout for good: a critic that was told the answer is not measured by it`,
  ];
}

/** What became of judging the latest verdicts and the gold again under both rubrics. */
export function replayLines(replay: RubricReplay): readonly string[] {
  const { because, calls, costUsd, gold, items, judged } = replay;
  const cost = costUsd === 0 ? "" : `, ${showNumber(costUsd, 2)} USD`;
  const early = because === null ? "" : `; ended early: ${goldBecause(because)}`;
  return [
    `${judged} of ${countOf(items, "recent verdict")} judged again under both rubrics${noAnswerWords(replay.noAnswer)}, ` +
      `${countOf(calls, "call")}${cost}${early}`,
    ...(gold === null
      ? ["no gold in the holdout to judge beside them"]
      : [
          `gold (holdout): ${gold.judged} of ${countOf(gold.items, "item")} judged under both${noAnswerWords(gold.noAnswer)}`,
        ]),
    ...(gold === null || gold.judged === 0
      ? []
      : [`agreement with gold (holdout): old ${goldWords(gold.old)}; edited ${goldWords(gold.edited)}`]),
  ];
}

/** Which kinds of failure kept items from being judged, the most frequent first. */
function noAnswerWords(noAnswer: NoAnswerCounts): string {
  const kinds = Object.entries(noAnswer)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${count} ${oneLine(kind.replaceAll("-", " "), 40)}`);
  return kinds.length === 0 ? "" : ` (${kinds.join(", ")})`;
}

function goldWords({ agreement, escape }: GoldFigures): string {
  const rate = `${agreement.count} of ${agreement.n} ${showInterval(agreement.low, agreement.high)}`;
  return escape.n === 0 ? rate : `${rate}, ${escape.count} of ${countOf(escape.n, "probe")} let through`;
}
