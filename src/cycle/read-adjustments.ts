import { type AdjustmentEffect, adjustmentEffect, type GradedPass } from "../core/adjustment-effect.ts";
import type { AdjustmentProposal, InstructionSize } from "../core/adjustment-record.ts";
import { headingForm } from "../core/adjustments.ts";
import type { Axis } from "../core/axis.ts";
import { type DeletionCandidate, deletionRequest } from "../core/deletion-request.ts";
import {
  type ClauseGroup,
  disagreeingVerdicts,
  disagreementsByClause,
  type SaidOfVerdict,
} from "../core/disagreements-by-clause.ts";
import { type AxisRecord, gradeItems } from "../core/evidence.ts";
import { type InstructionGrowth, instructionGrowth } from "../core/instruction-growth.ts";
import { instructionRules } from "../core/instruction-rules.ts";
import type { InstructionReading } from "../core/instructions.ts";
import { buildLedger, type LedgerEntry, overrideProposals } from "../core/ledger.ts";
import { readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";

/** What is needed of the month's world to read the ledger. */
export type LedgerContext = Pick<CycleContext, "instructions" | "now" | "readAxes" | "readRubric" | "store">;

/** The ledger with what speaks for and against its entries. */
export interface AdjustmentView {
  /** Ascending by first proposal. */
  readonly entries: readonly LedgerEntry[];
  /** One for each applied entry that something can be counted of. */
  readonly effects: readonly AdjustmentEffect[];
  readonly growth: readonly InstructionGrowth[];
  /** At most three. */
  readonly deletions: readonly DeletionCandidate[];
  readonly files: readonly InstructionReading[];
  /** What the founder's disagreements ask for, kept or not. */
  readonly overrides: readonly AdjustmentProposal[];
}

/**
 * Reads the ledger: what panels and dialogues proposed, what the founder's disagreements of closed months ask for, how the
 * instruction files grew and what stands in them. Stores nothing.
 */
export async function readAdjustments(context: LedgerContext): Promise<AdjustmentView> {
  const { instructions, store } = context;
  const axes = await readDisagreements(context);
  const overrides = axes.flatMap(({ proposals }) => proposals);
  const entries = buildLedger(await store.listAdjustments(), {
    axes: new Set(axes.map(({ axis }) => axis)),
    proposals: overrides,
  });
  const files = await instructions.read(instructionNames(context, entries));
  const effects = await readEffects(context, entries, axes);
  const rules = files.flatMap((file) => (file.kind === "file" ? instructionRules(file) : []));
  return {
    entries,
    effects,
    growth: instructionGrowth(await store.listInstructionSizes(), entries),
    deletions: deletionRequest({ rules, entries, effects, now: context.now() }),
    files,
    overrides,
  };
}

/** The files that are looked at: those of the config, and those that an entry names, by name. */
function instructionNames(
  { instructions }: Pick<LedgerContext, "instructions">,
  entries: readonly LedgerEntry[],
): readonly string[] {
  const names = new Set([...instructions.files, ...entries.map(({ file }) => file)]);
  return [...names].toSorted((a, b) => (a < b ? -1 : 1));
}

/** What was measured of the files that could be read. */
export function measurementsOf(files: readonly InstructionReading[], at: number): readonly InstructionSize[] {
  return files.flatMap((file) => {
    if (file.kind !== "file") return [];
    const { bytes, commit, lines, sha256 } = file;
    return [{ file: file.file, at, bytes, lines, sha256, commit }];
  });
}

interface AxisDisagreements {
  readonly axis: string;
  readonly record: AxisRecord;
  readonly groups: readonly ClauseGroup[];
  readonly proposals: readonly AdjustmentProposal[];
}

/** The disagreements of each axis by rule. An axis without a rubric file has nothing that could be edited. */
async function readDisagreements(context: LedgerContext): Promise<readonly AxisDisagreements[]> {
  const all: AxisDisagreements[] = [];
  for (const axis of context.readAxes()) {
    if (axis.rubricPath === null) continue;
    const { record } = await readAxisRecord(context, axis.name);
    const groups = await groupsOf(context, axis, record);
    const file = context.instructions.nameOf(axis.rubricPath);
    all.push({ axis: axis.name, record, groups, proposals: overrideProposals(axis.name, file, groups) });
  }
  return all;
}

async function groupsOf(
  context: LedgerContext,
  axis: Axis,
  record: AxisRecord,
): Promise<readonly ClauseGroup[]> {
  const said = new Map<string, SaidOfVerdict>();
  for (const key of disagreeingVerdicts(record)) {
    const stored = await context.store.readVerdict(key);
    if (stored !== null) said.set(key, { reason: stored.verdict.reason, meta: stored.verdict.meta });
  }
  return disagreementsByClause(record, {
    rubric: context.readRubric(axis)?.text ?? null,
    said: (key) => said.get(key) ?? null,
  });
}

async function readEffects(
  context: LedgerContext,
  entries: readonly LedgerEntry[],
  axes: readonly AxisDisagreements[],
): Promise<readonly AdjustmentEffect[]> {
  const applied = entries.filter(({ state }) => state.kind === "applied");
  if (applied.length === 0) return [];
  const concerned = new Set(applied.flatMap((entry) => entry.axes));
  const graded: GradedPass[] = [];
  for (const one of axes.filter(({ axis }) => concerned.has(axis))) {
    graded.push(...(await gradedPasses(context, one)));
  }
  const runs = new Map(
    (await context.store.listPanelRuns())
      .filter(({ complete }) => complete)
      .map(({ at, axis, runId }) => [`${axis}\n${runId}`, { axis, runId, at }]),
  );
  return applied.flatMap(
    (entry) => adjustmentEffect(entry, { entries, graded, runs: [...runs.values()] }) ?? [],
  );
}

/** The founder's grades of passed work of closed months, at the instants of the verdicts. */
async function gradedPasses(
  { store }: Pick<LedgerContext, "store">,
  { axis, groups, record }: AxisDisagreements,
): Promise<readonly GradedPass[]> {
  const rules = new Map(
    groups.flatMap(({ clause, disagreements }) =>
      disagreements.map(({ ref }) => [ref, clause === null ? "" : headingForm(clause)] as const),
    ),
  );
  const closed = new Set(record.cycles.filter(({ state }) => state === "closed").map(({ period }) => period));
  const items = record.items.filter(({ kind, period }) => kind === "pass" && closed.has(period));
  const passes: GradedPass[] = [];
  for (const { grade, item } of gradeItems(items, record.observations, Number.POSITIVE_INFINITY)) {
    if (grade !== "PASS" && grade !== "FAIL") continue;
    const stored = await store.readVerdict(item.verdictKey);
    if (stored === null) continue;
    const overriddenOn = grade === "FAIL" ? (rules.get(item.ref) ?? "") : null;
    passes.push({ axis, at: stored.verdict.at, overriddenOn });
  }
  return passes;
}
