import { sql } from "drizzle-orm";
import {
  blob,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { AdjustmentEvent, AdjustmentKind, AdjustmentSource } from "../../core/adjustment-record.ts";
import type { CallPurpose, CriticCall } from "../../core/critic-call.ts";
import type { CycleBecause, CycleState, Grade, ItemKind, ItemState, Month } from "../../core/cycle.ts";
import type { Action, Reason } from "../../core/decision.ts";
import type { DialogueHeader, DialogueOutcome, TurnStatus } from "../../core/dialogue-parts.ts";
import type { DialogueAppend, DialogueQuarantine, DialogueRun } from "../../core/dialogue-record.ts";
import type { EffectPayload, EffectState } from "../../core/effect.ts";
import type { GoldItem, GoldRun } from "../../core/gold-record.ts";
import type { Severity } from "../../core/panel-finding.ts";
import type { PanelRunRecord } from "../../core/panel-record.ts";
import type { ProbeBatch, ProbeState } from "../../core/probe.ts";
import type { VerdictWord } from "../../core/verdict.ts";
import type { Decision, RunRecord, StatusChange } from "../store.ts";

/*
 * Every table and every unique key carries the workspace. Times are epoch milliseconds UTC and come from the caller:
 * no column has a default that asks the time. Hashes are blobs: half the size of their hex digits.
 * What drizzle cannot say (STRICT, WITHOUT ROWID, triggers) is in migrations/, written by hand.
 */

/** Small facts; those of the database itself stand under the workspace `*`. */
export const setting = sqliteTable(
  "setting",
  {
    workspace: text().notNull(),
    name: text().notNull(),
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.name] })],
);

/** Where each month begins in the zone of the workspace, so that storing a verdict needs no calendar. */
export const monthStart = sqliteTable(
  "month_start",
  {
    workspace: text().notNull(),
    startMs: integer("start_ms").notNull(),
    month: text().notNull().$type<Month>(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.startMs] }),
    uniqueIndex("month_start_month").on(table.workspace, table.month),
    check("month_start_shape", sql`month GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'`),
  ],
);

/** Epochs by number: 64 hex digits would otherwise stand twice in every verdict. */
export const epoch = sqliteTable(
  "epoch",
  {
    id: integer().primaryKey(),
    workspace: text().notNull(),
    fingerprint: text().notNull(),
  },
  (table) => [uniqueIndex("epoch_fingerprint").on(table.workspace, table.fingerprint)],
);

/** Append-only. Content as the critic saw it, once for each SHA-256. */
export const artifact = sqliteTable(
  "artifact",
  {
    workspace: text().notNull(),
    sha256: blob({ mode: "buffer" }).notNull(),
    encoding: text().notNull().$type<"raw" | "deflate">(),
    /** Bytes before compression. */
    size: integer().notNull(),
    content: blob({ mode: "buffer" }).notNull(),
    storedAt: integer("stored_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.sha256] }),
    check("artifact_hash", sql`length(sha256) = 32`),
    check("artifact_encoding", sql`encoding IN ('raw', 'deflate')`),
  ],
);

/** Append-only. `seq` is the insertion counter that watermarks refer to. */
export const verdict = sqliteTable(
  "verdict",
  {
    seq: integer().primaryKey(),
    workspace: text().notNull(),
    key: blob({ mode: "buffer" }).notNull(),
    axis: text().notNull(),
    word: text().notNull().$type<VerdictWord>(),
    rawWord: text("raw_word").notNull(),
    errorKind: text("error_kind"),
    at: integer().notNull(),
    period: text().notNull().$type<Month>(),
    epochId: integer("epoch_id")
      .notNull()
      .references(() => epoch.id),
    skey: integer().notNull(),
    externalId: text("external_id"),
    source: text().notNull(),
    artifactKind: text("artifact_kind").notNull().$type<"snapshot" | "ref" | "none">(),
    /**
     * No foreign key: it would cost a look-up for each row. The artifact is stored in the same transaction and never deleted,
     * and `inspect` looks whether it is there.
     */
    artifactHash: blob("artifact_hash", { mode: "buffer" }),
    /** The reference of a `ref`, the reason of a `none`. */
    artifactText: text("artifact_text"),
    rubric: text().notNull(),
    model: text().notNull(),
    reason: text(),
    score: real(),
    costUsd: real("cost_usd"),
    latencyMs: real("latency_ms"),
    tokens: real(),
    meta: text().notNull(),
    storedAt: integer("stored_at").notNull(),
  },
  (table) => [
    uniqueIndex("verdict_key").on(table.workspace, table.key),
    // Serves the draw, the frame's hash and the risk items without touching the table.
    index("verdict_sample").on(
      table.workspace,
      table.axis,
      table.period,
      table.epochId,
      table.word,
      table.skey,
      table.artifactKind,
      table.score,
      table.costUsd,
    ),
    check("verdict_key_length", sql`length(key) = 32`),
    check("verdict_word", sql`word IN ('PASS', 'FAIL', 'ERROR')`),
    check("verdict_error", sql`word = 'ERROR' OR error_kind IS NULL`),
    check("verdict_skey", sql`skey >= 0 AND skey < 4503599627370496`),
    check(
      "verdict_artifact_kind",
      sql`(artifact_kind = 'snapshot' AND length(artifact_hash) = 32 AND artifact_text IS NULL) OR (artifact_kind IN ('ref', 'none') AND artifact_hash IS NULL AND artifact_text IS NOT NULL)`,
    ),
  ],
);

/** The monthly rollup, kept in the transaction that stores the verdicts. */
export const monthCount = sqliteTable(
  "month_count",
  {
    workspace: text().notNull(),
    axis: text().notNull(),
    period: text().notNull().$type<Month>(),
    epoch: text().notNull(),
    word: text().notNull().$type<VerdictWord>(),
    artifactKind: text("artifact_kind").notNull().$type<"snapshot" | "ref" | "none">(),
    count: integer().notNull(),
    firstAt: integer("first_at").notNull(),
    lastAt: integer("last_at").notNull(),
    costUsd: real("cost_usd").notNull(),
    costKnown: integer("cost_known").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.workspace, table.axis, table.period, table.epoch, table.word, table.artifactKind],
    }),
    check("month_count_word", sql`word IN ('PASS', 'FAIL', 'ERROR')`),
    check("month_count_artifact_kind", sql`artifact_kind IN ('snapshot', 'ref', 'none')`),
    check("month_count_counts", sql`count > 0 AND cost_known BETWEEN 0 AND count AND first_at <= last_at`),
  ],
);

