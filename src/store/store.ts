import type {
  AskedBatch,
  Cycle,
  CycleState,
  GradeObservation,
  Item,
  ItemState,
  Month,
  MonthCount,
  GradeOutcome,
} from "../core/cycle.ts";
import type {
  AdjustmentEvent,
  AdjustmentProposal,
  InstructionSize,
  KeptAdjustment,
} from "../core/adjustment-record.ts";
import type { CallPurpose, CallSum, CriticCall } from "../core/critic-call.ts";
import type { Decision, StatusChange } from "../core/decided.ts";
import type { DialogueOutcome } from "../core/dialogue-parts.ts";
import type {
  DialogueAppend,
  DialogueFile,
  DialogueQuarantine,
  DialogueRun,
  DialogueTurnRecord,
  KeptDialogue,
} from "../core/dialogue-record.ts";
import type { Effect, PlannedEffect } from "../core/effect.ts";
import type { GoldAnswer, GoldItem, GoldRun } from "../core/gold-record.ts";
import type {
  LogPosition,
  RecordOutcome,
  RejectedRow,
  VerdictBatch,
  VerdictReading,
  VerdictSink,
} from "../core/intake.ts";
import type { KeptFinding, PanelRunRecord, VerdictOnArtifact } from "../core/panel-record.ts";
import type { Probe, ProbeBatch, ProbeJudgement, ProbeMove, ProbeState } from "../core/probe.ts";
import type { Artifact, Verdict, VerdictWord } from "../core/verdict.ts";

export type { Decision, StatusChange } from "../core/decided.ts";

/**
 * Where improve-cron keeps what it knows. Every method is exactly one transaction, all of it or nothing,
 * durable when its promise resolves. Nothing here asks the time or throws dice: instants, ids and refs are arguments.
 * Times are epoch milliseconds UTC. Text order is never left to the engine.
 *
 * Verdicts, grades, decisions and status changes are only ever added.
 */
export interface Store extends VerdictSink {
  // --- verdicts -----------------------------------------------------------------------------------------------
  /**
   * Stores verdicts with their artifacts, and in the same transaction the place up to which a log was read
   * and the rows that were refused. One outcome per verdict, in order.
   */
  recordVerdicts(batch: VerdictBatch): Promise<readonly RecordOutcome[]>;
  /**
   * The same while the verdicts are being read, so that a long log is never held in memory: one transaction until the
   * reading ends, or throws, and then nothing is stored. It must not wait for anybody.
   */
  recordReading(reading: VerdictReading, storedAt: number): Promise<void>;
  readLogPosition(axis: string, path: string): Promise<LogPosition | null>;
  listRejects(): Promise<readonly RejectedRow[]>;
  /** The uncompressed bytes of a snapshot; null where it is unknown. */
  readArtifact(sha256: string): Promise<Uint8Array | null>;
  /**
   * Compresses snapshots that were stored uncompressed, at most `limit` of them, each after its bytes were compared. Answers
   * whether there may be more. One that gets no smaller is left and not looked at again.
   */
  packArtifacts(limit: number): Promise<{ readonly packed: number; readonly more: boolean }>;
  readVerdict(key: string): Promise<StoredVerdict | null>;
  /** Verdicts of one axis and month that carry this word, in order of their instants: for the error list of the month. */
  listVerdicts(filter: { axis: string; period: Month; word: VerdictWord }): Promise<readonly StoredVerdict[]>;

  // --- the month's frame --------------------------------------------------------------------------------------
  /** The monthly rollup, ascending by axis, period, epoch, word, artifact. */
  listMonthCounts(filter: { axis?: string; period?: Month }): Promise<readonly MonthCount[]>;
  /** The rollup of one month for all axes and the insertion mark that it stands for, read at one instant. */
  readMonth(period: Month): Promise<{ readonly counts: readonly MonthCount[]; readonly watermark: number }>;
  /** The n verdicts of a stratum with the smallest sampling keys, up to the mark, after skipping `skip` of them. */
  drawSample(draw: SampleDraw): Promise<readonly DrawnVerdict[]>;
  /** Lowest scores and highest costs of the frame, `limit` of each, ties by sampling key. */
  listRiskCandidates(draw: Omit<SampleDraw, "word" | "n" | "skip"> & { limit: number }): Promise<{
    readonly byScore: readonly DrawnVerdict[];
    readonly byCost: readonly DrawnVerdict[];
  }>;
  /** SHA-256 over the sampling keys of the frame in ascending order, PASS then FAIL. */
  hashFrame(draw: Omit<SampleDraw, "word" | "n" | "skip">): Promise<string>;

