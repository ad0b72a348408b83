/** How grave a finding is, gravest first. */
export const severities = ["BLOCKER", "MAJOR", "ADVISORY"] as const;

export type Severity = (typeof severities)[number];
