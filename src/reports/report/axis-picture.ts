import type { ReportAxis } from "../../core/report-axis.ts";
import type { ReportData } from "../../core/report-data.ts";
import { standingWord } from "./axis-words.ts";
import { kappaWords, overrideWords } from "./figure-words.ts";
import { monthScale, shortMonth } from "./month-scale.ts";
import { volumePanel } from "./count-panels.ts";
import { kappaPanel } from "./kappa-panel.ts";
import { overridePanel } from "./rate-panels.ts";
import { shortName } from "./short-name.ts";
import { type Piece, standalonePicture } from "./standalone.ts";

const size = { width: 420, height: 140 };

/**
 * The picture of one axis for the vault: kappa, override rate and volume over the months. Agents read the vault, so there
 * is no artifact text, no reason and no word on an open month in it.
 */
export function axisPicture(data: Pick<ReportData, "months">, axis: ReportAxis): string {
  const scale = monthScale(data.months);
  const latest = axis.months.findLast(({ state }) => state === "closed");
  const piece = (heading: string, note: string, draw: typeof kappaPanel, height = size.height): Piece => ({
    heading,
    note,
    height,
    drawing: draw(
      { id: heading.replaceAll(/\W+/g, "-").toLowerCase(), title: heading, description: note },
      axis,
      scale,
      { ...size, height },
    ),
  });
  const kappa =
    latest === undefined ? "no month is closed yet" : `${shortMonth(latest.period)}: ${kappaWords(latest)}`;
  const overrides = latest === undefined ? "" : (overrideWords(latest).split(";", 1)[0] ?? "");
  return standalonePicture({
    width: size.width,
    title: shortName(axis.axis, 44),
    subtitle: `${standingWord(axis)} · dashed: kappa ${axis.policy.kappaThreshold}, and the override rate that it means`,
    description: `Kappa, override rate and verdicts of ${axis.axis} by month. ${kappa}. Overrides: ${overrides}.`,
    pieces: [
      piece("Kappa", kappa, kappaPanel),
      piece("Override rate", overrides, overridePanel),
      piece("Verdicts", "FAIL on top of PASS", volumePanel, 92),
    ],
  });
}
