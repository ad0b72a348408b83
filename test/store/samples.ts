import { createHash } from "node:crypto";
import type { CriticCall } from "../../src/core/critic-call.ts";
import type { Cycle, GradeObservation, Item } from "../../src/core/cycle.ts";
import type { Decision, StatusChange } from "../../src/core/decided.ts";
import type { PlannedEffect } from "../../src/core/effect.ts";
import type { GoldAnswer, GoldItem, GoldRun } from "../../src/core/gold-record.ts";
import type { VerdictBatch } from "../../src/core/intake.ts";
import type { Probe } from "../../src/core/probe.ts";
import type { Verdict } from "../../src/core/verdict.ts";

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export const epoch = sha256("rubric, model and settings of May");

/** 15 May 2026, noon in New York. */
export const midMay = Date.UTC(2026, 4, 15, 16);

export function aVerdict(changes: Partial<Verdict> = {}): Verdict {
  return {
    axis: "verify-dispatch",
    word: "PASS",
    rawWord: changes.word ?? "PASS",
    errorKind: null,
    at: midMay,
    externalId: "d-1029",
    source: "",
    artifact: { kind: "ref", ref: "https://example.org/dispatch/1029" },
    rubric: sha256("rubric"),
    model: "claude-opus-4",
    givenModel: null,
    givenRubric: null,
    epoch,
    reason: null,
    score: null,
    costUsd: null,
    latencyMs: null,
    tokens: null,
    meta: {},
    ...changes,
  };
}

/** n verdicts with the ids `prefix0`, `prefix1`, ..., a minute apart. */
export function verdicts(n: number, prefix: string, changes: Partial<Verdict> = {}): readonly Verdict[] {
  return Array.from({ length: n }, (_, index) =>
    aVerdict({ externalId: `${prefix}${index}`, at: midMay + index * 60_000, ...changes }),
  );
}

export function aBatch(all: readonly Verdict[], texts: readonly string[] = []): VerdictBatch {
  return {
    verdicts: all,
    artifacts: new Map(texts.map((text) => [sha256(text), Buffer.from(text)])),
    storedAt: midMay + 1000,
  };
}

export function aCycle(changes: Partial<Cycle> = {}): Cycle {
  return {
    axis: "verify-dispatch",
    period: "2026-05",
    state: "open",
    because: null,
    epoch,
    openedAt: Date.UTC(2026, 5, 1, 13),
    dueAt: Date.UTC(2026, 6, 1, 13),
    closedAt: null,
    frame: { pass: 60, fail: 12, noArtifact: 3 },
    frameHash: sha256("frame"),
    watermark: 75,
    passRate: 0.1,
    failRate: 0.07,
    minutesPlanned: 16.5,
    sampleTarget: null,
    firstMonth: true,
    queue: "local",
    ...changes,
  };
}

export function anItem(ref: string, changes: Partial<Item> = {}): Item {
  return {
    ref,
    axis: "verify-dispatch",
    period: "2026-05",
    kind: "pass",
    batch: 1,
    state: "planned",
    verdictKey: sha256(`verdict of ${ref}`),
    word: "PASS",
    artifact: { kind: "snapshot", sha256: sha256(`artifact of ${ref}`) },
    title: "verify-dispatch · 1 of 2",
    orderKey: 2 ** 51 + 1,
    attempts: 0,
    externalId: null,
    url: null,
    withdrawnBecause: null,
    ...changes,
  };
}

export function aGrade(ref: string, changes: Partial<GradeObservation> = {}): GradeObservation {
  return {
    ref,
    grade: "PASS",
    reason: null,
    by: "founder",
    at: null,
    observedAt: Date.UTC(2026, 5, 3),
    via: "grade",
    ...changes,
  };
}

export function aDecision(changes: Partial<Decision> = {}): Decision {
  return {
    axis: "verify-dispatch",
    period: "2026-05",
    at: Date.UTC(2026, 6, 1, 13),
    mode: "guarded",
    action: "watch",
    reasons: ["cusum"],
    evidence: "uncertain",
    literal: { action: "revert", reasons: ["kappa", "streak"] },
    guarded: { action: "watch", reasons: ["cusum"] },
    statusBefore: "graduated",
    statusAfter: "graduated",
    kappa: 0.41,
    overrides: 1,
    record: '{"axis":"verify-dispatch"}',
    ...changes,
  };
}

