import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type {
  AdditionOutcome,
  DialogueAddition,
  DialogueFiles,
  DialogueReading,
} from "../core/dialogue-files.ts";
import { isMissing, waitingFor } from "./outcome.ts";
import { decodeUtf8, readRegularFile, syncFolder } from "./regular-file.ts";

/** A dialogue of twenty rounds at the longest message is far below. */
const largestFile = 8 * 1024 * 1024;

/**
 * Dialogue files on the disk. An addition goes to the end with O_APPEND, behind bytes that were compared before, and is synced;
 * no byte that stands in a file is ever written again.
 *
 * @param step told the name of each moment, so that fault trials can stop the program there
 */
export function createDialogueFiles(step: (name: string) => void): DialogueFiles {
  return { read, add: (addition) => add(addition, step) };
}

async function read(path: string): Promise<DialogueReading> {
  try {
    const real = await realpath(path);
    const file = await readRegularFile(real);
    if (file.kind === "missing") return { kind: "missing" };
    if (file.kind === "waiting") return unreadable(file.waiting.because, file.waiting.hint);
    if (file.bytes.length > largestFile) {
      return unreadable(`${path} is larger than 8 MiB`, "A dialogue is a few pages: check the path.");
    }
    const text = decodeUtf8(file.bytes);
    if (text === null) return unreadable(`${path} is not UTF-8 text`, "Save the file as UTF-8.");
    return { kind: "file", path: real, text, bytes: file.bytes.length, sha256: sha256(file.bytes) };
  } catch (error) {
    if (isMissing(error)) return { kind: "missing" };
    const { because, hint } = waitingFor(error);
    return unreadable(because, hint);
  }
}

function unreadable(because: string, hint: string | null): DialogueReading {
  return { kind: "unreadable", because, hint };
}

async function add(addition: DialogueAddition, step: (name: string) => void): Promise<AdditionOutcome> {
  const { beforeBytes, beforeSha256, path } = addition;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await readRegularFile(path);
    if (file.kind === "waiting") {
      return { kind: "unwritable", because: file.waiting.because, hint: file.waiting.hint };
    }
    if (file.kind === "missing" && beforeBytes > 0) return { kind: "changed" };
    const there = file.kind === "missing" ? Buffer.alloc(0) : file.bytes;
    const isSame = there.length >= beforeBytes && sha256(there.subarray(0, beforeBytes)) === beforeSha256;
    const wanted = Buffer.from(addition.text, "utf8");
    const begun = there.subarray(beforeBytes);
    if (!isSame || !wanted.subarray(0, begun.length).equals(begun)) return { kind: "changed" };
    const rest = wanted.subarray(begun.length);
    return await append(path, rest, { isNew: file.kind === "missing", size: there.length, step });
  } catch (error) {
    const { because, hint } = waitingFor(error);
    return { kind: "unwritable", because, hint };
  }
}

async function append(
  path: string,
  bytes: Buffer,
  {
    isNew,
    size,
    step,
  }: { readonly isNew: boolean; readonly size: number; readonly step: (name: string) => void },
): Promise<AdditionOutcome> {
  const create = isNew ? constants.O_CREAT | constants.O_EXCL : 0;
  const handle = await open(
    path,
    constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW | create,
    0o600,
  );
  try {
    // Between reading and opening somebody may have written: then what was compared is not what is appended to.
    if ((await handle.stat()).size !== size) return { kind: "changed" };
    step("dialogue-file: before append");
    if (bytes.length > 0) await handle.writeFile(bytes);
    step("dialogue-file: after append");
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (isNew) await syncFolder(dirname(path));
  step("dialogue-file: after sync");
  return { kind: "written" };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
