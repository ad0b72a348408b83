import type { ReportAxis } from "../../core/report-axis.ts";
import type { ReportData } from "../../core/report-data.ts";
import { standingWord } from "./axis-words.ts";
import { latestKappa } from "./latest-kappa.ts";
import { changeMarks, joinedRuns, monthScale, type MonthScale, placed, spanWords } from "./month-scale.ts";
import { dot, line, type Mark, ruleX, ruleY, text } from "./marks.ts";
import { drawPicture, type Picture } from "./picture.ts";
import { shortName } from "./short-name.ts";
import { standalonePicture } from "./standalone.ts";

/** The small picture of one axis: kappa, its interval, the threshold, and where its status changed. The same height for all. */
export function kappaSpark(
  picture: Picture,
  axis: ReportAxis,
  scale: MonthScale,
  size = { width: 150, height: 54 },
): string {
  const months = placed(scale, axis.months);
  const known = months.flatMap(({ kappa: { high, low, value }, x }) =>
    value === null ? [] : [{ x, value, low, high, isBelow: value < axis.policy.kappaThreshold }],
  );
  const marks: Mark[] = [
    ruleY([-0.2], { stroke: "var(--hair)" }),
    ruleY([axis.policy.kappaThreshold], { stroke: "var(--doubt)", strokeDasharray: "4,3" }),
    ruleX(
      known.filter(({ low }) => low !== null),
      {
        x: "x",
        y1: "low",
        y2: "high",
        stroke: "var(--band)",
        strokeWidth: Math.max(2, Math.min(6, 60 / scale.months.length)),
      },
    ),
    line(
      joinedRuns(months, ({ kappa }) => kappa.value),
      { x: "x", y: "value", run: ({ run }) => run, stroke: "var(--data)", strokeWidth: 1.25 },
    ),
    // Where months are many, a point is drawn only where it says something: below the threshold, and the latest.
    dot(
      known.filter(
        ({ isBelow }, index) => scale.months.length <= 12 || isBelow || index === known.length - 1,
      ),
      { x: "x", y: "value", r: 2.2, fill: ({ isBelow }) => (isBelow ? "var(--alarm)" : "var(--data)") },
    ),
    text(
      months.filter(({ kappa }) => kappa.value === null),
      {
        x: "x",
        y: () => -0.2,
        dy: -5,
        fontSize: 8,
        text: ({ state }) => (state === "open" ? "○" : "–"),
        fill: "var(--muted)",
      },
    ),
    ...changeMarks(
      scale,
      axis.changes.filter(({ kind }) => kind !== "other"),
      1,
      true,
    ),
  ];
  const margin = { top: 9, right: 2, bottom: 2, left: 2 };
  return drawPicture(picture, { ...size, margin, x: scale.domain, y: [-0.2, 1] }, marks);
}

/** All axes in one picture for the vault, the most pressing first. */
export function overviewPicture(data: ReportData): string {
  const scale = monthScale(data.months);
  const [first, last] = [data.months[0], data.months.at(-1)];
  const span = first === undefined || last === undefined ? "no month yet" : spanWords(first, last);
  const width = 420;
  const spark = { width, height: 58 };
  return standalonePicture({
    width,
    title: "Critics, by risk",
    subtitle: `kappa with its 95% interval, ${span}; dashed: the threshold`,
    description: data.axes
      .map((axis) => `${axis.axis}: ${standingWord(axis)}, kappa ${latestKappa(axis).value}`)
      .join("; "),
    pieces: data.axes.map((axis) => {
      const { detail, value } = latestKappa(axis);
      return {
        heading: shortName(axis.axis, 28),
        note: `${standingWord(axis)} · ${value} ${shortName(detail.join(" "), 34)}`,
        height: spark.height,
        drawing: kappaSpark(
          { id: `s-${axis.axis}`, title: axis.axis, description: `kappa ${value} ${detail.join(", ")}` },
          axis,
          scale,
          spark,
        ),
      };
    }),
  });
}
