import type { Grade } from "./cycle.ts";
import type { SeenItem } from "./evidence.ts";

/** One verdict of the sample on which critic and founder differ. */
export interface Disagreement {
  /** The verdict's id: the critic's own where it gave one. */
  readonly id: string;
  /** Where it can be read again: the item's page, else the reference that the critic gave, else the id. Written by others. */
  readonly link: string;
  readonly critic: "PASS" | "FAIL";
  readonly founder: "PASS" | "FAIL";
  /** The founder's words; null where he gave none. */
  readonly reason: string | null;
  /** When he said so, where that is known, else when it was seen. ISO 8601, UTC. */
  readonly at: string;
}

/**
 * Where did critic and founder differ? The overrides, then the reverse overrides, each by the instant of the grade: as many
 * as the month's counts of both, so risk items, probes, gold and re-asked items are not among them.
 * It tells the critic's word, so it is for closed months only.
 */
export function disagreementsOf(
  items: readonly SeenItem[],
  idOf: (verdictKey: string) => string,
): readonly Disagreement[] {
  return items
    .flatMap(({ item, seen }): readonly Disagreement[] => {
      const founder = seen?.grade ?? null;
      const critic = item.kind === "pass" ? "PASS" : item.kind === "fail" ? "FAIL" : null;
      if (seen === null || critic === null || !isWord(founder) || founder === critic) return [];
      const id = idOf(item.verdictKey);
      const ref = item.artifact.kind === "ref" ? item.artifact.ref : null;
      const at = new Date(seen.at ?? seen.observedAt).toISOString();
      return [{ id, link: item.url ?? ref ?? id, critic, founder, reason: seen.reason, at }];
    })
    .toSorted(
      (a, b) =>
        compare(b.critic, a.critic) || compare(a.at, b.at) || compare(a.id, b.id) || compare(a.link, b.link),
    );
}

function isWord(grade: Grade | null): grade is "PASS" | "FAIL" {
  return grade === "PASS" || grade === "FAIL";
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
