import { createHash } from "node:crypto";
import { probeId, type Probe } from "./probe.ts";
import { duplicateOf, type KnownText, textFingerprint } from "./probe-similarity.ts";

/** More than a month can use of one answer is an answer that went astray. */
const mostProbes = 40;

/** The form in which a generator answers. */
export const probeAnswerSchema = {
  type: "object",
  properties: {
    probes: {
      type: "array",
      maxItems: mostProbes,
      items: {
        type: "object",
        properties: {
          artifact: { type: "string" },
          failure_mode: { type: "string" },
          exploited_clause: { type: "string" },
          why_it_fails: { type: "string" },
        },
      },
    },
  },
} as const;

/** One probe as its generator wrote it. */
export interface WrittenProbe {
  readonly artifact: string;
  readonly failure_mode: string;
  readonly exploited_clause: string;
  readonly why_it_fails: string;
}

/** Whom the probes of an answer belong to. */
export interface ProbeOrigin {
  readonly workspace: string;
  readonly axis: string;
  readonly period: string;
  readonly epoch: string;
  readonly generator: string;
  readonly madeAt: number;
}

/** A probe with its text as UTF-8, still to be stored. */
export interface NewProbe {
  readonly probe: Probe;
  readonly content: Uint8Array;
}

const mostMode = 80;
const mostWords = 2000;

/**
 * The probes of an answer, each `generated` or `duplicate`: of a text that is known, or of an earlier one of the same
 * answer. One without a text is none; of one that repeats a probe of this axis to the letter nothing new is stored.
 */
export function readProbes(
  written: readonly WrittenProbe[],
  known: readonly KnownText[],
  origin: ProbeOrigin,
): readonly NewProbe[] {
  const probes: NewProbe[] = [];
  const seen: KnownText[] = [...known];
  for (const one of written) {
    if (one.artifact.trim() === "") continue;
    const fingerprint = textFingerprint(one.artifact);
    const id = probeId(origin.workspace, origin.axis, fingerprint);
    if (seen.some(({ name }) => name === id)) continue;
    const repeated = duplicateOf(one.artifact, seen);
    seen.push({ name: id, text: one.artifact });
    const { workspace: _workspace, ...own } = origin;
    const content = new TextEncoder().encode(one.artifact);
    probes.push({
      content,
      probe: {
        id,
        ...own,
        ordinal: probes.length + 1,
        state: repeated === null ? "generated" : "duplicate",
        failureMode: oneLineOf(one.failure_mode, mostMode) || "unnamed",
        clause: oneLineOf(one.exploited_clause, mostWords),
        why: oneLineOf(one.why_it_fails, mostWords),
        artifactSha256: createHash("sha256").update(content).digest("hex"),
        fingerprint,
        duplicateOf: repeated,
        movedAt: origin.madeAt,
        itemRef: null,
        asked: 0,
        judgements: [],
      },
    });
  }
  return probes;
}

function oneLineOf(text: string, most: number): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
