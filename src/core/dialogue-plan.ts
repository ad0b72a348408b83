import { headingForm } from "./adjustments.ts";
import type { PartnerName } from "./dialogue-setup.ts";
import { wallTimeIn } from "./zone.ts";

/** The roles of the dialogues that the program conducts. The author speaks for the critic, the partner for the founder's reading. */
export const authorRole = "author";
const partnerRole = "partner";

/** One verdict that is argued over. Everything of it was written by others. */
export interface DisputedCase {
  readonly ref: string;
  readonly verdictKey: string;
  /** SHA-256 (hex) of the snapshot; null where only a reference is known. */
  readonly artifactSha256: string | null;
  readonly critic: string;
  readonly criticReason: string | null;
  readonly founder: string;
  readonly founderReason: string | null;
}

/** What a dialogue is about: all that is needed to go on with it after a crash. */
export interface DialoguePlan {
  /** The rule; null where nobody named one. */
  readonly clause: string | null;
  readonly cases: readonly DisputedCase[];
  /** The rubric as it stood when the dialogue began. */
  readonly rubric: string;
  readonly rubricFingerprint: string;
  /** What the rubric's file is called in the ledger. */
  readonly file: string;
  readonly partner: PartnerName | null;
  readonly header: string;
}

/** A plan as it was stored; null where it is none, which only damage brings about. */
export function readPlan(text: string): DialoguePlan | null {
  try {
    const plan: unknown = JSON.parse(text);
    return isPlan(plan) ? plan : null;
  } catch {
    return null;
  }
}

function isPlan(value: unknown): value is DialoguePlan {
  if (typeof value !== "object" || value === null || !("cases" in value) || !Array.isArray(value.cases)) {
    return false;
  }
  const texts = ["rubric", "rubricFingerprint", "file", "header"];
  return texts.every((name) => typeof Reflect.get(value, name) === "string") && value.cases.every(isCase);
}

function isCase(value: unknown): value is DisputedCase {
  return (
    typeof value === "object" &&
    value !== null &&
    "ref" in value &&
    "verdictKey" in value &&
    "critic" in value
  );
}

/**
 * A time of these files: what the clocks of the zone show, to the minute.
 *
 * @example stampOf(Date.UTC(2026, 5, 2, 12), "America/New_York") // "2026-06-02 08:00"
 */
export function stampOf(instant: number, zone: string): string {
  return new Date(wallTimeIn(instant, zone)).toISOString().slice(0, 16).replace("T", " ");
}

const longestSlug = 50;

/** What a dialogue is called: its axis and the first words of its rule, as `a-z0-9-`, 50 characters at most. */
export function slugOf(axis: string, clause: string | null): string {
  return `${axis} ${headingForm(clause ?? "")}`
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/gu, "");
}

/** `YYYYMMDD-HHMMSS-slug.md`, local time of the zone. */
export function dialogueName(instant: number, zone: string, slug: string): string {
  const digits = new Date(wallTimeIn(instant, zone)).toISOString().replaceAll(/[-:]/gu, "");
  return `${digits.slice(0, 8)}-${digits.slice(9, 15)}-${slug}.md`;
}

/** The header of a file, with the rule that ends it. */
export function headerText(facts: {
  readonly topic: string;
  readonly started: string;
  readonly rounds: number;
  readonly author: "subagent" | "codex";
  readonly partner: "subagent" | "codex";
}): string {
  return [
    `# Dialogue: ${facts.topic}`,
    "",
    `Started: ${facts.started}`,
    `Max rounds: ${facts.rounds}`,
    "",
    "Participants:",
    `  - ${authorRole} (${facts.author})`,
    `  - ${partnerRole} (${facts.partner})`,
    "",
    "---",
    "",
  ].join("\n");
}
