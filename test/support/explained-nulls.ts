/** A null of a JSON answer: where it stands (list positions left out), and the objects and lists around it, innermost first. */
interface Null {
  readonly path: string;
  readonly around: readonly Holder[];
}

type Holder = Readonly<Record<string, unknown>>;

/** Says by the objects around it whether a null is what the documentation says a null means there. */
type Explanation = (...around: readonly Holder[]) => boolean;

/** A null that says by itself that there is none of it: no reason given, no hint needed, nothing in its place. */
const none: Explanation = () => true;

/** Nulls of a history row, by their place in it. `history --json` says with each why there is no number. */
const inRow: Readonly<Record<string, Explanation>> = {
  epoch: (row) =>
    row?.["state"] === "skipped" ||
    numberAt(row, "verdicts", "pass") + numberAt(row, "verdicts", "fail") === 0,
  supersededBy: none,
  due: (row) => row?.["state"] === "below-threshold" || row?.["state"] === "skipped",
  "kappa.value": hasReason,
  "kappa.low": hasReason,
  "kappa.high": hasReason,
  "kappa.because": (kappa) => kappa?.["status"] === "ok" && typeof kappa["value"] === "number",
  "kappa.bounds": (kappa) => kappa?.["because"] !== "ungraded-stratum",
  ...Object.fromEntries(
    ["raw", "pabak", "ac1", "onPass", "onFail", "prevalenceIndex", "biasIndex", "majority"]
      .concat("prevalenceWarning")
      .map((name) => [`agreement.${name}`, hasReason]),
  ),
  ...Object.fromEntries(
    ["raw", "pabak", "ac1", "onPass", "onFail"].map((name): [string, Explanation] => [
      `agreement.intervals.${name}`,
      (_, agreement) => agreement?.[name] === null,
    ]),
  ),
  "agreement.because": (agreement) => typeof agreement?.["raw"] === "number",
  "truePassRate.value": hasReason,
  "truePassRate.low": hasReason,
  "truePassRate.high": hasReason,
  "truePassRate.because": (rate) => rate?.["status"] === "ok" && typeof rate["value"] === "number",
  "selfAgreement.rate": hasReason,
  "selfAgreement.low": hasReason,
  "selfAgreement.high": hasReason,
  "selfAgreement.because": (agreement) => typeof agreement?.["rate"] === "number",
  "disagreements.reason": none,
  pool: (row) => row?.["state"] !== "closed",
  cusum: (row) => row?.["state"] !== "closed",
  pOverrideAboveInStreak: (row) => row?.["state"] !== "closed" || row["streak"] === 0,
  // Grading is blind: of an open month nothing is told that splits its grades by the critic's word.
  ...Object.fromEntries(
    ["provisional", "cantTell", "overrides", "reverseOverrides"].map((name) => [name, isOpen]),
  ),
  ...Object.fromEntries(
    ["graded.pass", "graded.fail", "graded.probe", "graded.risk"]
      .concat(["table.pp", "table.pf", "table.fp", "table.ff", "escape.escaped", "escape.graded"])
      .concat("selfAgreement.month")
      .map((path): [string, Explanation] => [path, (_, row) => isOpen(row)]),
  ),
  "agreement.n.pass": (_, agreement) => agreement?.["because"] === "open",
  "agreement.n.fail": (_, agreement) => agreement?.["because"] === "open",
  decidedOn: (row) => row?.["state"] !== "closed",
  byNow: (row) => row?.["state"] !== "closed",
  "decidedOn.kappa.value": hasReason,
  "decidedOn.kappa.low": hasReason,
  "decidedOn.kappa.high": hasReason,
  "decidedOn.kappa.because": (kappa) => kappa?.["status"] === "ok" && typeof kappa["value"] === "number",
  "decidedOn.kappa.bounds": (kappa) => kappa?.["because"] !== "ungraded-stratum",
  "decidedOn.pool": (_, row) => row?.["pool"] === null,
  "decidedOn.pBelowThreshold": (then) =>
    numberAt(then, "pool", "passGraded") === 0 || numberAt(then, "pool", "failGraded") === 0,
  "decidedOn.pOverrideAboveInStreak": (then) => then?.["streak"] === 0,
  pBelowThreshold: (row) =>
    row?.["pool"] === null ||
    numberAt(row, "pool", "passGraded") === 0 ||
    numberAt(row, "pool", "failGraded") === 0,
  overrideRateAtThreshold: (row) => numberAt(row, "frame", "pass") + numberAt(row, "frame", "fail") === 0,
  "escape.low": (escape, row) => escape?.["graded"] === 0 || isOpen(row),
  "escape.high": (escape, row) => escape?.["graded"] === 0 || isOpen(row),
  ...goldNulls(),
  "topUp.ended": (_, row) => row?.["state"] !== "closed",
  "decision.evidence": (_, row) =>
    row?.["state"] !== "closed" || numberAt(row, "graded", "pass") + numberAt(row, "graded", "fail") === 0,
};

