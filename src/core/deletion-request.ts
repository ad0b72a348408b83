import type { AdjustmentEffect } from "./adjustment-effect.ts";
import { headingForm } from "./adjustments.ts";
import type { InstructionRule } from "./instruction-rules.ts";
import { type LedgerEntry, placeOf } from "./ledger.ts";

/** What speaks for deleting a rule. */
export type DeletionReason =
  /** Somebody asks to delete something of its section. */
  | { readonly code: "deletion-asked"; readonly n: number }
  /** Another rule of the file says the opposite; `line` is where. */
  | { readonly code: "contradicts"; readonly line: number }
  /** An entry about its section says that rules contradict each other. */
  | { readonly code: "called-contradictory"; readonly n: number }
  /** What its section was edited for became no rarer. */
  | { readonly code: "no-effect"; readonly n: number }
  /** What its section was edited for was dismissed after it had been applied. */
  | { readonly code: "dismissed"; readonly n: number }
  /** Nobody has named its section since it was changed last, for so many days. */
  | { readonly code: "unnamed"; readonly days: number };

/** A rule that is most worth deleting, and why. */
export interface DeletionCandidate {
  readonly file: string;
  readonly section: string;
  /** The rule; null where only an entry of the ledger speaks of the section, and the file cannot be read. */
  readonly rule: string | null;
  readonly line: number | null;
  readonly because: readonly DeletionReason[];
}

const day = 86_400_000;
/** A rule that is younger than this has not had the time to be named. */
const daysToBeNamed = 90;

const weights: Readonly<Record<DeletionReason["code"], number>> = {
  "deletion-asked": 16,
  contradicts: 8,
  "called-contradictory": 4,
  "no-effect": 4,
  dismissed: 2,
  unnamed: 1,
};

/**
 * Which three rules are most worth deleting? Nothing in the loop asks for that by itself: panels add. By evidence, the
 * strongest first: somebody asks for it; it contradicts another rule; what it was written for became no rarer, or was
 * dismissed since; nobody has named its section since it was changed last, 90 days ago or more. Among equals the one that was not
 * touched for longest. At most one of each section. A rule that nothing speaks against is never named.
 */
export function deletionRequest(
  facts: {
    readonly rules: readonly InstructionRule[];
    readonly entries: readonly LedgerEntry[];
    readonly effects: readonly AdjustmentEffect[];
    readonly now: number;
  },
  most = 3,
): readonly DeletionCandidate[] {
  const { entries, rules } = facts;
  const readable = new Set(
    rules.flatMap(({ file, section, text }) => [placeOf(file, section), placeOf(file, text)]),
  );
  const opposites = oppositesOf(rules);
  const candidates: { readonly candidate: DeletionCandidate; readonly touchedAt: number }[] = rules.map(
    (rule) => ({
      candidate: {
        file: rule.file,
        section: rule.section,
        rule: rule.text,
        line: rule.line,
        because: reasonsOf(rule, opposites, facts),
      },
      touchedAt: rule.touchedAt ?? facts.now,
    }),
  );
  // A section that no file has under this name can still be asked to go.
  for (const { file, kind, section, state, firstAt } of entries) {
    if (state.kind !== "open" || kind !== "deletion" || readable.has(placeOf(file, section))) continue;
    readable.add(placeOf(file, section));
    const because = sectionReasons(new Set([placeOf(file, section)]), facts);
    candidates.push({
      candidate: { file, section, rule: null, line: null, because },
      touchedAt: firstAt,
    });
  }
  const chosen: DeletionCandidate[] = [];
  const places = new Set<string>();
  const sorted = candidates
    .filter(({ candidate }) => candidate.because.length > 0)
    .toSorted(
      (a, b) =>
        weightOf(b.candidate) - weightOf(a.candidate) ||
        countOf(b.candidate) - countOf(a.candidate) ||
        a.touchedAt - b.touchedAt ||
        (placeOf(a.candidate.file, a.candidate.section) < placeOf(b.candidate.file, b.candidate.section)
          ? -1
          : 1) ||
        (a.candidate.line ?? 0) - (b.candidate.line ?? 0),
    );
  for (const { candidate } of sorted) {
    const place = placeOf(candidate.file, candidate.section);
    if (places.has(place) || chosen.length >= most) continue;
    places.add(place);
    chosen.push(candidate);
  }
  return chosen;
}

