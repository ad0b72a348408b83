import type { ReportAxis } from "../../core/report-axis.ts";
import { showNumber } from "../numbers.ts";
import { kappaWords } from "./figure-words.ts";
import { ruleX, ruleY } from "./marks.ts";
import { changeMarks, epochBreaks, monthAxis, type MonthScale, placed } from "./month-scale.ts";
import { bar, canvas, estimates, gaps, heights, panelSize, tips } from "./panel-parts.ts";
import { drawPicture, type Picture } from "./picture.ts";

/** Lowest kappa that is drawn; the table tells the number of what lies below. */
const lowestKappa = -0.2;

/** Kappa with its interval over the months. */
export function kappaPanel(picture: Picture, axis: ReportAxis, scale: MonthScale, size = panelSize): string {
  const months = placed(scale, axis.months);
  const known = months.flatMap(({ kappa, x }) => {
    if (kappa.value === null) return [];
    return [
      {
        x,
        value: kappa.value,
        low: kappa.low,
        high: kappa.high,
        isAlarming: kappa.value < axis.policy.kappaThreshold,
      },
    ];
  });
  const bounded = months.flatMap(({ kappa, x }) =>
    kappa.value === null && kappa.bounds !== null ? [{ x, low: kappa.bounds[0], high: kappa.bounds[1] }] : [],
  );
  const y = [lowestKappa, 1] as const;
  return drawPicture(picture, canvas(scale, size, y), [
    ...heights([0, 0.5, 1], (one) => showNumber(one, 1), lowestKappa),
    ruleY([0], { stroke: "var(--hair)" }),
    ...bar(axis.policy.kappaThreshold, String(axis.policy.kappaThreshold)),
    ...monthAxis(scale, lowestKappa),
    ...epochBreaks(months),
    ruleX(bounded, { x: "x", y1: "low", y2: "high", stroke: "var(--muted)", strokeDasharray: "2,2" }),
    ...estimates(scale, months, known, ({ kappa }) => kappa.value),
    gaps(months, ({ kappa }) => kappa.value !== null || kappa.bounds !== null, lowestKappa),
    ...changeMarks(scale, axis.changes, 1),
    tips(months, y, (month) => kappaWords(month)),
  ]);
}
