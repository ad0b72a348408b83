import type { Artifact } from "../../core/verdict.ts";
import { ImproveCronError } from "../../errors.ts";

/** The hash of a snapshot, as the verdict's row has it; null where there is no snapshot. Throws `input` for what is no SHA-256. */
export function hashOf(artifact: Artifact): Buffer | null {
  if (artifact.kind !== "snapshot") return null;
  const hash = Buffer.from(artifact.sha256, "hex");
  if (hash.length === 32) return hash;
  throw new ImproveCronError("input", `not a SHA-256 in hex digits: ${artifact.sha256}`);
}

/** The text in its place: the reference, or why there is no artifact. */
export function textOf(artifact: Artifact): string | null {
  switch (artifact.kind) {
    case "snapshot":
      return null;
    case "ref":
      return artifact.ref;
    case "none":
      return artifact.because;
  }
}
