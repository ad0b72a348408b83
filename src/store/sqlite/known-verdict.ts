import type { Artifact, Verdict } from "../../core/verdict.ts";

/** What is stored of a verdict whose key came again. */
export interface KnownVerdict {
  readonly word: string;
  readonly at: number;
  readonly kind: Artifact["kind"];
  readonly hash: Buffer | null;
  readonly text: string | null;
}

/**
 * Whether a verdict with a known key says something else. An artifact that is not there any more says nothing:
 * a log that is read again after its files have changed is still the same log.
 */
export function contradicts(known: KnownVerdict, verdict: Verdict): boolean {
  if (known.word !== verdict.word) return true;
  if (verdict.atAssumed !== true && known.at !== verdict.at) return true;
  switch (verdict.artifact.kind) {
    case "none":
      return false;
    case "snapshot":
      return known.hash?.toString("hex") !== verdict.artifact.sha256;
    case "ref":
      return known.kind !== "ref" || known.text !== verdict.artifact.ref;
  }
}