export const logPosition = sqliteTable(
  "log_position",
  {
    workspace: text().notNull(),
    axis: text().notNull(),
    path: text().notNull(),
    inode: text().notNull(),
    bytesRead: integer("bytes_read").notNull(),
    linesRead: integer("lines_read").notNull(),
    tail: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.axis, table.path] }),
    check("log_position_counts", sql`bytes_read >= 0 AND lines_read >= 0`),
  ],
);

/** Refused rows; the same row of the same place, read again, stands here once. */
export const reject = sqliteTable(
  "reject",
  {
    id: integer().primaryKey(),
    workspace: text().notNull(),
    digest: blob({ mode: "buffer" }).notNull(),
    axis: text(),
    file: text().notNull(),
    line: integer().notNull(),
    reason: text().notNull(),
    raw: text().notNull(),
    seenAt: integer("seen_at").notNull(),
  },
  (table) => [
    uniqueIndex("reject_digest").on(table.workspace, table.digest),
    check("reject_digest_length", sql`length(digest) = 32`),
  ],
);

export const cycle = sqliteTable(
  "cycle",
  {
    workspace: text().notNull(),
    axis: text().notNull(),
    period: text().notNull().$type<Month>(),
    state: text().notNull().$type<CycleState>(),
    because: text().$type<CycleBecause>(),
    epoch: text(),
    openedAt: integer("opened_at").notNull(),
    dueAt: integer("due_at"),
    closedAt: integer("closed_at"),
    framePass: integer("frame_pass").notNull(),
    frameFail: integer("frame_fail").notNull(),
    frameNoArtifact: integer("frame_no_artifact").notNull(),
    frameHash: text("frame_hash"),
    watermark: integer().notNull(),
    passRate: real("pass_rate").notNull(),
    failRate: real("fail_rate").notNull(),
    minutesPlanned: real("minutes_planned").notNull(),
    sampleTarget: integer("sample_target"),
    firstMonth: integer("first_month", { mode: "boolean" }).notNull(),
    queue: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.axis, table.period] }),
    check("cycle_period", sql`period GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'`),
    check("cycle_state", sql`state IN ('open', 'closed', 'below-threshold', 'skipped')`),
    check("cycle_closed", sql`(state = 'closed') = (closed_at IS NOT NULL)`),
    check("cycle_frame", sql`frame_pass >= 0 AND frame_fail >= 0 AND frame_no_artifact >= 0`),
    check("cycle_first_month", sql`first_month IN (0, 1)`),
  ],
);

