import type { GoldAnswer, GoldItem, GoldRun } from "../../core/gold-record.ts";
import { type ReadSession, selector, when, whenIn } from "./select.ts";
import { compareTexts } from "./session.ts";

const selectGold = selector<GoldItem>(
  `SELECT id, axis, label, origin, probe_id AS probeId,
  verdict_key AS verdictKey, item_ref AS itemRef, failure_mode AS failureMode, reason, period, rubric,
  critic_word AS criticWord, split, admitted_at AS admittedAt, exposed_at AS exposedAt,
  exposed_because AS exposedBecause, exposed_rubric AS exposedRubric, retired_at AS retiredAt,
  retired_because AS retiredBecause, lower(hex(artifact_hash)) AS sha256 FROM gold_item`,
);

/** Ascending by admission, then id. */
export function listGold(session: ReadSession, filter: { readonly axis?: string } = {}): readonly GoldItem[] {
  return selectGold(session, [["workspace = ?", session.workspace], when(filter.axis, "axis = ?")]).sort(
    (a, b) => a.admittedAt - b.admittedAt || compareTexts(a.id, b.id),
  );
}

const selectRuns = selector<GoldRun>(
  `SELECT id, axis, period, triggered_by AS "trigger", state, because, rubric, epoch, planned, repeats,
  started_at AS startedAt, finished_at AS finishedAt FROM gold_run`,
);

/** Ascending by start, then id. */
export function listGoldRuns(
  session: ReadSession,
  filter: { readonly axis?: string; readonly period?: string } = {},
): readonly GoldRun[] {
  return selectRuns(session, [
    ["workspace = ?", session.workspace],
    when(filter.axis, "axis = ?"),
    when(filter.period, "period = ?"),
  ]).sort((a, b) => a.startedAt - b.startedAt || compareTexts(a.id, b.id));
}

const selectAnswers = selector<GoldAnswer>(
  `SELECT run_id AS runId, gold_id AS goldId, repeat, word, error_kind AS errorKind, reason,
  answered_at AS at, critic, cli_version AS cliVersion, model, model_from AS modelFrom, prompt, cost_usd AS costUsd,
  latency_ms AS latencyMs, tokens FROM gold_answer`,
);

/** Ascending by instant, then item, then repeat. */
export function listGoldAnswers(
  session: ReadSession,
  filter: { readonly runId: string } | { readonly axis: string },
): readonly GoldAnswer[] {
  const wanted =
    "runId" in filter ? [filter.runId] : listGoldRuns(session, { axis: filter.axis }).map(({ id }) => id);
  return selectAnswers(session, [["workspace = ?", session.workspace], whenIn(wanted, "run_id")]).sort(
    (a, b) => a.at - b.at || compareTexts(a.goldId, b.goldId) || a.repeat - b.repeat,
  );
}