  // --- cycles, items, grades ----------------------------------------------------------------------------------
  /**
   * Stores the cycles of one period with their items and effects. A cycle that exists already is left as it is,
   * with its items; the outcome names the axes that were opened by this call.
   */
  planOpening(opening: Opening): Promise<{ readonly opened: readonly string[] }>;
  listCycles(filter?: { axis?: string; period?: Month; state?: CycleState }): Promise<readonly Cycle[]>;
  /**
   * Adds a further batch to an open cycle, with the minutes that it costs and its effects, unless grades have arrived
   * since `gradesMark` or a batch of this number is there already (`changed`), or the cycle is not open (`not-open`).
   */
  addBatch(batch: ItemBatch): Promise<"added" | "changed" | "not-open">;
  /**
   * Stores a batch that a person asked for, drawn from a month that is open or closed and that is left as it is. `changed`
   * where its number is not one more than that of the last asked batch of the axis and month.
   */
  askBatch(batch: AskedItemBatch): Promise<"added" | "changed">;
  /** Ascending by instant, then axis, period and number. */
  listAskedBatches(filter?: { axis?: string }): Promise<readonly AskedBatch[]>;
  /**
   * Items in the order shown to the founder. Those of asked batches have no part in their month: they are given only where
   * `asked` is true, and then alone, or by their `ref`.
   */
  listItems(filter: {
    axis?: string;
    period?: Month;
    states?: readonly ItemState[];
    ref?: string;
    asked?: boolean;
  }): Promise<readonly Item[]>;
  /** Moves an item on; `sending` counts an attempt. A transition that the state does not allow is ignored and answers false. */
  moveItem(move: ItemMove): Promise<boolean>;
  /**
   * Adds grade observations. The same observation again, or one that says what the latest already says, is a duplicate;
   * an unknown ref is refused. Moves the items between `created` and `answered` to match; items of a closed cycle stay
   * `expired` or as they are, and the observation counts as late. Asked items are never late.
   */
  appendGrades(observations: readonly GradeObservation[]): Promise<readonly GradeOutcome[]>;
  /** All observations of an axis, ascending by insertion, and the mark of the last one. */
  listGrades(filter: { axis: string; period?: Month }): Promise<{
    readonly observations: readonly GradeObservation[];
    readonly mark: number;
  }>;
  /**
   * Closes a cycle: stores the decision, expires unanswered items, plans the effects and records the status change,
   * unless grades have arrived since `gradesMark` (`changed`), or it is not open any more (`not-open`).
   */
  closeCycle(closing: Closing): Promise<"closed" | "changed" | "not-open">;
  listDecisions(filter?: { axis?: string }): Promise<readonly Decision[]>;

  // --- status -------------------------------------------------------------------------------------------------
  recordStatusChange(change: StatusChange, effects: readonly PlannedEffect[]): Promise<void>;
  listStatusChanges(filter?: { axis?: string }): Promise<readonly StatusChange[]>;

  // --- effects (the outbox) -----------------------------------------------------------------------------------
  planEffects(effects: readonly PlannedEffect[], plannedAt: number): Promise<number>;
  /** Marks an unfinished effect as `sending`, counts the attempt and returns it; null when it is done already. */
  claimEffect(id: number): Promise<Effect | null>;
  finishEffect(id: number, outcome: EffectFinish): Promise<void>;
  /** In the order in which they were planned. */
  listEffects(filter?: { unfinished?: boolean; period?: Month }): Promise<readonly Effect[]>;

  // --- critics ------------------------------------------------------------------------------------------------
  /** Keeps what was called and what came of it. */
  recordCriticCalls(calls: readonly CriticCall[]): Promise<void>;
  /** In the order in which they were recorded; with `last` only so many of the latest, in the same order. */
  listCriticCalls(filter?: CriticCallFilter): Promise<readonly CriticCall[]>;
  /** What calls with an instant in [from, to) came to, ascending by axis (none first), then purpose. */
  sumCriticCalls(span: { readonly from: number; readonly to: number }): Promise<readonly CallSum[]>;