export const item = sqliteTable(
  "item",
  {
    workspace: text().notNull(),
    ref: text().notNull(),
    axis: text().notNull(),
    period: text().notNull().$type<Month>(),
    kind: text().notNull().$type<ItemKind>(),
    batch: integer().notNull(),
    state: text().notNull().$type<ItemState>(),
    verdictKey: text("verdict_key").notNull(),
    word: text().notNull().$type<VerdictWord>(),
    artifactHash: blob("artifact_hash", { mode: "buffer" }),
    artifactRef: text("artifact_ref"),
    title: text().notNull(),
    orderKey: real("order_key").notNull(),
    attempts: integer().notNull(),
    externalId: text("external_id"),
    url: text(),
    withdrawnBecause: text("withdrawn_because"),
    movedAt: integer("moved_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.ref] }),
    index("item_cycle").on(table.workspace, table.axis, table.period),
    foreignKey({
      name: "item_of_cycle",
      columns: [table.workspace, table.axis, table.period],
      foreignColumns: [cycle.workspace, cycle.axis, cycle.period],
    }),
    check("item_kind", sql`kind IN ('pass', 'fail', 'risk', 'probe', 'reask', 'gold')`),
    check("item_batch", sql`batch >= 1`),
    check("item_state", sql`state IN ('planned', 'sending', 'created', 'answered', 'withdrawn', 'expired')`),
    check("item_artifact", sql`(artifact_hash IS NULL) <> (artifact_ref IS NULL)`),
  ],
);

/** Append-only. Items drawn because somebody asked for more, beside the month whose frame they come from. */
export const askedBatch = sqliteTable(
  "asked_batch",
  {
    workspace: text().notNull(),
    axis: text().notNull(),
    period: text().notNull().$type<Month>(),
    batch: integer().notNull(),
    askedAt: integer("asked_at").notNull(),
    queue: text().notNull(),
    pass: integer().notNull(),
    fail: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.axis, table.period, table.batch] }),
    foreignKey({
      name: "asked_of_cycle",
      columns: [table.workspace, table.axis, table.period],
      foreignColumns: [cycle.workspace, cycle.axis, cycle.period],
    }),
    check("asked_batch_batch", sql`batch > 1000`),
    check("asked_batch_sizes", sql`pass >= 0 AND fail >= 0`),
  ],
);

/** Append-only. */
export const gradeObservation = sqliteTable(
  "grade_observation",
  {
    seq: integer().primaryKey(),
    workspace: text().notNull(),
    ref: text().notNull(),
    grade: text().$type<Grade>(),
    reason: text(),
    by: text("given_by"),
    at: integer("given_at"),
    observedAt: integer("observed_at").notNull(),
    via: text().notNull(),
  },
  (table) => [
    index("grade_observation_ref").on(table.workspace, table.ref),
    foreignKey({
      name: "grade_of_item",
      columns: [table.workspace, table.ref],
      foreignColumns: [item.workspace, item.ref],
    }),
    check("grade_observation_grade", sql`grade IN ('PASS', 'FAIL', 'CANT_TELL')`),
  ],
);

/** Append-only. */
export const decision = sqliteTable(
  "decision",
  {
    workspace: text().notNull(),
    axis: text().notNull(),
    period: text().notNull().$type<Month>(),
    at: integer("decided_at").notNull(),
    mode: text().notNull().$type<Decision["mode"]>(),
    action: text().notNull().$type<Action>(),
    reasons: text({ mode: "json" }).notNull().$type<readonly Reason[]>(),
    evidence: text().$type<NonNullable<Decision["evidence"]>>(),
    literalAction: text("literal_action").notNull().$type<Action>(),
    literalReasons: text("literal_reasons", { mode: "json" }).notNull().$type<readonly Reason[]>(),
    guardedAction: text("guarded_action").notNull().$type<Action>(),
    guardedReasons: text("guarded_reasons", { mode: "json" }).notNull().$type<readonly Reason[]>(),
    statusBefore: text("status_before").notNull(),
    statusAfter: text("status_after").notNull(),
    kappa: real(),
    overrides: integer().notNull(),
    record: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.axis, table.period] }),
    foreignKey({
      name: "decision_of_cycle",
      columns: [table.workspace, table.axis, table.period],
      foreignColumns: [cycle.workspace, cycle.axis, cycle.period],
    }),
    check("decision_mode", sql`mode IN ('literal', 'guarded')`),
    check("decision_action", sql`action IN ('revert', 'watch', 'keep', 'none')`),
    check("decision_literal_action", sql`literal_action IN ('revert', 'watch', 'keep', 'none')`),
    check("decision_guarded_action", sql`guarded_action IN ('revert', 'watch', 'keep', 'none')`),
    check("decision_evidence", sql`evidence IN ('healthy', 'uncertain', 'insufficient')`),
  ],
);

