/** The six lenses that come with the program, in the order in which a person meets them. */
export const shippedLenses = [
  "rules-judge",
  "claim-auditor",
  "expert-skeptic",
  "hostile-reader",
  "ai-detector",
  "contract-lens",
] as const;

/** Lenses whose findings rest on something that can be looked up: only these may stop a draft. */
export const blockingLenses: ReadonlySet<string> = new Set(["rules-judge", "claim-auditor", "contract-lens"]);

/** The lens that gets what the mechanical pass found. */
export const rulesLens = "rules-judge";
