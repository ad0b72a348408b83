import { createHash } from "node:crypto";
import type { GoldAnswer, GoldItem, GoldRun } from "../../src/core/gold-record.ts";
import { goldIdOf } from "../../src/core/gold-set.ts";

export const goldAxis = "verify-dispatch";

/** A gold item of that text; the rest as a test wants it. */
export function goldItem(text: string, facts: Partial<GoldItem> = {}): GoldItem {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return {
    id: goldIdOf(goldAxis, sha256),
    axis: goldAxis,
    sha256,
    label: "FAIL",
    origin: "regrade",
    probeId: null,
    verdictKey: null,
    itemRef: null,
    failureMode: null,
    reason: null,
    period: "2026-05",
    rubric: "none",
    criticWord: "PASS",
    split: "holdout",
    admittedAt: Date.UTC(2026, 5, 15),
    exposedAt: null,
    exposedBecause: null,
    exposedRubric: null,
    retiredAt: null,
    retiredBecause: null,
    ...facts,
  };
}

/** What the critic said of a gold item. */
export function goldAnswer(
  item: GoldItem,
  word: GoldAnswer["word"],
  facts: Partial<GoldAnswer> = {},
): GoldAnswer {
  return {
    runId: "run-1",
    goldId: item.id,
    repeat: 1,
    word,
    errorKind: word === "ERROR" ? "timeout" : null,
    reason: null,
    at: Date.UTC(2026, 6, 1),
    critic: "command",
    cliVersion: "1.0.0",
    model: "judge-1",
    modelFrom: "program",
    prompt: null,
    costUsd: null,
    latencyMs: 100,
    tokens: null,
    ...facts,
  };
}

export function goldRun(facts: Partial<GoldRun> = {}): GoldRun {
  return {
    id: "run-1",
    axis: goldAxis,
    period: "2026-06",
    trigger: "cycle",
    state: "done",
    because: null,
    rubric: "sha256:1",
    epoch: "e1",
    planned: 0,
    repeats: 0,
    startedAt: Date.UTC(2026, 6, 1),
    finishedAt: Date.UTC(2026, 6, 1, 1),
    ...facts,
  };
}
