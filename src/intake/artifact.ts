import { createHash } from "node:crypto";
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { Artifact } from "../core/verdict.ts";
import { isStorable } from "./storable-text.ts";
import { readRegularFile } from "./regular-file.ts";

/** An artifact is something a person grades in a minute or two; more than 1 MiB is a mistake. */
export const maxArtifactBytes = 1024 * 1024;

/** File systems and critics round times: a file changed up to 2 s after the verdict still counts as seen. */
const graceMs = 2_000;

export interface WrittenArtifact {
  readonly text?: string | null | undefined;
  readonly path?: string | null | undefined;
  readonly ref?: string | null | undefined;
  readonly sha256?: string | null | undefined;
}

/** Where artifact paths start and what they may reach. */
export interface ArtifactPlace {
  /** Absolute folder that relative paths start at. */
  readonly folder: string;
  /** Absolute folders that a path must lie in; null lets it lie anywhere that the caller can read. */
  readonly roots: readonly string[] | null;
  /** The instant that the critic looked, epoch milliseconds; null when it is looking now. */
  readonly seenAt: number | null;
}

export type ArtifactOutcome =
  | {
      readonly kind: "artifact";
      readonly artifact: Artifact;
      readonly snapshot: Snapshot | null;
      /** The keys of the written artifact that were used. */
      readonly used: readonly string[];
    }
  | { readonly kind: "reject"; readonly reason: string };

export interface Snapshot {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/**
 * What is known of the thing that the critic looked at: its text, else the content of its file, else a reference.
 *
 * A file that is gone, or that changed after the critic looked, was not what it saw: the verdict is kept, without an artifact.
 * A path that leads out of the allowed folders, or to something that is no regular file, is refused with its row.
 */
export function takeArtifact(written: WrittenArtifact | null, place: ArtifactPlace): ArtifactOutcome {
  if (written === null) return without("not-given");
  if (typeof written.text === "string") return takeText(written.text, written.sha256 ?? null);
  if (typeof written.path === "string") return takeFile(written.path, written.sha256 ?? null, place);
  if (typeof written.ref === "string") {
    if (!isStorable(written.ref)) return reject("bad-text", "artifact.ref holds NUL or half a character");
    return {
      kind: "artifact",
      artifact: { kind: "ref", ref: written.ref },
      snapshot: null,
      used: ["ref"],
    };
  }
  return reject("bad-artifact", 'artifact needs "text", "path" or "ref"');
}

function takeText(text: string, given: string | null): ArtifactOutcome {
  // Half a surrogate pair becomes U+FFFD here, so that the hash is that of the bytes stored. NUL stays: these are bytes.
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length > maxArtifactBytes) return tooLarge();
  const hash = given === null ? null : hashOf(given);
  if (hash === undefined) return reject("bad-artifact", "artifact.sha256 must be 64 hex digits");
  const outcome = keep(bytes, ["text", "sha256"]);
  return hash === null || sha256Of(bytes) === hash
    ? outcome
    : reject("bad-artifact", "artifact.sha256 is not the hash of artifact.text");
}

function takeFile(written: string, given: string | null, place: ArtifactPlace): ArtifactOutcome {
  const hash = given === null ? null : hashOf(given);
  if (hash === undefined) return reject("bad-artifact", "artifact.sha256 must be 64 hex digits");
  if (!isStorable(written)) return reject("bad-text", "artifact.path holds NUL or half a character");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(written) || written.startsWith("~") || /%(2e|2f|5c)/i.test(written))
    return reject("artifact-unsafe-path", "artifact.path must be a plain path: no URL, no ~, no % escapes");

  const path = realPathOf(resolve(place.folder, written));
  if (path === null) return reject("artifact-unreadable", "artifact.path cannot be followed");
  if (place.roots !== null && !place.roots.some((root) => liesIn(path, root)))
    return reject("artifact-outside-roots", "artifact.path leads out of artifact_roots");

  const reading = readRegularFile(path, maxArtifactBytes);
  if (reading.kind === "bad") {
    switch (reading.because) {
      case "missing":
        return without("missing");
      case "too-large":
        return tooLarge();
      case "not-a-file":
        return reject("artifact-not-a-file", "artifact.path is a folder, a pipe or a device, not a file");
      case "moved":
        return reject("artifact-outside-roots", "artifact.path was moved while it was read");
      case "unreadable":
        return reject("artifact-unreadable", "artifact.path cannot be read: check its permissions");
    }
  }
  // A given hash is proof either way; without one only the time of the last change can tell.
  const same =
    hash === null
      ? place.seenAt === null || reading.modifiedAt <= place.seenAt + graceMs
      : sha256Of(reading.bytes) === hash;
  return same ? keep(reading.bytes, ["path", "sha256"]) : without("changed-since");
}

/** The path with every link resolved, as far as it exists; null where that cannot be found out. */
function realPathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code !== "ENOENT" && code !== "ENOTDIR") return null;
    // A link to a file that is gone: where it led decides whether it may be asked for. One that led in a circle ended above.
    if (code === "ENOENT" && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      return realPathOf(resolve(dirname(path), readlinkSync(path)));
    const parent = dirname(path);
    if (parent === path) return null;
    const real = realPathOf(parent);
    return real === null ? null : join(real, basename(path));
  }
}

function liesIn(realPath: string, root: string): boolean {
  const realRoot = realPathOf(root);
  if (realRoot === null) return false;
  // With the separator, so that /logs-evil is not taken for a part of /logs.
  return realPath.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep);
}

function keep(bytes: Uint8Array, used: readonly string[]): ArtifactOutcome {
  // Nothing is there to be graded: an empty page would be a question without content.
  if (bytes.length === 0)
    return { kind: "artifact", artifact: { kind: "none", because: "empty" }, snapshot: null, used };
  const sha256 = sha256Of(bytes);
  return { kind: "artifact", artifact: { kind: "snapshot", sha256 }, snapshot: { sha256, bytes }, used };
}

function without(because: "not-given" | "missing" | "changed-since"): ArtifactOutcome {
  // The path stays with the verdict's other facts, so that a person can look for the file.
  return { kind: "artifact", artifact: { kind: "none", because }, snapshot: null, used: [] };
}

/** The hex digits of a written hash, lower case; undefined where it is none. */
function hashOf(given: string): string | undefined {
  return /^(?:sha256:)?([0-9a-f]{64})$/i.exec(given)?.[1]?.toLowerCase();
}

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function tooLarge(): ArtifactOutcome {
  return reject("artifact-too-large", "the artifact is larger than 1 MiB");
}

function reject(code: string, words: string): ArtifactOutcome {
  return { kind: "reject", reason: `${code}: ${words}` };
}