  readProbeBatch(axis: string, period: Month, epoch: string): Promise<ProbeBatch | null>;
  /**
   * Stores where a making of probes stands, the probes that came of it with their texts, and the calls that were made. The
   * batch is written over; a probe whose id is there already is left as it is.
   */
  saveProbeBatch(
    batch: ProbeBatch,
    probes: readonly { readonly probe: Probe; readonly content: Uint8Array }[],
    calls: readonly CriticCall[],
  ): Promise<void>;
  /** What one call said of a probe, and the calls that were made for it. The same (probe, n) again is left as it is. */
  addProbeJudgement(judgement: ProbeJudgement, calls: readonly CriticCall[]): Promise<void>;
  /** Moves probes on, each only where it is in one of the states `from`. Answers how many were moved. */
  moveProbes(moves: readonly ProbeMove[]): Promise<number>;
  /** With their judgements, ascending by period, axis, ordinal, id. */
  listProbes(filter?: {
    readonly axis?: string;
    readonly period?: Month;
    readonly states?: readonly ProbeState[];
    readonly ids?: readonly string[];
  }): Promise<readonly Probe[]>;

  /**
   * Admits gold items with the contents (by SHA-256) of those artifacts that are not stored yet. An artifact is gold once
   * per axis: one outcome per item, in order; `conflict` says that it is there with the other label. The first stays.
   */
  admitGold(
    items: readonly GoldItem[],
    contents: ReadonlyMap<string, Uint8Array>,
  ): Promise<readonly ("added" | "duplicate" | "conflict")[]>;
  /** Each item once: what was said first stays. Answers how many changed. */
  exposeGold(exposure: GoldExposure): Promise<number>;
  retireGold(retirement: GoldRetirement): Promise<number>;
  /** Ascending by admission, then id; retired ones too. */
  listGold(filter?: { readonly axis?: string }): Promise<readonly GoldItem[]>;
  /** False where the id is there already. */
  openGoldRun(run: GoldRun): Promise<boolean>;
  /** Adds an answer and the calls that were made for it; false, and nothing stored, where (run, item, repeat) is there already. */
  addGoldAnswer(answer: GoldAnswer, calls?: readonly CriticCall[]): Promise<boolean>;
  /** Ends a run; a `stopped` one may be gone on with and ended again, one that is `done` is left: false. */
  finishGoldRun(finish: GoldRunFinish): Promise<boolean>;
  /** Ascending by start, then id. */
  listGoldRuns(filter?: { readonly axis?: string; readonly period?: Month }): Promise<readonly GoldRun[]>;
  /** Ascending by instant, item, repeat. */
  listGoldAnswers(
    filter: { readonly runId: string } | { readonly axis: string },
  ): Promise<readonly GoldAnswer[]>;

  // --- panels -------------------------------------------------------------------------------------------------
  /**
   * Keeps a version of a panel run with what it proposes. `duplicate`: this content is kept already, and nothing is added;
   * `other-version`: the run was kept with other content, and now both are. A finding that is kept already is left as it is.
   */
  savePanelRun(
    run: PanelRunRecord,
    adjustments: readonly AdjustmentProposal[],
  ): Promise<{ readonly outcome: "stored" | "duplicate" | "other-version"; readonly version: number }>;
  /** Ascending by instant, run, version. */
  listPanelRuns(filter?: {
    readonly axis?: string;
    readonly runId?: string;
  }): Promise<readonly StoredPanelRun[]>;
  /** Ascending by instant, axis, run, lens, id. */
  listFindings(filter?: {
    readonly axis?: string;
    readonly runId?: string;
    readonly lens?: string;
    readonly id?: string;
  }): Promise<readonly KeptFinding[]>;
  dismissFinding(dismissal: {
    readonly id: string;
    readonly at: number;
    readonly reason: string;
  }): Promise<"dismissed" | "already" | "unknown">;
  /** PASS and FAIL verdicts of an axis with a snapshot, ascending by instant, then key. */
  listVerdictsOnArtifacts(axis: string): Promise<readonly VerdictOnArtifact[]>;