/** Append-only. */
export const statusChange = sqliteTable(
  "status_change",
  {
    id: integer().primaryKey(),
    workspace: text().notNull(),
    axis: text().notNull(),
    at: integer("changed_at").notNull(),
    from: text("status_from"),
    to: text("status_to").notNull(),
    by: text("changed_by").notNull().$type<StatusChange["by"]>(),
    reason: text().notNull(),
    period: text().$type<Month>(),
    /** Through which door autonomy was given back, and what the founder saw, JSON; null for every other change. */
    door: text().$type<NonNullable<StatusChange["door"]>>(),
    evidence: text(),
  },
  (table) => [
    index("status_change_axis").on(table.workspace, table.axis),
    check("status_change_by", sql`changed_by IN ('run', 'axis assist', 'axis graduate', 'by hand')`),
    check("status_change_door", sql`door IN ('evidence', 'repair', 'forced')`),
    check("status_change_evidence", sql`(door IS NULL) = (evidence IS NULL)`),
  ],
);

/** The outbox: what has to happen outside the database, planned in the transaction that made it necessary. */
export const effect = sqliteTable(
  "effect",
  {
    id: integer().primaryKey(),
    workspace: text().notNull(),
    axis: text().notNull(),
    period: text().notNull().$type<Month>(),
    dedupeKey: text("dedupe_key").notNull(),
    payload: text({ mode: "json" }).notNull().$type<EffectPayload>(),
    state: text().notNull().$type<EffectState>(),
    attempts: integer().notNull(),
    /** Null: at once. */
    nextTryAt: integer("next_try_at"),
    plannedAt: integer("planned_at").notNull(),
    doneAt: integer("done_at"),
    lastError: text("last_error"),
    /** What the effect found or did. */
    detail: text(),
  },
  (table) => [
    uniqueIndex("effect_dedupe").on(table.workspace, table.dedupeKey),
    index("effect_unfinished").on(table.workspace, table.id).where(sql`state IN ('pending', 'sending')`),
    check("effect_state", sql`state IN ('pending', 'sending', 'done', 'failed')`),
    check("effect_done", sql`(state = 'done') = (done_at IS NOT NULL)`),
  ],
);

export const run = sqliteTable(
  "run",
  {
    id: integer().primaryKey(),
    workspace: text().notNull(),
    startedAt: integer("started_at").notNull(),
    finishedAt: integer("finished_at").notNull(),
    trigger: text("triggered_by").notNull(),
    pid: integer().notNull(),
    status: text().notNull().$type<RunRecord["status"]>(),
    summary: text().notNull(),
  },
  (table) => [
    index("run_workspace").on(table.workspace, table.id),
    check("run_status", sql`status IN ('done', 'pending', 'failed')`),
  ],
);

/** Append-only. Every call of a critic and what came of it. */
export const criticCall = sqliteTable(
  "critic_call",
  {
    id: integer().primaryKey(),
    workspace: text().notNull(),
    axis: text(),
    period: text().$type<Month>(),
    purpose: text().notNull().$type<CallPurpose>(),
    batch: text(),
    /** What was judged, by its SHA-256. */
    subject: blob({ mode: "buffer" }),
    rubric: text(),
    at: integer("called_at").notNull(),
    outcome: text().notNull().$type<CriticCall["outcome"]>(),
    failure: text(),
    reason: text(),
    critic: text().notNull(),
    program: text(),
    cliVersion: text("cli_version"),
    model: text(),
    modelFrom: text("model_from"),
    prompt: text(),
    costUsd: real("cost_usd"),
    tokensIn: integer("tokens_in"),
    tokensOut: integer("tokens_out"),
    latencyMs: real("latency_ms").notNull(),
    sessionId: text("session_id"),
  },
  (table) => [
    index("critic_call_time").on(table.workspace, table.at),
    index("critic_call_axis").on(table.workspace, table.axis, table.purpose),
    check("critic_call_outcome", sql`outcome IN ('PASS', 'FAIL', 'written', 'no-answer')`),
    check("critic_call_failure", sql`(outcome = 'no-answer') = (failure IS NOT NULL)`),
    check("critic_call_subject", sql`subject IS NULL OR length(subject) = 32`),
  ],
);

/** One making of probes: for the cycle of an axis and month, under one epoch. */
export const probeBatch = sqliteTable(
  "probe_batch",
  {
    workspace: text().notNull(),
    axis: text().notNull(),
    period: text().notNull().$type<Month>(),
    epoch: text().notNull(),
    beganAt: integer("began_at").notNull(),
    state: text().notNull().$type<ProbeBatch["state"]>(),
    because: text().$type<ProbeBatch["because"]>(),
    generator: text().notNull(),
    rubric: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.axis, table.period, table.epoch] }),
    check("probe_batch_state", sql`state IN ('generating', 'judging', 'done')`),
  ],
);