export function aStatusChange(changes: Partial<StatusChange> = {}): StatusChange {
  return {
    axis: "verify-dispatch",
    at: Date.UTC(2026, 6, 1, 13),
    from: "graduated",
    to: "assisted",
    by: "run",
    reason: "kappa",
    period: "2026-05",
    ...changes,
  };
}

export function anEffect(dedupeKey: string, changes: Partial<PlannedEffect> = {}): PlannedEffect {
  return {
    axis: "*",
    period: "2026-05",
    dedupeKey,
    payload: { kind: "vault-log", marker: `ic-${dedupeKey}`, markdown: "## May 2026\n" },
    ...changes,
  };
}

export function aCall(changes: Partial<CriticCall> = {}): CriticCall {
  return {
    axis: "verify-dispatch",
    period: "2026-05",
    purpose: "gold",
    batch: "run-1",
    subject: sha256("a dispatch"),
    rubric: `sha256:${sha256("rubric")}`,
    at: midMay,
    outcome: "PASS",
    failure: null,
    reason: "It names the reader and the date.",
    critic: "claude",
    program: "/usr/local/bin/claude",
    cliVersion: "2.1.332",
    model: "m-1",
    modelFrom: "service",
    prompt: sha256("judge"),
    costUsd: 0.25,
    tokensIn: 1200,
    tokensOut: 80,
    latencyMs: 2100.5,
    sessionId: "s-1",
    ...changes,
  };
}

export function aProbe(text: string, changes: Partial<Probe> = {}): Probe {
  return {
    id: sha256(`probe ${text}`),
    axis: "verify-dispatch",
    period: "2026-05",
    epoch,
    ordinal: 1,
    state: "generated",
    failureMode: "invented figure",
    clause: "names its sources",
    why: "The figure is in no source.",
    artifactSha256: sha256(text),
    fingerprint: sha256(text.toLowerCase()),
    duplicateOf: null,
    generator: "claude",
    madeAt: midMay,
    movedAt: midMay,
    itemRef: null,
    asked: 0,
    judgements: [],
    ...changes,
  };
}

export function aGoldItem(text: string, changes: Partial<GoldItem> = {}): GoldItem {
  return {
    id: `g-${sha256(text).slice(0, 16)}`,
    axis: "verify-dispatch",
    sha256: sha256(text),
    label: "FAIL",
    origin: "regrade",
    probeId: null,
    verdictKey: sha256("key"),
    itemRef: "one",
    failureMode: null,
    reason: "The date is wrong.",
    period: "2026-05",
    rubric: `sha256:${sha256("rubric")}`,
    criticWord: "PASS",
    split: "holdout",
    admittedAt: midMay,
    exposedAt: null,
    exposedBecause: null,
    exposedRubric: null,
    retiredAt: null,
    retiredBecause: null,
    ...changes,
  };
}

export function aGoldRun(id: string, changes: Partial<GoldRun> = {}): GoldRun {
  return {
    id,
    axis: "verify-dispatch",
    period: "2026-05",
    trigger: "cycle",
    state: "running",
    because: null,
    rubric: `sha256:${sha256("rubric")}`,
    epoch,
    planned: 3,
    repeats: 1,
    startedAt: midMay,
    finishedAt: null,
    ...changes,
  };
}

export function aGoldAnswer(runId: string, goldId: string, changes: Partial<GoldAnswer> = {}): GoldAnswer {
  return {
    runId,
    goldId,
    repeat: 1,
    word: "FAIL",
    errorKind: null,
    reason: "It names no date.",
    at: midMay,
    critic: "claude",
    cliVersion: "2.1.332",
    model: "m-1",
    modelFrom: "service",
    prompt: sha256("judge"),
    costUsd: 0.02,
    latencyMs: 900,
    tokens: 1280,
    ...changes,
  };
}
