import type { Month } from "../../src/core/cycle.ts";
import type { RateFigure } from "../../src/core/gold-agreement.ts";
import type { GoldMonth } from "../../src/core/gold-month.ts";
import { jeffreysInterval } from "../../src/core/intervals.ts";
import { addMonths } from "../../src/core/month.ts";
import { chance } from "./made-axis.ts";

/** The gold run of a month; null where it has none. */
export function madeGold(axis: string, period: Month, shift: number): GoldMonth | null {
  const [year = 0, month = 0] = period.split("-").map(Number);
  const random = chance(axis.length * 131 + year * 12 + month + shift);
  if (random() < 0.2) return null;
  const agreement = figure(24 + Math.floor(random() * 5), 30);
  const none = figure(0, 0);
  const figures = { agreement, truePass: none, trueFail: none, escape: none };
  const flipped = figure(Math.floor(random() * 4), 30);
  return {
    because: null,
    size: {
      items: 60,
      holdout: 30,
      exposed: 30,
      pass: 36,
      fail: 24,
      probes: 8,
      retired: 0,
      target: { low: 200, high: 500 },
      perMonth: 6,
      enoughIn: null,
      because: "too-far",
    },
    run: {
      id: `${axis}-${period}`,
      state: "done",
      startedAt: `${period}-01T13:00:00.000Z`,
      rubric: "a".repeat(64),
      planned: 30,
      answered: 30,
      noVerdict: 0,
      judge: null,
      holdout: figures,
      exposed: figures,
      judgedTwice: none,
      drift: {
        cause: "none",
        because: [],
        changes: [],
        since: addMonths(period, -1),
        flips: { flipped, passToFail: flipped.count, failToPass: 0, p: 1 },
        passShare: null,
      },
      truePassRate: {
        status: "undefined",
        value: null,
        low: null,
        high: null,
        because: "no-data",
        goldItems: 0,
      },
    },
  };
}

function figure(count: number, n: number): RateFigure {
  const { high, low } = jeffreysInterval(count, n);
  return { count, n, rate: n === 0 ? null : count / n, low, high };
}