export const probe = sqliteTable(
  "probe",
  {
    workspace: text().notNull(),
    id: text().notNull(),
    axis: text().notNull(),
    period: text().notNull().$type<Month>(),
    epoch: text().notNull(),
    ordinal: integer().notNull(),
    state: text().notNull().$type<ProbeState>(),
    failureMode: text("failure_mode").notNull(),
    clause: text().notNull(),
    why: text().notNull(),
    artifactHash: blob("artifact_hash", { mode: "buffer" }).notNull(),
    fingerprint: text().notNull(),
    duplicateOf: text("duplicate_of"),
    generator: text().notNull(),
    madeAt: integer("made_at").notNull(),
    movedAt: integer("moved_at").notNull(),
    itemRef: text("item_ref"),
    asked: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.id] }),
    index("probe_axis").on(table.workspace, table.axis, table.state),
    foreignKey({
      name: "probe_of_artifact",
      columns: [table.workspace, table.artifactHash],
      foreignColumns: [artifact.workspace, artifact.sha256],
    }),
    check(
      "probe_state",
      sql`state IN ('generated', 'duplicate', 'caught', 'unjudged', 'verified', 'queued', 'confirmed', 'refuted', 'skipped', 'unneeded')`,
    ),
  ],
);

/** Append-only. */
export const probeJudgement = sqliteTable(
  "probe_judgement",
  {
    workspace: text().notNull(),
    probeId: text("probe_id").notNull(),
    n: integer().notNull(),
    word: text().$type<"PASS" | "FAIL">(),
    failure: text(),
    reason: text(),
    at: integer("judged_at").notNull(),
    model: text(),
    cliVersion: text("cli_version"),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.probeId, table.n] }),
    foreignKey({
      name: "judgement_of_probe",
      columns: [table.workspace, table.probeId],
      foreignColumns: [probe.workspace, probe.id],
    }),
    check("probe_judgement_n", sql`n BETWEEN 1 AND 9`),
    check("probe_judgement_word", sql`word IN ('PASS', 'FAIL')`),
    check("probe_judgement_outcome", sql`(word IS NULL) <> (failure IS NULL)`),
  ],
);

/** One artifact is gold once per axis; only what happened to it later is ever set, each once. */
export const goldItem = sqliteTable(
  "gold_item",
  {
    workspace: text().notNull(),
    id: text().notNull(),
    axis: text().notNull(),
    artifactHash: blob("artifact_hash", { mode: "buffer" }).notNull(),
    label: text().notNull().$type<GoldItem["label"]>(),
    origin: text().notNull().$type<GoldItem["origin"]>(),
    probeId: text("probe_id"),
    verdictKey: text("verdict_key"),
    itemRef: text("item_ref"),
    failureMode: text("failure_mode"),
    reason: text(),
    period: text().$type<Month>(),
    rubric: text().notNull(),
    criticWord: text("critic_word").$type<VerdictWord>(),
    split: text().notNull().$type<GoldItem["split"]>(),
    admittedAt: integer("admitted_at").notNull(),
    exposedAt: integer("exposed_at"),
    exposedBecause: text("exposed_because"),
    exposedRubric: text("exposed_rubric"),
    retiredAt: integer("retired_at"),
    retiredBecause: text("retired_because"),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.id] }),
    uniqueIndex("gold_item_artifact").on(table.workspace, table.axis, table.artifactHash),
    foreignKey({
      name: "gold_of_artifact",
      columns: [table.workspace, table.artifactHash],
      foreignColumns: [artifact.workspace, artifact.sha256],
    }),
    check("gold_item_label", sql`label IN ('PASS', 'FAIL')`),
    check("gold_item_origin", sql`origin IN ('probe', 'regrade', 'import')`),
    check("gold_item_word", sql`critic_word IN ('PASS', 'FAIL', 'ERROR')`),
    check("gold_item_split", sql`split IN ('holdout', 'exposed')`),
    check("gold_item_exposed", sql`(exposed_at IS NULL) = (exposed_because IS NULL)`),
    check("gold_item_retired", sql`(retired_at IS NULL) = (retired_because IS NULL)`),
  ],
);

