import type { GoldRunFigures } from "../core/gold-month.ts";
import type { GoldSize } from "../core/gold-set.ts";
import { driftSentence, goldSizeWords } from "./gold-words.ts";
import { noNumber, showPercent } from "./numbers.ts";
import { alignTable } from "./table.ts";
import { oneLine } from "./terminal-text.ts";

/** What the table shows of an item. */
interface ShownItem {
  readonly id: string;
  readonly label: string;
  readonly origin: string;
  readonly split: string;
  readonly failureMode: string | null;
  readonly admittedAt: string;
  readonly exposedBecause: string | null;
  readonly retiredBecause: string | null;
}

/** The gold sets, one line an axis; with `items` those of the axis too. Texts are not shown. */
export function renderGoldList(
  list: {
    readonly axes: readonly {
      readonly axis: string;
      readonly size: GoldSize;
      readonly latest: GoldRunFigures | null;
    }[];
    readonly items: readonly ShownItem[];
  },
  options: { readonly items: boolean },
): string {
  if (list.axes.length === 0)
    return "no gold yet: it comes of graded items and probes when their month closes (or: gold import)";
  const table = alignTable(
    ["axis", "items", "holdout", "exposed", "PASS", "FAIL", "probes", "retired", "agreement (holdout)"],
    list.axes.map(({ axis, latest, size }) => [
      axis,
      ...[size.items, size.holdout, size.exposed, size.pass, size.fail, size.probes, size.retired].map(
        String,
      ),
      latest === null || latest.holdout.agreement.rate === null
        ? noNumber
        : `${showPercent(latest.holdout.agreement.rate)} of ${latest.holdout.agreement.n}`,
    ]),
    { align: ["left", "right", "right", "right", "right", "right", "right", "right", "left"] },
  );
  const notes = list.axes.flatMap(({ axis, latest, size }) => [
    `${axis}: ${goldSizeWords(size)}`,
    ...(latest === null ? [] : [`${axis}: drift, ${driftSentence(latest.drift)}`]),
  ]);
  const items = alignTable(
    ["id", "label", "origin", "split", "admitted", "failure mode", "because"],
    list.items.map((item) => [
      item.id,
      item.label,
      item.origin,
      item.retiredBecause === null ? item.split : "retired",
      item.admittedAt.slice(0, 10),
      item.failureMode === null ? noNumber : oneLine(item.failureMode, 40),
      oneLine(item.retiredBecause ?? item.exposedBecause ?? noNumber, 40),
    ]),
  );
  return [...table, "", ...notes, ...(options.items ? ["", ...items] : [])].join("\n");
}
