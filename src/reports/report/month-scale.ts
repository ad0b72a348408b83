import type { Month } from "../../core/cycle.ts";
import type { ReportChange } from "../../core/report-axis.ts";
import type { ReportMonth } from "../../core/report-month.ts";
import { type Mark, ruleX, text } from "./marks.ts";

/** Fewer months than these do not fill the width: one month alone is a point, not a wall. */
const fewestSlots = 6;

/** The months of a report side by side, the same in all of its pictures. */
export interface MonthScale {
  readonly months: readonly Month[];
  readonly domain: readonly [low: number, high: number];
  /** Where a month stands; null where it is not on the scale. */
  readonly at: (month: Month) => number | null;
}

/** Places months by their order, so that a picture is as wide for one as for twenty-four. */
export function monthScale(months: readonly Month[]): MonthScale {
  const places = new Map(months.map((month, index) => [month, index] as const));
  const room = Math.max(0, fewestSlots - months.length) / 2;
  return {
    months,
    domain: [-0.6 - room, months.length - 0.4 + room],
    at: (month) => places.get(month) ?? null,
  };
}

/** A month with its place. */
export type Placed = ReportMonth & { readonly x: number };

export function placed(scale: MonthScale, months: readonly ReportMonth[]): readonly Placed[] {
  return months.flatMap((month) => {
    const x = scale.at(month.period);
    return x === null ? [] : [{ ...month, x }];
  });
}

/** The first and last month by name, and a hairline before each January. */
export function monthAxis(scale: MonthScale, y: number): Mark[] {
  const [first, last] = [scale.months[0], scale.months.at(-1)];
  const years = scale.months.flatMap((month, x) => (x > 0 && month.endsWith("-01") ? [x - 0.5] : []));
  const name = { y, dy: 12, fill: "var(--muted)" } as const;
  const marks: Mark[] = [ruleX(years, { stroke: "var(--hair)" })];
  if (first === undefined || last === undefined) return marks;
  if (scale.months.length < fewestSlots) {
    const span = spanWords(first, last);
    return [
      ...marks,
      text([(scale.months.length - 1) / 2], { ...name, x: (one: number) => one, text: () => span }),
    ];
  }
  const ends = [
    { x: -0.4, month: first, textAnchor: "start" as const },
    { x: scale.months.length - 0.6, month: last, textAnchor: "end" as const },
  ];
  return [
    ...marks,
    ...ends.map(({ month, textAnchor, x }) =>
      text([x], { ...name, x: (one: number) => one, textAnchor, text: () => shortMonth(month) }),
    ),
  ];
}

const names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** `May 2026`, `Apr to May 2026`, `Dec 2025 to Jan 2026`. */
export function spanWords(first: Month, last: Month): string {
  if (first === last) return shortMonth(first);
  const start = shortMonth(first);
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${isOneYear ? start.slice(0, 3) : start} to ${shortMonth(last)}`;
}

/** `May 2026`. */
export function shortMonth(month: Month): string {
  const [year = "", number = ""] = month.split("-");
  return `${names[Number(number) - 1] ?? number} ${year}`;
}

/** A dotted line where a new epoch begins: figures on its two sides are not to be joined. */
export function epochBreaks(months: readonly Placed[]): Mark[] {
  return [
    ruleX(
      months.filter(({ startsEpoch }) => startsEpoch),
      { x: ({ x }: Placed) => x - 0.5, stroke: "var(--muted)", strokeDasharray: "1.5,2.5" },
    ),
  ];
}

/** Runs of months that may be joined by a line: side by side, of one epoch, each with a figure. */
export function joinedRuns<Value>(
  months: readonly Placed[],
  valueOf: (month: Placed) => Value | null,
): readonly { readonly x: number; readonly value: Value; readonly run: number }[] {
  let run = 0;
  let before: number | null = null;
  return months.flatMap((month) => {
    const value = valueOf(month);
    if (value === null) return [];
    if (month.startsEpoch || before !== month.x - 1) run += 1;
    before = month.x;
    return [{ x: month.x, value, run }];
  });
}

const changeWords: Readonly<Record<ReportChange["kind"], { glyph: string; word: string; fill: string }>> = {
  reverted: { glyph: "▼", word: "reverted", fill: "var(--alarm)" },
  assisted: { glyph: "▽", word: "assisted by hand", fill: "var(--alarm)" },
  graduated: { glyph: "▲", word: "re-graduated", fill: "var(--good)" },
  other: { glyph: "◇", word: "status by hand", fill: "var(--muted)" },
};

/** What a change of status is called. */
export function changeWord({ kind }: ReportChange): string {
  return changeWords[kind].word;
}

/** Reverts and re-graduations, marked at the upper edge; words beside them where they are few. */
export function changeMarks(
  scale: MonthScale,
  changes: readonly ReportChange[],
  y: number,
  isSmall = false,
): Mark[] {
  const shown = changes.flatMap((change) => {
    const x = scale.at(change.period);
    return x === null ? [] : [{ ...changeWords[change.kind], x }];
  });
  const middle = (scale.domain[0] + scale.domain[1]) / 2;
  return shown.flatMap(({ fill, glyph, word, x }) => {
    const isLeft = x <= middle;
    const alone = !isSmall && shown.every((other) => other.x === x || Math.abs(other.x - x) > 8);
    const label = !alone ? glyph : isLeft ? `${glyph} ${word}` : `${word} ${glyph}`;
    const anchor = !alone ? ("middle" as const) : isLeft ? ("start" as const) : ("end" as const);
    return [
      ruleX([x], { stroke: fill, strokeOpacity: 0.5 }),
      text([x], {
        x: (one: number) => one,
        y,
        dx: alone ? (isLeft ? -4 : 4) : 0,
        dy: -6,
        text: () => label,
        textAnchor: anchor,
        fill,
      }),
    ];
  });
}