export const goldRun = sqliteTable(
  "gold_run",
  {
    workspace: text().notNull(),
    id: text().notNull(),
    axis: text().notNull(),
    period: text().notNull().$type<Month>(),
    trigger: text("triggered_by").notNull().$type<GoldRun["trigger"]>(),
    state: text().notNull().$type<GoldRun["state"]>(),
    because: text().$type<GoldRun["because"]>(),
    rubric: text().notNull(),
    epoch: text().notNull(),
    planned: integer().notNull(),
    repeats: integer().notNull(),
    startedAt: integer("started_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.id] }),
    index("gold_run_axis").on(table.workspace, table.axis, table.period),
    check("gold_run_trigger", sql`triggered_by IN ('cycle', 'hand')`),
    check("gold_run_state", sql`state IN ('running', 'done', 'stopped')`),
    check("gold_run_finished", sql`(state = 'running') = (finished_at IS NULL)`),
  ],
);

/** Append-only. */
export const goldAnswer = sqliteTable(
  "gold_answer",
  {
    workspace: text().notNull(),
    runId: text("run_id").notNull(),
    goldId: text("gold_id").notNull(),
    repeat: integer().notNull(),
    word: text().notNull().$type<VerdictWord>(),
    errorKind: text("error_kind"),
    reason: text(),
    at: integer("answered_at").notNull(),
    critic: text().notNull(),
    cliVersion: text("cli_version"),
    model: text(),
    modelFrom: text("model_from"),
    prompt: text(),
    costUsd: real("cost_usd"),
    latencyMs: real("latency_ms").notNull(),
    tokens: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.runId, table.goldId, table.repeat] }),
    foreignKey({
      name: "answer_of_run",
      columns: [table.workspace, table.runId],
      foreignColumns: [goldRun.workspace, goldRun.id],
    }),
    foreignKey({
      name: "answer_of_gold",
      columns: [table.workspace, table.goldId],
      foreignColumns: [goldItem.workspace, goldItem.id],
    }),
    check("gold_answer_word", sql`word IN ('PASS', 'FAIL', 'ERROR')`),
    check("gold_answer_error", sql`(word = 'ERROR') = (error_kind IS NOT NULL)`),
    check("gold_answer_repeat", sql`repeat >= 1`),
  ],
);

/** Append-only. Every version of every panel run, as it came and as it was merged. */
export const panelRun = sqliteTable(
  "panel_run",
  {
    workspace: text().notNull(),
    axis: text().notNull(),
    runId: text("run_id").notNull(),
    version: integer().notNull(),
    sha256: blob({ mode: "buffer" }).notNull(),
    at: integer("run_at").notNull(),
    storedAt: integer("stored_at").notNull(),
    verdict: text().notNull().$type<PanelRunRecord["verdict"]>(),
    complete: integer({ mode: "boolean" }).notNull(),
    artifact: text().notNull(),
    wowMedian: real("wow_median"),
    /** The merged answer and what was read, JSON, deflated. */
    result: blob({ mode: "buffer" }).notNull(),
    raw: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.axis, table.runId, table.version] }),
    uniqueIndex("panel_run_content").on(table.workspace, table.axis, table.runId, table.sha256),
    check("panel_run_version", sql`version >= 1`),
    check("panel_run_hash", sql`length(sha256) = 32`),
    check("panel_run_verdict", sql`verdict IN ('BLOCKED', 'REVISE', 'PUBLISH')`),
    check("panel_run_complete", sql`complete IN (0, 1)`),
    check("panel_run_publish", sql`complete = 1 OR verdict <> 'PUBLISH'`),
  ],
);

/** Append-only. What each lens of a run said and cost. */
export const panelLens = sqliteTable(
  "panel_lens",
  {
    workspace: text().notNull(),
    axis: text().notNull(),
    runId: text("run_id").notNull(),
    version: integer().notNull(),
    lens: text().notNull(),
    word: text().$type<"PASS" | "FAIL">(),
    model: text(),
    tokens: integer(),
    costUsd: real("cost_usd"),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.axis, table.runId, table.version, table.lens] }),
    foreignKey({
      name: "lens_of_run",
      columns: [table.workspace, table.axis, table.runId, table.version],
      foreignColumns: [panelRun.workspace, panelRun.axis, panelRun.runId, panelRun.version],
    }),
    check("panel_lens_word", sql`word IN ('PASS', 'FAIL')`),
  ],
);

