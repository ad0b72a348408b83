// The public API: a table of contents.

// Recording
export { recordVerdict, type RecordedVerdict } from "./record-verdict.ts";

// Agreement
export { cohenKappa } from "./core/kappa.ts";
export { kappaInterval, type Strata, weightedKappa } from "./core/weighted-kappa.ts";
export { probabilityKappaBelow } from "./core/posterior.ts";

// Decisions
export { overrideStreak } from "./core/overrides.ts";
export { decide } from "./core/decision.ts";
export { type DecisionPolicy, defaultDecision } from "./core/policy.ts";

// Panels
export { mergePanel, type PanelRun } from "./core/panel.ts";
export type { PanelResult } from "./core/panel-result.ts";
export { defaultPanelPolicy, type PanelPolicy } from "./core/panel-policy.ts";

// Neighbours
export { type Dialogue, parseDialogue } from "./core/dialogue.ts";

// Errors
export { type ErrorCode, ImproveCronError } from "./errors.ts";
