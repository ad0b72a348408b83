import { hash } from "node:crypto";

/** PASS or FAIL is a verdict; ERROR is a critic that gave none. */
export type VerdictWord = "PASS" | "FAIL" | "ERROR";

/** What is known of the thing that the critic looked at. */
export type Artifact =
  | { readonly kind: "snapshot"; readonly sha256: string }
  | { readonly kind: "ref"; readonly ref: string }
  | { readonly kind: "none"; readonly because: string };

/** One verdict of one critic, ready to be stored. Months, sampling keys and ids are the store's business. */
export interface Verdict {
  readonly axis: string;
  readonly word: VerdictWord;
  /** The word as the critic wrote it, trimmed of nothing: `ITERATE` stays `ITERATE` beside FAIL. */
  readonly rawWord: string;
  /** What kind of failure an ERROR was, e.g. `timeout`; null for PASS and FAIL. */
  readonly errorKind: string | null;
  /** The instant, epoch milliseconds UTC. */
  readonly at: number;
  /** Set where nobody said when, and it was taken to be now: said again later, the same verdict is still the same. */
  readonly atAssumed?: true;
  readonly externalId: string | null;
  /** "" where none was given; never a file name, since rotation would double everything. */
  readonly source: string;
  readonly artifact: Artifact;
  /** Rubric fingerprint, or `none`. */
  readonly rubric: string;
  /** Model name, or `none`. */
  readonly model: string;
  /** The model exactly as the line gave it, for identity; null where it came from the axis file. */
  readonly givenModel: string | null;
  /** The rubric exactly as the line gave it (hash or fingerprint of its path), for identity; null where it came from the axis file. */
  readonly givenRubric: string | null;
  /** Fingerprint of (rubric, model, settings). Numbers of different epochs are never pooled. */
  readonly epoch: string;
  readonly reason: string | null;
  readonly score: number | null;
  readonly costUsd: number | null;
  readonly latencyMs: number | null;
  readonly tokens: number | null;
  /** JSON object, already checked for size, depth and dangerous keys. */
  readonly meta: Readonly<Record<string, unknown>>;
}

const wordMeanings: Readonly<Record<string, VerdictWord>> = {
  PASS: "PASS",
  FAIL: "FAIL",
  ITERATE: "FAIL",
  SCRAP: "FAIL",
  ERROR: "ERROR",
};

/**
 * What a verdict word means: any case of PASS, FAIL, ERROR, or of the older ITERATE and SCRAP, which are FAIL.
 * Null for every other text, spaces around the word included: an unknown word is a reject, never a FAIL.
 */
export function verdictWordOf(raw: string): VerdictWord | null {
  // Only ASCII: the long s of "paſſ" would become an S, and a word nobody wrote a PASS.
  if (!/^[A-Za-z]+$/.test(raw)) return null;
  const upper = raw.toUpperCase();
  return Object.hasOwn(wordMeanings, upper) ? (wordMeanings[upper] ?? null) : null;
}

/**
 * The identity of a verdict, 64 hex digits: the same verdict twice gives the same key.
 * SHA-256 of (workspace, source, axis, id) when the critic gave an id, else of everything that was said
 * (workspace, axis, word as read, instant, artifact, rubric, model, reason).
 */
export function verdictKey(workspace: string, verdict: Verdict): string {
  const parts =
    verdict.externalId === null
      ? [
          "content",
          workspace,
          verdict.axis,
          verdict.rawWord.toUpperCase(),
          verdict.at,
          identityOfArtifact(verdict.artifact),
          verdict.givenRubric,
          verdict.givenModel,
          verdict.reason,
        ]
      : idParts(workspace, verdict.source, verdict.axis, verdict.externalId);
  return keyOfParts(parts);
}

/** The key of the verdict to which the critic gave this id; `source` is "" where none was given. */
export function verdictKeyOfId(
  workspace: string,
  given: { readonly axis: string; readonly source: string; readonly id: string },
): string {
  return keyOfParts(idParts(workspace, given.source, given.axis, given.id));
}

function idParts(workspace: string, source: string, axis: string, id: string): readonly unknown[] {
  return ["id", workspace, source, axis, id];
}

function keyOfParts(parts: readonly unknown[]): string {
  // JSON keeps the parts apart: no text can imitate a boundary.
  return hash("sha256", JSON.stringify(parts), "hex");
}

function identityOfArtifact(artifact: Artifact): string | null {
  switch (artifact.kind) {
    case "snapshot":
      return artifact.sha256;
    case "ref":
      return artifact.ref;
    case "none":
      return null;
  }
}

/** The short id shown to people, derived from the key so that a shuffled re-import gives the same one. */
export function verdictIdOf(key: string): string {
  return `v-${key.slice(0, 16)}`;
}