/** Append-only. One finding of one lens, kept or rejected: once, however many versions of its run say it. */
export const panelFinding = sqliteTable(
  "panel_finding",
  {
    workspace: text().notNull(),
    id: text().notNull(),
    axis: text().notNull(),
    runId: text("run_id").notNull(),
    firstVersion: integer("first_version").notNull(),
    lens: text().notNull(),
    severity: text().notNull().$type<Severity>(),
    block: integer(),
    evidence: text(),
    issue: text().notNull(),
    suggestion: text(),
    rejected: text(),
    at: integer("found_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.id] }),
    index("panel_finding_run").on(table.workspace, table.axis, table.runId),
    foreignKey({
      name: "finding_of_run",
      columns: [table.workspace, table.axis, table.runId, table.firstVersion],
      foreignColumns: [panelRun.workspace, panelRun.axis, panelRun.runId, panelRun.version],
    }),
    check("panel_finding_severity", sql`severity IN ('BLOCKER', 'MAJOR', 'ADVISORY')`),
  ],
);

/** Append-only. A finding is dismissed once. */
export const findingDismissal = sqliteTable(
  "finding_dismissal",
  {
    workspace: text().notNull(),
    findingId: text("finding_id").notNull(),
    at: integer("dismissed_at").notNull(),
    reason: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.findingId] }),
    foreignKey({
      name: "dismissal_of_finding",
      columns: [table.workspace, table.findingId],
      foreignColumns: [panelFinding.workspace, panelFinding.id],
    }),
  ],
);

/** Append-only. An edit that is asked for; what is said of it stands in its proposals and events. */
export const adjustment = sqliteTable(
  "adjustment",
  {
    workspace: text().notNull(),
    id: text().notNull(),
    file: text().notNull(),
    section: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.id] }),
    index("adjustment_file").on(table.workspace, table.file),
  ],
);

/** Append-only. */
export const adjustmentProposal = sqliteTable(
  "adjustment_proposal",
  {
    workspace: text().notNull(),
    adjustmentId: text("adjustment_id").notNull(),
    sourceKind: text("source_kind").notNull().$type<AdjustmentSource["kind"]>(),
    sourceId: text("source_id").notNull(),
    asker: text().notNull(),
    kind: text().notNull().$type<AdjustmentKind>(),
    file: text().notNull(),
    section: text().notNull(),
    problem: text().notNull(),
    suggestion: text().notNull(),
    axis: text(),
    clause: text(),
    at: integer("proposed_at").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.workspace, table.adjustmentId, table.sourceKind, table.sourceId, table.asker],
    }),
    foreignKey({
      name: "proposal_of_adjustment",
      columns: [table.workspace, table.adjustmentId],
      foreignColumns: [adjustment.workspace, adjustment.id],
    }),
    check("adjustment_proposal_kind", sql`kind IN ('fault', 'reinforcement', 'deletion')`),
    check("adjustment_proposal_source", sql`source_kind IN ('panel', 'dialogue', 'override')`),
  ],
);

/** Append-only. */
export const adjustmentEvent = sqliteTable(
  "adjustment_event",
  {
    seq: integer().primaryKey(),
    workspace: text().notNull(),
    adjustmentId: text("adjustment_id").notNull(),
    action: text().notNull().$type<AdjustmentEvent["action"]>(),
    at: integer("happened_at").notNull(),
    commit: text("commit_sha"),
    reason: text(),
  },
  (table) => [
    index("adjustment_event_adjustment").on(table.workspace, table.adjustmentId),
    foreignKey({
      name: "event_of_adjustment",
      columns: [table.workspace, table.adjustmentId],
      foreignColumns: [adjustment.workspace, adjustment.id],
    }),
    check("adjustment_event_action", sql`action IN ('applied', 'dismissed', 'reopened')`),
    check("adjustment_event_applied", sql`(action = 'applied') = (commit_sha IS NOT NULL)`),
    check("adjustment_event_reason", sql`action = 'applied' OR reason IS NOT NULL`),
  ],
);

/** Append-only. */
export const instructionSize = sqliteTable(
  "instruction_size",
  {
    workspace: text().notNull(),
    file: text().notNull(),
    at: integer("measured_at").notNull(),
    bytes: integer().notNull(),
    lines: integer().notNull(),
    sha256: blob({ mode: "buffer" }).notNull(),
    commit: text("commit_sha"),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.file, table.at] }),
    check("instruction_size_counts", sql`bytes >= 0 AND lines >= 0`),
    check("instruction_size_hash", sql`length(sha256) = 32`),
  ],
);