  // --- adjustments --------------------------------------------------------------------------------------------
  /** Adds proposals to the ledger; one whose (adjustment, source, asker) is there is left. Answers how many were added. */
  proposeAdjustments(proposals: readonly AdjustmentProposal[]): Promise<number>;
  /** Ascending by first proposal, then id. */
  listAdjustments(filter?: {
    readonly id?: string;
    readonly file?: string;
  }): Promise<readonly KeptAdjustment[]>;
  /**
   * Records what became of an adjustment, with proposals that are not kept yet: those of overrides are worked out at each
   * reading and kept from this moment on. `unknown`, and nothing stored, where there is no such adjustment even then.
   */
  recordAdjustmentEvent(
    event: AdjustmentEvent,
    proposals?: readonly AdjustmentProposal[],
  ): Promise<"recorded" | "unknown">;
  /** The same file at the same instant again is left. Answers how many were added. */
  recordInstructionSizes(sizes: readonly InstructionSize[]): Promise<number>;
  /** Ascending by file, then instant. */
  listInstructionSizes(filter?: { readonly file?: string }): Promise<readonly InstructionSize[]>;

  // --- dialogues ----------------------------------------------------------------------------------------------
  /** Null where the path is not known. */
  readDialogue(path: string): Promise<KeptDialogue | null>;
  /** Ascending by path. */
  listDialogues(filter?: { readonly axis?: string }): Promise<readonly KeptDialogue[]>;
  /** Writes the file's row over and adds the turns; `changed`, and nothing stored, where not exactly `knownTurns` are kept by then. */
  saveDialogue(
    file: DialogueFile,
    turns: readonly DialogueTurnRecord[],
    knownTurns: number,
  ): Promise<"saved" | "changed">;
  /** False where the same two hashes of this path are there already. */
  quarantineDialogue(quarantine: DialogueQuarantine): Promise<boolean>;
  /** False where the id, the path, or an open run of the axis is there already. */
  openDialogueRun(run: DialogueRun): Promise<boolean>;
  /** Ascending by start, then id. */
  listDialogueRuns(filter?: {
    readonly axis?: string;
    readonly state?: DialogueRun["state"];
  }): Promise<readonly DialogueRun[]>;
  /** Stores what is about to be appended with the calls that made it; false, and nothing stored, where (run, n) is there already or the run has ended. */
  planDialogueAppend(append: DialogueAppend, calls: readonly CriticCall[]): Promise<boolean>;
  /** Marks it `written`. */
  finishDialogueAppend(runId: string, n: number): Promise<void>;
  /** Ascending by n. */
  listDialogueAppends(runId: string): Promise<readonly DialogueAppend[]>;
  /** Ends a run with what it proposes; false, and nothing stored, where it is unknown or has ended already. */
  endDialogueRun(end: DialogueRunEnd, adjustments: readonly AdjustmentProposal[]): Promise<boolean>;

