import type { Axis } from "../core/axis.ts";
import type { Month, MonthCount } from "../core/cycle.ts";
import { gatheredBy, gateOutlook, latestEpoch, monthOutlook } from "../core/epoch-effect.ts";
import { evidenceOfMonths, gradeItems, monthsSinceRestart } from "../core/evidence.ts";
import { addMonths, monthOf } from "../core/month.ts";
import { streakByMonth } from "../core/overrides.ts";
import { epochOf } from "../core/rubric.ts";
import type { EpochMonths, JudgedBy, RubricCheck, RubricReplay } from "../core/rubric-check.ts";
import { compareRubrics, type Flip, type RubricAnswer } from "../core/rubric-comparison.ts";
import { exposeLeaks, findLeaks } from "./keep-gold.ts";
import { policyOf, readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { rememberFlipped } from "./flipped-items.ts";

export interface RubricCheckRequest {
  readonly axis: Axis;
  readonly checked: RubricCheck["checked"];
  /** The text that was looked at; left out, no leak is looked for. */
  readonly text?: string;
  /** What became of a replay whose answers these are. */
  readonly replay?: RubricReplay;
  /** Fingerprint of the axis' own rubric file; null where there is none. */
  readonly axisFile: string | null;
  /** A critic's answers to the same items under the old and the edited rubric; null where none were given. */
  readonly answers: {
    readonly old: readonly RubricAnswer[];
    readonly edited: readonly RubricAnswer[];
  } | null;
}

/**
 * What does the edit of a rubric change: which epoch decides, what starts anew, what carries over, how many grades it takes
 * to judge the critic again, which answers flip, and which gold does the text quote? Writes two things only: which stored
 * verdicts flipped, so that the months that open next can ask about them, and what the rubric itself quotes, which leaves the
 * holdout.
 */
export async function checkRubric(context: CycleContext, request: RubricCheckRequest): Promise<RubricCheck> {
  const { axis, answers } = request;
  const { store } = context;
  const now = context.now();
  const { record } = await readAxisRecord(context, axis.name);
  const policy = policyOf(context, axis);
  const stored = await readStored(context, axis.name, record.counts, now);
  const edited = judgedBy(axis, request.checked.fingerprint, stored);
  const period = monthOf(now, context.timezone);

  const graded = gradeItems(record.items, record.observations, Number.POSITIVE_INFINITY);
  const closed = monthsSinceRestart(record, addMonths(period, 1), now).filter(
    ({ state }) => state !== "open",
  );
  const months = evidenceOfMonths(closed, graded);
  const begins = gatheredBy(months, edited.epoch, period, policy);
  const last = months.findLast(({ base }) => base.sampled > 0);
  const comparison = answers === null ? null : compareRubrics(answers.old, answers.edited);
  return {
    axis: axis.name,
    checked: request.checked,
    axisFile: request.axisFile,
    stored: stored === null ? null : { ...stored.by, lastAt: new Date(stored.lastAt).toISOString() },
    edited,
    change: changeOf(stored?.by ?? null, edited, record.counts),
    changed: stored === null ? [] : changedParts(stored.by, edited),
    earlier: monthsOf(edited.epoch, record.counts),
    open: (await store.listCycles({ axis: axis.name, state: "open" })).map((cycle) => ({
      period: cycle.period,
      epoch: cycle.epoch,
    })),
    months: [period, addMonths(period, 1)].map((month) =>
      monthOutlook(
        month,
        record.counts.filter((one) => one.period === month),
        { edited: edited.epoch, stored: stored?.by.epoch ?? null },
        { belowThreshold: context.sampling.belowThreshold, acceptRef: axis.acceptRef, lifted: false },
      ),
    ),
    restarts:
      stored === null || stored.by.epoch === edited.epoch
        ? null
        : gatheredBy(months, stored.by.epoch, period, policy),
    begins,
    carriesOver: {
      streak: streakByMonth(months, policy.streakGap).at(-1)?.streak ?? 0,
      status: axis.status,
    },
    gate: gateOutlook(
      begins.pool,
      {
        frame: typicalFrame(axis, record.counts),
        monthly: {
          pass: last?.base.sampled ?? context.sampling.passMin,
          fail: record.items.filter(
            (item) => item.period === last?.period && item.kind === "fail" && item.batch === 1,
          ).length,
        },
      },
      policy,
    ),
    comparison,
    flipped: comparison === null ? null : await rememberFlips(context, axis, comparison.flips, now),
    replay: request.replay ?? null,
    leaks: await leaksOf(context, request),
  };
}

/**
 * Looks for gold in the text; what the rubric itself quotes leaves the holdout at once. Probes that are still to be graded are
 * remembered alike, and not told of: whoever edits the rubric may be the one who grades them.
 */
async function leaksOf(context: CycleContext, request: RubricCheckRequest): Promise<RubricCheck["leaks"]> {
  const { axis, checked, text } = request;
  if (text === undefined) return [];
  const leaks = await findLeaks(context, axis.name, text);
  if (checked.kind === "axis-file" && leaks.length > 0)
    await exposeLeaks(context, axis.name, { text, fingerprint: checked.fingerprint });
  return leaks
    .filter(({ isBlind }) => !isBlind)
    .map(({ kind, id, shared, of, wasHoldout }) => ({ kind, id, shared, of, wasHoldout }));
}

interface StoredEpoch {
  readonly by: JudgedBy;
  readonly lastAt: number;
}

/** The epoch of the latest verdict. Only its fingerprint is counted; what it was made of, one of its verdicts tells. */
async function readStored(
  context: Pick<CycleContext, "store">,
  axis: string,
  counts: readonly MonthCount[],
  now: number,
): Promise<StoredEpoch | null> {
  // A verdict may be a day ahead of this clock.
  const epoch = latestEpoch(counts, Math.max(now, ...counts.map(({ lastAt }) => lastAt)));
  if (epoch === null) return null;
  const own = counts.filter((one) => one.epoch === epoch && one.word !== "ERROR" && one.count > 0);
  const [latest] = own.toSorted((a, b) => b.lastAt - a.lastAt);
  if (latest === undefined) return null;
  const verdict = await anyVerdict(context, axis, latest);
  return {
    by: { epoch, rubric: verdict?.rubric ?? "none", model: verdict?.model ?? "none" },
    lastAt: latest.lastAt,
  };
}

/** One verdict of a row of the rollup: it tells what an epoch is made of, whose fingerprint alone is counted. */
export async function anyVerdict(
  { store }: Pick<CycleContext, "store">,
  axis: string,
  { epoch, period, word, artifact }: MonthCount,
): Promise<{ readonly rubric: string; readonly model: string } | null> {
  if (word === "ERROR") return null;
  if (artifact === "none") {
    // Without anything to show it can never be drawn, so only the whole month has it.
    const verdicts = await store.listVerdicts({ axis, period, word });
    return verdicts.find(({ verdict }) => verdict.epoch === epoch)?.verdict ?? null;
  }
  const frame = { axis, period, epoch, watermark: Number.MAX_SAFE_INTEGER, acceptRef: true };
  const [drawn] = await store.drawSample({ ...frame, word, n: 1, skip: 0 });
  return drawn === undefined ? null : ((await store.readVerdict(drawn.key))?.verdict ?? null);
}

/** Where the axis file names no model, the critic names its own in each line, and goes on naming the one that it has. */
function judgedBy(axis: Axis, rubric: string, stored: StoredEpoch | null): JudgedBy {
  const model = axis.model ?? stored?.by.model ?? "none";
  return { epoch: epochOf({ rubric, model, settings: axis.settings }), rubric, model };
}

function changeOf(
  stored: JudgedBy | null,
  edited: JudgedBy,
  counts: readonly MonthCount[],
): RubricCheck["change"] {
  if (stored === null) return "first";
  if (stored.epoch === edited.epoch) return "none";
  return monthsOf(edited.epoch, counts) === null ? "new-epoch" : "earlier-epoch";
}

function changedParts(stored: JudgedBy, edited: JudgedBy): RubricCheck["changed"] {
  if (stored.epoch === edited.epoch) return [];
  const changed: RubricCheck["changed"][number][] = [];
  if (stored.rubric !== edited.rubric) changed.push("rubric");
  if (stored.model !== edited.model) changed.push("model");
  // Settings are known by the fingerprint alone: what neither rubric nor model explains is theirs.
  return changed.length === 0 ? ["settings"] : changed;
}

function monthsOf(epoch: string, counts: readonly MonthCount[]): EpochMonths | null {
  const own = counts.filter((one) => one.epoch === epoch && one.word !== "ERROR" && one.count > 0);
  const periods = own.map(({ period }) => period).toSorted();
  const [first, last] = [periods.at(0), periods.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { epoch, first, last, verdicts: own.reduce((sum, { count }) => sum + count, 0) };
}

/** What the axis' verdicts look like: the shares of its latest month with both words, else of all its months. */
function typicalFrame(
  axis: Axis,
  counts: readonly MonthCount[],
): { readonly pass: number; readonly fail: number } {
  const shown = counts.filter(
    ({ artifact }) => artifact === "snapshot" || (artifact === "ref" && axis.acceptRef),
  );
  const periods = [...new Set(shown.map(({ period }) => period))].toSorted();
  const recent = periods
    .map((period: Month) => sizes(shown.filter((one) => one.period === period)))
    .findLast(({ pass, fail }) => pass > 0 && fail > 0);
  return recent ?? sizes(shown);
}

function sizes(rows: readonly MonthCount[]): { readonly pass: number; readonly fail: number } {
  return {
    pass: sumOf(rows.filter(({ word }) => word === "PASS")),
    fail: sumOf(rows.filter(({ word }) => word === "FAIL")),
  };
}

function sumOf(rows: readonly MonthCount[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Keeps the flipped verdicts that can be shown for the next opening, beside those that wait already. */
async function rememberFlips(
  { store, sampling }: Pick<CycleContext, "store" | "sampling">,
  axis: Axis,
  flips: readonly Flip[],
  now: number,
): Promise<RubricCheck["flipped"]> {
  const known: string[] = [];
  const unknown: string[] = [];
  for (const { key, name } of flips) {
    const verdict = (await store.readVerdict(key))?.verdict;
    const shown =
      verdict?.artifact.kind === "snapshot" || (verdict?.artifact.kind === "ref" && axis.acceptRef);
    if (verdict?.axis === axis.name && verdict.word !== "ERROR" && shown) known.push(key);
    else unknown.push(name);
  }
  await rememberFlipped({ store }, axis.name, known, now);
  return { remembered: known.length, perMonth: sampling.riskMax, unknown };
}