/** Gold: none of it, no run, a rate of nothing, a run with nothing to be held against. */
function goldNulls(): Readonly<Record<string, Explanation>> {
  const rates = ["holdout", "exposed"].flatMap((half) =>
    ["agreement", "truePass", "trueFail", "escape"].map((name) => `gold.run.${half}.${name}`),
  );
  return {
    gold: none,
    "gold.because": (gold) => gold?.["run"] !== null,
    "gold.size.enoughIn": hasReason,
    "gold.size.because": (size) => typeof size?.["enoughIn"] === "string",
    "gold.run": hasReason,
    "gold.run.judge": (run) => run?.["answered"] === 0,
    ...Object.fromEntries(["cliVersion", "model", "prompt"].map((name) => [`gold.run.judge.${name}`, none])),
    ...Object.fromEntries(
      [...rates, "gold.run.judgedTwice", "gold.run.drift.flips.flipped"].flatMap((path) =>
        ["rate", "low", "high"].map((name): [string, Explanation] => [
          `${path}.${name}`,
          (rate) => rate?.["n"] === 0,
        ]),
      ),
    ),
    "gold.run.drift.since": (drift) => drift?.["cause"] === "unknown",
    "gold.run.drift.flips": (drift) => drift?.["cause"] === "unknown",
    "gold.run.drift.flips.p": (flips) => isHolder(flips?.["flipped"]) && flips["flipped"]["n"] === 0,
    "gold.run.drift.passShare": none,
    ...Object.fromEntries(
      ["value", "low", "high"].map((name) => [`gold.run.truePassRate.${name}`, hasReason]),
    ),
    "gold.run.truePassRate.because": (rate) => rate?.["status"] === "ok",
  };
}

const inHistory: Readonly<Record<string, Explanation>> = {
  ...inRow,
  because: (row) => row?.["state"] === "open" || row?.["state"] === "closed",
};

const waiting: Readonly<Record<string, Explanation>> = {
  // A step that concerns every axis or no month, or that waiting is enough for.
  "pending.period": none,
  "pending.axis": none,
  "pending.hint": none,
};

/** What may be null in the answer of each command, and when. */
const answers: Readonly<Record<string, Readonly<Record<string, Explanation>>>> = {
  history: inHistory,
  status: {
    ...Object.fromEntries(Object.entries(inRow).map(([path, explanation]) => [`axes.${path}`, explanation])),
    "axes.because": (row) => row?.["atRisk"] === false,
    // No critic said what it cost; no production cost is configured.
    "aggregate.judgeCostUsd": none,
    "aggregate.judgeCostShare": none,
    "judge.lastMonth.share": none,
    "judge.thisMonth.share": none,
    ...waiting,
  },
  run: {
    "opened.because": (opened) => opened?.["state"] === "open",
    "gold.because": (gold) => gold?.["state"] === "done",
    ...waiting,
  },
  doctor: { "checks.fix": (check) => check?.["ok"] === true },
  "queue list": {},
  "axis list": {
    // What the axis file does not say, and problems of a file as a whole.
    "axes.title": none,
    "axes.verdictLog": none,
    "problems.line": none,
    "problems.key": none,
  },
};

/** The nulls in a command's JSON answer that nothing around them explains. */
export function unexplainedNulls(command: string, answer: unknown): readonly string[] {
  const rules = answers[command];
  if (rules === undefined) throw new Error(`${command} has no list of nulls`);
  return nullsIn(answer, "", [])
    .filter(({ path, around }) => rules[path]?.(...around) !== true)
    .map(({ path, around }) => `${command}: ${path} in ${JSON.stringify(around[0])}`);
}

function nullsIn(value: unknown, path: string, around: readonly Holder[]): readonly Null[] {
  if (value === null) return [{ path, around }];
  if (Array.isArray(value)) return value.flatMap((one) => nullsIn(one, path, around));
  if (!isHolder(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    nullsIn(one, path === "" ? key : `${path}.${key}`, [value, ...around]),
  );
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOpen(row: Holder | undefined): boolean {
  return row?.["state"] === "open";
}

/** The number at a place two steps down; one that is not there is no count. */
function numberAt(holder: Holder | undefined, name: string, key: string): number {
  const inner = holder?.[name];
  const value = isHolder(inner) ? inner[key] : undefined;
  return typeof value === "number" ? value : Number.NaN;
}

/** The object that holds the null says why in one of the program's words. */
function hasReason(holder: Holder | undefined): boolean {
  const because = holder?.["because"];
  return typeof because === "string" && /^[a-z-]+$/.test(because);
}
