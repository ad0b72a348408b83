import { agreementOf } from "./agreement.ts";
import type { Interval } from "./intervals.ts";
import type { AgreementTable, Measured } from "./kappa.ts";

/** The 97.5% point of the standard normal distribution. */
const normalQuantile975 = 1.959963984540054;

/** Large-sample errors of a plain table of n items, for display: an interval for decisions is `kappaInterval`. */
export interface AgreementErrors {
  /** Asymptotic standard error of kappa. It is 0 when all agree, so it must never carry an interval there. */
  readonly kappa: Measured;
  /** The same if the true kappa were 0, good for nothing but the test of that. */
  readonly kappaIfIndependent: Measured;
  /** kappa over its error under independence; about normal if the true kappa is 0. */
  readonly z: Measured;
  /** kappa -+ 1.96 errors, not clipped to [-1, 1], as vcd and statsmodels print it. */
  readonly wald: Interval;
  readonly pabak: Measured;
  readonly ac1: Measured;
}

/**
 * How far may kappa, PABAK and AC1 be off by chance in a table of n items graded one by one?
 *
 * Each is the spread of the measure's linear part over the cells, sqrt(sum p (d - mean d)^2 / n):
 * a sum of squares, where the published expansions subtract nearly equal numbers and lose half the digits
 * when the true error is 0.
 *   kappa: d = ([agree](1 - pe) - (1 - po)(column share of the row's word + row share of the column's)) / (1 - pe)^2
 *   kappa, independent: 2 sqrt(a (1-a) b (1-b) / n) / (1 - pe), a and b the PASS shares
 *
 * Sources: Fleiss, Cohen and Everitt 1969, Psychological Bulletin 72:323; Gwet 2008.
 * @example agreementErrors({ pp: 20, pf: 5, fp: 10, ff: 15 }).kappa // { status: "ok", value: 0.126996… }
 */
export function agreementErrors(table: AgreementTable): AgreementErrors {
  const { kappa, observed, expected, ac1 } = agreementOf(table);
  if (observed.status === "undefined" || expected.status === "undefined" || ac1.status === "undefined") {
    const none: Measured =
      observed.status === "undefined" ? observed : { status: "undefined", because: "no-data" };
    return { kappa: none, kappaIfIndependent: none, z: none, wald: noInterval(none), pabak: none, ac1: none };
  }
  const n = table.pp + table.pf + table.fp + table.ff;
  const criticPass = (table.pp + table.pf) / n;
  const founderPass = (table.pp + table.fp) / n;
  const po = observed.value;
  const passShare = (criticPass + founderPass) / 2;
  const byChance = 2 * passShare * (1 - passShare);
  const gwet = spread(table, (agree, pass) => {
    const slope = (2 * (1 - ac1.value)) / (1 - byChance);
    return Number(agree) / (1 - byChance) - slope * (passShare + pass * (1 - 2 * passShare));
  });
  const simple = {
    pabak: measured(2 * Math.sqrt((po * (1 - po)) / n)),
    ac1: measured(gwet),
  };
  if (kappa.status === "undefined") {
    return { kappa, kappaIfIndependent: kappa, z: kappa, wald: noInterval(kappa), ...simple };
  }
  const beyondChance = 1 - expected.value;
  const error = spread(table, (agree, _pass, critic, founder) => {
    // How much one more item of this cell moves the agreement that the margins alone would give.
    const columnOfRowWord = critic ? founderPass : 1 - founderPass;
    const rowOfColumnWord = founder ? criticPass : 1 - criticPass;
    return (
      (Number(agree) * beyondChance - (1 - po) * (columnOfRowWord + rowOfColumnWord)) / beyondChance ** 2
    );
  });
  const independent =
    (2 * Math.sqrt((criticPass * (1 - criticPass) * founderPass * (1 - founderPass)) / n)) / beyondChance;
  return {
    kappa: measured(error),
    kappaIfIndependent: measured(independent),
    z:
      kappa.because === undefined
        ? measured(kappa.value / independent)
        : { status: "undefined", because: kappa.because },
    wald: {
      status: "ok",
      low: kappa.value - normalQuantile975 * error,
      high: kappa.value + normalQuantile975 * error,
    },
    ...simple,
  };
}

type LinearPart = (agree: boolean, passWords: number, criticPass: boolean, founderPass: boolean) => number;

/** Standard error of a mean of n items whose cell alone decides their part. `passWords` is 0, 1/2 or 1. */
function spread({ pp, pf, fp, ff }: AgreementTable, part: LinearPart): number {
  const n = pp + pf + fp + ff;
  const cells = [
    { share: pp / n, part: part(true, 1, true, true) },
    { share: pf / n, part: part(false, 0.5, true, false) },
    { share: fp / n, part: part(false, 0.5, false, true) },
    { share: ff / n, part: part(true, 0, false, false) },
  ];
  const mean = cells.reduce((sum, cell) => sum + cell.share * cell.part, 0);
  const variance = cells.reduce((sum, cell) => sum + cell.share * (cell.part - mean) ** 2, 0);
  return Math.sqrt(variance / n);
}

function measured(value: number): Measured {
  return { status: "ok", value };
}

function noInterval(none: Measured): Interval {
  const because = none.status === "undefined" ? none.because : "no-data";
  return { status: "undefined", because, low: null, high: null };
}
