import type { Axis } from "../core/axis.ts";
import { isAxisName } from "../core/axis.ts";
import { epochOf } from "../core/rubric.ts";
import type { Verdict } from "../core/verdict.ts";
import { verdictWordOf } from "../core/verdict.ts";
import type { Snapshot } from "./artifact.ts";
import { takeArtifact } from "./artifact.ts";
import { readInstant } from "./instant.ts";
import { createRubricSource, takeRubric } from "./rubric-source.ts";
import { isStorable, quote, storableForm } from "./storable-text.ts";
import { metaOf, tokensOf } from "./verdict-meta.ts";
import type { WrittenOutcome } from "./verdict-shape.ts";
import type { WrittenVerdict } from "./written-verdict.ts";

/** What a line takes from the file of its axis. */
type AxisFacts = Pick<Axis, "rubricPath" | "model" | "settings" | "timezone" | "artifactRoots">;

/** What a line leaves open, and where its paths start. */
export interface ReadingContext {
  /** The axis of lines that name none; null makes such lines rejects. */
  readonly axis: string | null;
  /** The axes that have a file, by name. A verdict of another axis is read too. */
  readonly axes: ReadonlyMap<string, AxisFacts>;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether a line must say when: yes in a log; without, the verdict was given now. */
  readonly atRequired: boolean;
  /** Absolute folder that relative paths start at. */
  readonly folder: string;
  /** Whether artifact paths may lead anywhere; else into the axis's `artifact_roots`, or into `folder` where it names none. */
  readonly anywhere: boolean;
}

type LineOutcome =
  | { readonly kind: "verdict"; readonly verdict: Verdict; readonly artifact: Snapshot | null }
  /** `ahead` is the instant of a row that only time stands against. */
  | {
      readonly kind: "reject";
      readonly axis: string | null;
      readonly reason: string;
      readonly ahead?: number;
    };

/** Turns one JSON text into a verdict or a refusal. */
export type VerdictReader = (line: string) => LineOutcome;

/**
 * A reader of verdict lines (the format is in the README). It never throws on what a line says: a line that is no
 * verdict comes back as a reject whose reason starts with a stable code, e.g. `bad-at: ...`.
 *
 * Rubric files and epochs are remembered for the life of the reader: make one for each intake.
 *
 * @param readWritten Reads the JSON of a line: `readWrittenVerdict` where refusals are to be told, `readVerdictShape`
 *   where zod shall not be loaded.
 */
export function createVerdictReader(
  context: ReadingContext,
  readWritten: (line: string) => WrittenOutcome,
): VerdictReader {
  const rubricOfFile = createRubricSource();
  const epochs = new Map<string, string>();

  return (line) => {
    const outcome = readWritten(line);
    if (outcome.kind === "reject")
      return { kind: "reject", axis: outcome.axis ?? context.axis, reason: outcome.reason };
    const { written } = outcome;
    const name = written.axis ?? context.axis;
    if (name === null)
      return refuse(null, "missing-axis", "the line names no axis, and nothing else names one for it");
    if (!isAxisName(name))
      return refuse(
        context.axis,
        "bad-axis",
        "an axis is 1 to 63 lower-case letters, digits and hyphens, the first no hyphen",
      );
    const axis = context.axes.get(name) ?? null;

    const word = readWord(written.verdict);
    if (word.kind === "reject") return { kind: "reject", axis: name, reason: word.reason };
    if (typeof written.at !== "string" && context.atRequired)
      return refuse(name, "missing-at", "the line does not say when (at)");
    const instant = readInstant(written.at ?? null, axis?.timezone ?? null, context.now);
    if (instant.kind === "reject") return { ...instant, axis: name };
    for (const field of ["id", "model", "source"] as const) {
      const text = written[field];
      if (typeof text === "string" && !isStorable(text))
        return refuse(name, "bad-text", `${field} holds NUL or half a character`);
    }
    const rubric = takeRubric(written.rubric ?? null, {
      rubricPath: axis?.rubricPath ?? null,
      folder: context.folder,
      rubricOfFile,
    });
    if (rubric.kind === "reject") return { kind: "reject", axis: name, reason: rubric.reason };
    const artifact = takeArtifact(written.artifact ?? null, {
      folder: context.folder,
      roots: context.anywhere ? null : rootsOf(axis, context.folder),
      seenAt: typeof written.at === "string" ? instant.at : null,
    });
    if (artifact.kind === "reject") return { kind: "reject", axis: name, reason: artifact.reason };

    const { fingerprint, given } = rubric;
    const model = written.model ?? axis?.model ?? "none";
    // Neither a name nor a fingerprint holds a line break, so the parts stay apart.
    const epochName = `${name}\n${fingerprint}\n${model}`;
    let epoch = epochs.get(epochName);
    if (epoch === undefined) {
      epoch = epochOf({ rubric: fingerprint, model, settings: axis?.settings ?? {} });
      epochs.set(epochName, epoch);
    }
    return {
      kind: "verdict",
      artifact: artifact.snapshot,
      verdict: {
        axis: name,
        word: word.word,
        rawWord: word.rawWord,
        errorKind: word.errorKind,
        at: instant.at,
        ...(typeof written.at === "string" ? {} : { atAssumed: true as const }),
        externalId: written.id ?? null,
        source: written.source ?? "",
        artifact: artifact.artifact,
        rubric: fingerprint,
        model,
        givenModel: written.model ?? null,
        givenRubric: given,
        epoch,
        reason: typeof written.reason === "string" ? storableForm(written.reason) : null,
        score: written.score ?? null,
        costUsd: written.cost_usd ?? null,
        latencyMs: typeof written.latency_ms === "number" ? Math.round(written.latency_ms) : null,
        tokens: tokensOf(written),
        meta: metaOf(written, artifact.used),
      },
    };
  };
}

type WordOutcome =
  | ({ readonly kind: "word" } & Pick<Verdict, "word" | "rawWord" | "errorKind">)
  | { readonly kind: "reject"; readonly reason: string };

function readWord(written: WrittenVerdict["verdict"]): WordOutcome {
  if (typeof written !== "string")
    return { kind: "word", word: "ERROR", rawWord: "ERROR", errorKind: storableForm(written.error) };
  // ASCII alone: upper-casing would turn other letters (a long s) into those of a verdict word.
  const word = /^[A-Za-z]+$/.test(written) ? verdictWordOf(written) : null;
  if (word === null)
    return {
      kind: "reject",
      reason: `unknown-verdict: ${quote(written)} is none of PASS, FAIL, ITERATE, SCRAP, ERROR`,
    };
  return { kind: "word", word, rawWord: written, errorKind: word === "ERROR" ? "unspecified" : null };
}

function rootsOf(axis: AxisFacts | null, folder: string): readonly string[] {
  return axis !== null && axis.artifactRoots.length > 0 ? axis.artifactRoots : [folder];
}

function refuse(axis: string | null, code: string, words: string): LineOutcome {
  return { kind: "reject", axis, reason: `${code}: ${words}` };
}