function weightOf({ because }: DeletionCandidate): number {
  return because.reduce((sum, { code }) => sum + weights[code], 0);
}

function countOf({ because }: DeletionCandidate): number {
  return because.reduce((sum, reason) => sum + ("n" in reason ? reason.n : 0), 0);
}

type Facts = Parameters<typeof deletionRequest>[0];

function reasonsOf(
  rule: InstructionRule,
  opposites: ReadonlyMap<InstructionRule, number>,
  facts: Facts,
): readonly DeletionReason[] {
  // A rule is named by its section, or by its own words: a numbered rule of a rubric is a clause by itself.
  const places = new Set([rule.section, rule.text].map((name) => placeOf(rule.file, name)));
  const line = opposites.get(rule);
  const reasons: DeletionReason[] = [...sectionReasons(places, facts)];
  if (line !== undefined) reasons.push({ code: "contradicts", line });
  const { touchedAt } = rule;
  if (touchedAt !== null) {
    const isNamed = facts.entries.some(
      ({ clause, file, lastAt, section }) =>
        lastAt > touchedAt && [section, clause ?? section].some((one) => places.has(placeOf(file, one))),
    );
    const days = Math.floor((facts.now - touchedAt) / day);
    if (!isNamed && days >= daysToBeNamed) reasons.push({ code: "unnamed", days });
  }
  return reasons;
}

function sectionReasons(places: ReadonlySet<string>, { effects, entries }: Facts): readonly DeletionReason[] {
  const own = entries.filter(({ file, section }) => places.has(placeOf(file, section)));
  const open = own.filter(({ state }) => state.kind === "open");
  const asked = open.filter(({ kind }) => kind === "deletion").reduce((sum, { times }) => sum + times, 0);
  const contradictory = open.filter(({ problem }) => /\b(?:contradict|conflict)/iu.test(problem)).length;
  const idle = effects.filter(
    ({ file, says, section }) =>
      places.has(placeOf(file, section)) && (says === "more-often" || says === "no-clear-change"),
  ).length;
  const dismissed = own.filter(
    ({ events, state }) => state.kind === "dismissed" && events.some(({ action }) => action === "applied"),
  ).length;
  const counted = [
    { code: "deletion-asked", n: asked },
    { code: "called-contradictory", n: contradictory },
    { code: "no-effect", n: idle },
    { code: "dismissed", n: dismissed },
  ] as const;
  return counted.filter(({ n }) => n > 0);
}

const negations = /\b(?:never|not|don't|doesn't|avoid|without|no)\b/u;
const fillers =
  /\b(?:always|never|must|should|do|does|don't|doesn't|not|avoid|please|use|a|an|the|to|be|no)\b/gu;

/** Rules of one file that say the same of the same thing, one of them with a negation; each with the line of the other. */
function oppositesOf(rules: readonly InstructionRule[]): ReadonlyMap<InstructionRule, number> {
  const byWords = new Map<string, { readonly rule: InstructionRule; readonly negated: boolean }[]>();
  for (const rule of rules) {
    const form = headingForm(rule.text);
    const words = form.replaceAll(fillers, " ").match(/[\p{L}\p{N}]+/gu) ?? [];
    // Two words in common are chance.
    if (words.length < 3) continue;
    const key = `${rule.file}\n${[...new Set(words)].toSorted((a, b) => (a < b ? -1 : 1)).join(" ")}`;
    const group = byWords.get(key) ?? [];
    group.push({ rule, negated: negations.test(form) });
    byWords.set(key, group);
  }
  const opposites = new Map<InstructionRule, number>();
  for (const group of byWords.values()) {
    for (const { negated, rule } of group) {
      const other = group.find((one) => one.negated !== negated);
      if (other !== undefined) opposites.set(rule, other.rule.line);
    }
  }
  return opposites;
}