  // --- the database itself ------------------------------------------------------------------------------------
  /** Small facts of the workspace: `first_run_period`, `last_seen`, ... */
  readSetting(name: string): Promise<string | null>;
  /** Sets a fact; with `onlyIfAbsent` the first word stays. Answers the value that stands now. */
  writeSetting(name: string, value: string, options?: { onlyIfAbsent?: boolean }): Promise<string>;
  /**
   * Sets a fact to what `change` makes of the one that stands, with nobody writing in between: two that add to the same
   * list at once both find theirs in it. `null` leaves the fact as it is. `change` must be pure, for an engine may call it
   * again. Answers the value that stands now.
   */
  changeSetting(name: string, change: (value: string | null) => string | null): Promise<string | null>;
  /** Randomness of this database for keyed orders, hex. Travels with backup and export. */
  readSalt(): Promise<string>;
  recordRun(run: RunRecord): Promise<void>;
  listRuns(limit: number): Promise<readonly RunRecord[]>;
  /** How many runs were recorded with this trigger. */
  countRuns(trigger: string): Promise<number>;
  /** Throws `store-newer` where another program has given the database a newer schema since it was opened. */
  expectSchema(): Promise<void>;
  /** Recounts, checks and answers findings; never repairs. */
  inspect(options: { quickCheck: boolean }): Promise<readonly StoreFinding[]>;
  /** A consistent copy of the whole database in a new file. */
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface StoredVerdict {
  readonly key: string;
  readonly id: string;
  readonly period: Month;
  readonly verdict: Omit<Verdict, "givenModel" | "givenRubric">;
  readonly storedAt: number;
}

export interface SampleDraw {
  readonly axis: string;
  readonly period: Month;
  readonly epoch: string;
  readonly word: "PASS" | "FAIL";
  readonly n: number;
  readonly skip: number;
  readonly watermark: number;
  readonly acceptRef: boolean;
}

export interface DrawnVerdict {
  readonly key: string;
  readonly skey: number;
  readonly word: "PASS" | "FAIL";
  readonly artifact: Exclude<Artifact, { kind: "none" }>;
  readonly score: number | null;
  readonly costUsd: number | null;
}

export interface Opening {
  readonly period: Month;
  readonly cycles: readonly Cycle[];
  readonly items: readonly Item[];
  /** Stored only when at least one cycle was opened by this call. */
  readonly effects: readonly PlannedEffect[];
  /** Probes that the items ask about, moved on in the same transaction where their axis was opened by this call. */
  readonly probeMoves?: readonly { readonly axis: string; readonly move: ProbeMove }[];
  readonly openedAt: number;
}

export interface ItemBatch {
  readonly axis: string;
  readonly period: Month;
  /** One more than the highest batch of the cycle; the base sample is 1. */
  readonly batch: number;
  readonly addedAt: number;
  readonly gradesMark: number;
  readonly items: readonly Item[];
  /** Items of the cycle whose verdict the batch has reached: they join it, and keep everything else. */
  readonly adopted: readonly { readonly ref: string; readonly kind: "pass" | "fail" }[];
  /** What the whole cycle is planned to cost from now on. */
  readonly minutesPlanned: number;
  readonly effects: readonly PlannedEffect[];
}

/** A batch that a person asked for, with its items. */
export interface AskedItemBatch extends AskedBatch {
  readonly items: readonly Item[];
}

export interface ItemMove {
  readonly ref: string;
  readonly to: Extract<ItemState, "sending" | "created" | "withdrawn">;
  readonly at: number;
  readonly externalId?: string;
  readonly url?: string;
  readonly because?: string;
}

export interface Closing {
  readonly axis: string;
  readonly period: Month;
  readonly closedAt: number;
  readonly gradesMark: number;
  readonly decision: Decision;
  readonly statusChange: StatusChange | null;
  readonly effects: readonly PlannedEffect[];
}

export type EffectFinish =
  | { readonly state: "done"; readonly at: number; readonly detail: string }
  | { readonly state: "pending"; readonly nextTryAt: number; readonly error: string };

export interface CriticCallFilter {
  readonly axis?: string;
  readonly period?: Month;
  readonly purposes?: readonly CallPurpose[];
  readonly batch?: string;
  readonly subject?: string;
  /** Made at this instant or later. */
  readonly from?: number;
  readonly last?: number;
}

export interface GoldExposure {
  readonly ids: readonly string[];
  readonly at: number;
  readonly because: string;
  /** Fingerprint of the rubric that the text was found in; null where it was no rubric. */
  readonly rubric: string | null;
}

export interface GoldRetirement {
  readonly ids: readonly string[];
  readonly at: number;
  readonly because: string;
}

export interface GoldRunFinish {
  readonly id: string;
  readonly state: "done" | "stopped";
  readonly at: number;
  readonly because: string | null;
}

/** Without what was read: that is for looking at one run, and large. */
export type StoredPanelRun = Omit<PanelRunRecord, "raw" | "findings"> & { readonly version: number };

export interface DialogueRunEnd {
  readonly id: string;
  readonly at: number;
  readonly outcome: DialogueOutcome;
  readonly because: string | null;
}

export interface RunRecord {
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly trigger: string;
  readonly pid: number;
  readonly status: "done" | "pending" | "failed";
  readonly summary: string;
}

export interface StoreFinding {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  readonly fix: string | null;
}
