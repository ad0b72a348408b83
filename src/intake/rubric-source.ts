import { isUtf8 } from "node:buffer";
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { rubricFingerprint } from "../core/rubric.ts";
import { readRegularFile } from "./regular-file.ts";
import { isStorable, storableForm } from "./storable-text.ts";
import type { WrittenVerdict } from "./written-verdict.ts";

const maxRubricBytes = 4 * 1024 * 1024;

type RubricReading =
  | { readonly kind: "rubric"; readonly fingerprint: string }
  | { readonly kind: "bad"; readonly because: string };

/** Fingerprints of rubric files. Each file is read once per source, so make a new source for each intake. */
export type RubricSource = (path: string) => RubricReading;

/** A source of fingerprints that reads each rubric file as it stands now. `path` is absolute; links are followed. */
export function createRubricSource(): RubricSource {
  const known = new Map<string, RubricReading>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const file = readRubricFile(path);
    const reading: RubricReading =
      file.kind === "bad" ? file : { kind: "rubric", fingerprint: file.fingerprint };
    known.set(path, reading);
    return reading;
  };
}

/** A rubric file as it stands now, with its text. `path` is absolute; links are followed. */
export function readRubricFile(
  path: string,
):
  | { readonly kind: "rubric"; readonly text: string; readonly fingerprint: string }
  | Extract<RubricReading, { kind: "bad" }> {
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    return { kind: "bad", because: "the file is missing or out of reach" };
  }
  const reading = readRegularFile(real, maxRubricBytes);
  if (reading.kind === "bad") return { kind: "bad", because: `the file is ${reading.because}` };
  if (!isUtf8(reading.bytes)) return { kind: "bad", because: "the file is not UTF-8 text" };
  const text = reading.bytes.toString("utf8");
  return { kind: "rubric", text, fingerprint: rubricFingerprint({ text }) };
}

export type RubricOutcome =
  /** `given` is what the line itself gave, null where the axis file's rubric was taken. */
  | { readonly kind: "rubric"; readonly fingerprint: string; readonly given: string | null }
  | { readonly kind: "reject"; readonly reason: string };

/** A hash as tools print it: `sha256:...`, another algorithm's, or plain hex digits. */
const hashPattern = /^(?:[\w.+-]{1,40}:[\w.+/=-]{1,160}|[0-9a-f]{32,128})$/i;

/**
 * The rubric that a verdict was given under: the line's own (a hash as it is, else a text or a file, whose path starts at
 * `folder`), else the axis file's as it stands now, else `none`. A file that cannot be read refuses the row:
 * stored under `none` it would start an epoch that nobody meant and that could not be taken back.
 */
export function takeRubric(
  written: WrittenVerdict["rubric"],
  place: { readonly rubricPath: string | null; readonly folder: string; readonly rubricOfFile: RubricSource },
): RubricOutcome {
  if (written === null || written === undefined) {
    if (place.rubricPath === null) return { kind: "rubric", fingerprint: "none", given: null };
    const reading = place.rubricOfFile(place.rubricPath);
    if (reading.kind === "bad")
      return reject("rubric-unreadable", `the rubric of the axis file cannot be used: ${reading.because}`);
    return { ...reading, given: null };
  }
  if (typeof written === "string") {
    if (hashPattern.test(written)) return givenRubric(rubricFingerprint({ hash: written }));
    return reject(
      "bad-rubric",
      'rubric as plain text must be a hash, e.g. "sha256:..."; else {"path":...} or {"text":...}',
    );
  }
  if (typeof written.text === "string")
    return givenRubric(rubricFingerprint({ text: storableForm(written.text) }));
  if (typeof written.path !== "string" || !isStorable(written.path))
    return reject("bad-text", "rubric.path holds NUL or half a character");
  const reading = place.rubricOfFile(resolve(place.folder, written.path));
  if (reading.kind === "bad")
    return reject("rubric-unreadable", `rubric.path cannot be used: ${reading.because}`);
  return givenRubric(reading.fingerprint);
}

function givenRubric(fingerprint: string): RubricOutcome {
  return { kind: "rubric", fingerprint, given: fingerprint };
}

function reject(code: string, words: string): RubricOutcome {
  return { kind: "reject", reason: `${code}: ${words}` };
}