/** A dialogue file as it was read last; its turns are only ever added. */
export const dialogue = sqliteTable(
  "dialogue",
  {
    workspace: text().notNull(),
    path: text().notNull(),
    axis: text(),
    header: text({ mode: "json" }).notNull().$type<DialogueHeader>(),
    outcome: text().notNull().$type<DialogueOutcome>(),
    verdict: text().$type<"PASS" | "FAIL">(),
    errors: text({ mode: "json" }).notNull().$type<readonly string[]>(),
    warnings: text({ mode: "json" }).notNull().$type<readonly string[]>(),
    bytes: integer().notNull(),
    sha256: blob({ mode: "buffer" }).notNull(),
    seenAt: integer("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.path] }),
    check(
      "dialogue_outcome",
      sql`outcome IN ('INVALID', 'OPEN', 'OPEN_AT_MAX', 'STUCK', 'CONCLUDED', 'CONCLUDED_UNCONFIRMED')`,
    ),
    check("dialogue_verdict", sql`verdict IN ('PASS', 'FAIL')`),
    check("dialogue_hash", sql`length(sha256) = 32`),
  ],
);

/** Append-only. */
export const dialogueTurn = sqliteTable(
  "dialogue_turn",
  {
    workspace: text().notNull(),
    path: text().notNull(),
    n: integer().notNull(),
    prefixBytes: integer("prefix_bytes").notNull(),
    prefixSha256: blob("prefix_sha256", { mode: "buffer" }).notNull(),
    role: text().notNull(),
    round: integer().notNull(),
    /** As written: local, without a zone. */
    at: text("written_at").notNull(),
    status: text().$type<TurnStatus>(),
    awaiting: text(),
    verdict: text().$type<"PASS" | "FAIL">(),
    text: text().notNull(),
    addedAt: integer("added_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.path, table.n] }),
    foreignKey({
      name: "turn_of_dialogue",
      columns: [table.workspace, table.path],
      foreignColumns: [dialogue.workspace, dialogue.path],
    }),
    check("dialogue_turn_n", sql`n >= 1`),
    check("dialogue_turn_hash", sql`length(prefix_sha256) = 32`),
    check("dialogue_turn_status", sql`status IN ('AWAITING', 'PROPOSING_DONE', 'DONE', 'STUCK')`),
    check("dialogue_turn_verdict", sql`verdict IN ('PASS', 'FAIL')`),
  ],
);

/** Append-only. Files whose earlier bytes were changed. */
export const dialogueQuarantine = sqliteTable(
  "dialogue_quarantine",
  {
    workspace: text().notNull(),
    path: text().notNull(),
    keptSha256: blob("kept_sha256", { mode: "buffer" }).notNull(),
    foundSha256: blob("found_sha256", { mode: "buffer" }).notNull(),
    n: integer().notNull(),
    because: text().notNull().$type<DialogueQuarantine["because"]>(),
    keptBytes: integer("kept_bytes").notNull(),
    foundBytes: integer("found_bytes").notNull(),
    at: integer("found_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.path, table.keptSha256, table.foundSha256] }),
    foreignKey({
      name: "quarantine_of_dialogue",
      columns: [table.workspace, table.path],
      foreignColumns: [dialogue.workspace, dialogue.path],
    }),
    check("dialogue_quarantine_n", sql`n >= 0`),
    check("dialogue_quarantine_hashes", sql`length(kept_sha256) = 32 AND length(found_sha256) = 32`),
  ],
);

/** A dialogue that the program conducts: one at a time for each axis. */
export const dialogueRun = sqliteTable(
  "dialogue_run",
  {
    workspace: text().notNull(),
    id: text().notNull(),
    axis: text().notNull(),
    path: text().notNull(),
    plan: text().notNull(),
    state: text().notNull().$type<DialogueRun["state"]>(),
    startedAt: integer("started_at").notNull(),
    endedAt: integer("ended_at"),
    outcome: text().$type<DialogueOutcome>(),
    because: text(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.id] }),
    uniqueIndex("dialogue_run_path").on(table.workspace, table.path),
    uniqueIndex("dialogue_run_open").on(table.workspace, table.axis).where(sql`state = 'open'`),
    check("dialogue_run_state", sql`state IN ('open', 'ended')`),
    check("dialogue_run_ended", sql`(state = 'ended') = (ended_at IS NOT NULL)`),
    check("dialogue_run_outcome", sql`(state = 'ended') = (outcome IS NOT NULL)`),
  ],
);

/** What the program is about to append to a dialogue of its own, stored before the file is touched. */
export const dialogueAppend = sqliteTable(
  "dialogue_append",
  {
    workspace: text().notNull(),
    runId: text("run_id").notNull(),
    n: integer().notNull(),
    beforeBytes: integer("before_bytes").notNull(),
    beforeSha256: blob("before_sha256", { mode: "buffer" }).notNull(),
    text: text().notNull(),
    state: text().notNull().$type<DialogueAppend["state"]>(),
    plannedAt: integer("planned_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.runId, table.n] }),
    foreignKey({
      name: "append_of_run",
      columns: [table.workspace, table.runId],
      foreignColumns: [dialogueRun.workspace, dialogueRun.id],
    }),
    check("dialogue_append_n", sql`n >= 0`),
    check("dialogue_append_state", sql`state IN ('planned', 'written')`),
    check("dialogue_append_hash", sql`length(before_sha256) = 32`),
  ],
);
