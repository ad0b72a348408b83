import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { probabilityKappaBelow } from "../../src/core/posterior.ts";
import { kappaInterval, type Strata } from "../../src/core/weighted-kappa.ts";
import { interleave, type Side } from "./compare.ts";
import { against, type Missing, type Result, type Row, resultOf } from "./result.ts";

/** A month with ten times the usual sample; the interval's cost does not depend on it, the bootstrap's does. */
const table = { pp: 55, pf: 10, fp: 8, ff: 27 };
const strata: Strata = {
  pass: { size: 650, graded: table.pp + table.pf, founderPass: table.pp },
  fail: { size: 350, graded: table.fp + table.ff, founderPass: table.fp },
};
const replicates = 10_000;
/** So many months are measured at once: a single one is over before the clock has moved. */
const months = 200;

/**
 * G9: interval and posterior of one axis and month, against the bootstrap that is usually written: 10,000 replicates with
 * scikit-learn where `python` can import it (a tenth of them is run and counted tenfold), and the same in plain JavaScript.
 */
export async function measureInterval(python: string, rounds: number): Promise<readonly Row[]> {
  const ours = "interval and posterior";
  const naive = "bootstrap in JavaScript";
  const sklearn = "bootstrap with scikit-learn";
  const sides: Side[] = [
    { name: ours, run: exact },
    { name: naive, run: bootstrap },
  ];
  const known = bySklearn(python, 1) !== null;
  if (known) sides.push({ name: sklearn, run: () => bySklearn(python, replicates / 10) ?? Number.NaN });
  const times = await interleave(sides, rounds);
  const line = { goal: "G9", what: ours } as const;
  const missing: Missing = {
    ...line,
    against: sklearn,
    because: `${python} cannot import scikit-learn here`,
  };
  return [
    against({ ...line, against: "10 ms", unit: "ms" }, times.get(ours) ?? [], 10),
    known ? resultOf(times, { ...line, against: sklearn, limit: 1 / 100 }) : missing,
    resultOf(times, { ...line, against: naive, limit: known ? null : 1 / 100 }),
    monteCarloError(),
  ];
}

let asked = 0;

/** Another month each time, in 1,600 of them, and no count of either stratum twice: answers that are kept shall not help. */
function nextMonth(): Strata {
  const [more, founderPass] = [asked % 40, Math.floor(asked / 40) % 40];
  asked += 1;
  return {
    pass: { ...strata.pass, graded: 65 + more, founderPass: 25 + founderPass },
    fail: { ...strata.fail, graded: 45 + more, founderPass },
  };
}

/** Milliseconds of one month. */
function exact(): number {
  const begun = performance.now();
  for (let month = 0; month < months; month += 1) {
    const own = nextMonth();
    const interval = kappaInterval(own);
    const below = probabilityKappaBelow(own, 0.6);
    if (interval.status !== "ok" || below.status !== "ok") throw new Error("a month without an interval");
  }
  return (performance.now() - begun) / months;
}

/** How far two answers to the same question differ: not at all where nothing is drawn. */
function monteCarloError(): Result {
  const answers = [1, 2, 3].map(() =>
    JSON.stringify([kappaInterval(strata), probabilityKappaBelow(strata, 0.6)]),
  );
  const differing = new Set(answers).size - 1;
  const what = "answers that differ when asked again";
  return against({ goal: "G9", what, against: "none", unit: "answers" }, [differing], 0);
}

/** Items drawn anew with replacement, kappa of each draw, the quantiles of all: with arrays of objects, as one writes it. */
function bootstrap(): number {
  const items = [
    ...Array.from({ length: table.pp }, () => ({ critic: true, founder: true })),
    ...Array.from({ length: table.pf }, () => ({ critic: true, founder: false })),
    ...Array.from({ length: table.fp }, () => ({ critic: false, founder: true })),
    ...Array.from({ length: table.ff }, () => ({ critic: false, founder: false })),
  ];
  const begun = performance.now();
  const values = Array.from({ length: replicates }, () => {
    const drawn = items.map(
      () => items[Math.floor(Math.random() * items.length)] ?? { critic: true, founder: true },
    );
    const share = (counts: (item: { critic: boolean; founder: boolean }) => boolean): number =>
      drawn.filter(counts).length / drawn.length;
    const [critic, founder] = [share((item) => item.critic), share((item) => item.founder)];
    const chance = critic * founder + (1 - critic) * (1 - founder);
    return (share((item) => item.critic === item.founder) - chance) / (1 - chance);
  }).toSorted((a, b) => a - b);
  const ms = performance.now() - begun;
  if (!((values[250] ?? 1) < (values[9749] ?? 0))) throw new Error("a bootstrap without an interval");
  return ms;
}

/** Milliseconds of 10,000 replicates, from so many; null where scikit-learn cannot be imported. */
function bySklearn(python: string, count: number): number | null {
  const { pp, pf, fp, ff } = table;
  const script = join(import.meta.dirname, "bootstrap.py");
  const { status, stdout } = spawnSync(python, [script, ...[count, pp, pf, fp, ff].map(String)], {
    encoding: "utf8",
  });
  return status === 0 ? (Number(stdout) * 1000 * replicates) / count : null;
}
