import type { Month, MonthCount } from "../../core/cycle.ts";
import { type Artifact, verdictIdOf, type VerdictWord } from "../../core/verdict.ts";
import type { StoredVerdict } from "../store.ts";
import { type ReadSession, selector, when } from "./select.ts";
import { compareTexts } from "./session.ts";

interface VerdictRow extends Omit<StoredVerdict["verdict"], "artifact" | "meta"> {
  readonly key: Buffer;
  readonly period: Month;
  readonly storedAt: number;
  readonly artifactKind: Artifact["kind"];
  readonly artifactHash: Buffer | null;
  readonly artifactText: string | null;
  readonly meta: string;
}

const selectVerdicts = selector<VerdictRow>(
  `SELECT v.key AS key, v.period AS period, v.stored_at AS storedAt, v.axis AS axis, v.word AS word,
  v.raw_word AS rawWord, v.error_kind AS errorKind, v.at AS at, v.external_id AS externalId, v.source AS source,
  v.artifact_kind AS artifactKind, v.artifact_hash AS artifactHash, v.artifact_text AS artifactText, v.rubric AS rubric,
  v.model AS model, e.fingerprint AS epoch, v.reason AS reason, v.score AS score, v.cost_usd AS costUsd,
  v.latency_ms AS latencyMs, v.tokens AS tokens, v.meta AS meta FROM verdict v JOIN epoch e ON e.id = v.epoch_id`,
  "ORDER BY v.seq",
);

/** By its key, 64 hex digits; null where there is none. */
export function readVerdict(session: ReadSession, key: string): StoredVerdict | null {
  if (!/^[0-9a-f]{64}$/.test(key)) return null;
  const [row] = selectVerdicts(session, [
    ["v.workspace = ?", session.workspace],
    ["v.key = ?", Buffer.from(key, "hex")],
  ]);
  return row === undefined ? null : storedVerdict(row);
}

/** Ascending by instant, then by key: a shuffled log gives the same list. */
export function listVerdicts(
  session: ReadSession,
  filter: { readonly axis: string; readonly period: Month; readonly word: VerdictWord },
): readonly StoredVerdict[] {
  return selectVerdicts(session, [
    ["v.workspace = ?", session.workspace],
    ["v.axis = ?", filter.axis],
    ["v.period = ?", filter.period],
    // Naming the epochs lets the sampling index serve the word too, which stands behind them in it.
    ["v.epoch_id IN (SELECT id FROM epoch WHERE workspace = ?)", session.workspace],
    ["v.word = ?", filter.word],
  ])
    .map(storedVerdict)
    .sort((a, b) => a.verdict.at - b.verdict.at || compareTexts(a.key, b.key));
}

function storedVerdict(row: VerdictRow): StoredVerdict {
  const key = row.key.toString("hex");
  return {
    key,
    id: verdictIdOf(key),
    period: row.period,
    storedAt: row.storedAt,
    verdict: {
      axis: row.axis,
      word: row.word,
      rawWord: row.rawWord,
      errorKind: row.errorKind,
      at: row.at,
      externalId: row.externalId,
      source: row.source,
      artifact: artifactOf(row.artifactKind, row.artifactHash, row.artifactText),
      rubric: row.rubric,
      model: row.model,
      epoch: row.epoch,
      reason: row.reason,
      score: row.score,
      costUsd: row.costUsd,
      latencyMs: row.latencyMs,
      tokens: row.tokens,
      meta: metaOf(row.meta),
    },
  };
}

function artifactOf(kind: Artifact["kind"], hash: Buffer | null, text: string | null): Artifact {
  switch (kind) {
    case "snapshot":
      return { kind, sha256: hash?.toString("hex") ?? "" };
    case "ref":
      return { kind, ref: text ?? "" };
    case "none":
      return { kind, because: text ?? "" };
  }
}

function metaOf(text: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
}

const selectCounts = selector<MonthCount>(
  `SELECT axis, period, epoch, word, artifact_kind AS artifact, count, first_at AS firstAt,
  last_at AS lastAt, cost_usd AS costUsd, cost_known AS costKnown FROM month_count`,
);

/** From the rollup: as fast for ten million verdicts as for ten. */
export function listMonthCounts(
  session: ReadSession,
  filter: { readonly axis?: string; readonly period?: Month },
): readonly MonthCount[] {
  return selectCounts(session, [
    ["workspace = ?", session.workspace],
    when(filter.axis, "axis = ?"),
    when(filter.period, "period = ?"),
  ]).sort(
    (a, b) =>
      compareTexts(a.axis, b.axis) ||
      compareTexts(a.period, b.period) ||
      compareTexts(a.epoch, b.epoch) ||
      compareTexts(a.word, b.word) ||
      compareTexts(a.artifact, b.artifact),
  );
}
