import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { entryBytes, hasMarker, majorityLineEnd, tornLength } from "./log-entry.ts";
import { ensureLogFolder } from "./log-folder.ts";
import { openBlockAtEnd } from "./open-block.ts";
import { type Done, done, type Waiting, waiting, waitingFor } from "./outcome.ts";
import { decodeUtf8, isReadOnly, readRegularFile, syncFolder } from "./regular-file.ts";
import type { Step } from "./step.ts";

export interface VaultLogRequest {
  /** Absolute path of the log. */
  readonly path: string;
  /** The config's folder: only inside it are missing folders created. */
  readonly home: string;
  /** Block id of the entry, such as `^ic-2026-05-opened`: the entry is written once in the life of the log. */
  readonly marker: string;
  readonly markdown: string;
  readonly step: Step;
}

const heading = `---
tags: [improve-cron]
---

# improve-cron log

What was sampled, measured and decided, month by month. Entries are only ever added at the end.
`;

/** What an append says that found its entry in the log. */
export const foundThere = "is there already";

/** The log beside the log, for entries that an open block at the end of the log would swallow. */
export function sideLog(path: string): string {
  const extension = extname(path);
  return join(dirname(path), `${basename(path, extension)} (improve-cron)${extension}`);
}

interface LogState {
  readonly kind: "log";
  readonly path: string;
  readonly bytes: Buffer;
  readonly isNew: boolean;
}

async function readLog(path: string): Promise<LogState | Waiting> {
  const file = await readRegularFile(path);
  if (file.kind === "waiting") return file.waiting;
  if (file.kind === "missing") return { kind: "log", path, bytes: Buffer.alloc(0), isNew: true };
  if (isReadOnly(file.stat)) {
    return waiting("read-only", `${path} is marked read-only`, `Allow writing: chmod u+w '${path}'`);
  }
  return { kind: "log", path, bytes: file.bytes, isNew: false };
}

function entryFor(log: LogState, request: VaultLogRequest): Buffer {
  return entryBytes(request.markdown, request.marker, majorityLineEnd(log.bytes.toString("utf8")));
}

/** What is missing behind an entry, or a whole new log, that an earlier append began at the end; null where none did. */
function restOfTorn(log: LogState, request: VaultLogRequest): Buffer | null {
  const first = Buffer.concat([
    Buffer.from(`${heading}\n`, "utf8"),
    entryBytes(request.markdown, request.marker, "\n"),
  ]);
  if (log.bytes.length < first.length && first.subarray(0, log.bytes.length).equals(log.bytes)) {
    return first.subarray(log.bytes.length);
  }
  const entry = entryFor(log, request);
  const torn = tornLength(log.bytes, entry);
  return torn > 0 ? entry.subarray(torn) : null;
}

/** The whole entry, on a line of its own with a blank one before it, or why it may not go to this log. */
function wholeEntry(log: LogState, request: VaultLogRequest): Buffer | "open-block" | "not-utf8" {
  const text = decodeUtf8(log.bytes);
  if (text === null) return "not-utf8";
  if (openBlockAtEnd(text) !== null) return "open-block";
  const lineEnd = majorityLineEnd(text);
  const lead = /\n\r?\n$/.test(text) ? "" : text.endsWith("\n") ? lineEnd : lineEnd + lineEnd;
  return Buffer.concat([Buffer.from(lead, "utf8"), entryFor(log, request)]);
}

/**
 * Appends with O_APPEND and not by an atomic replacement: the log is the person's own note, and an append lands
 * behind whatever they or a sync client wrote meanwhile, keeps the file (links, inode, attributes) and never
 * rewrites history. The price is that a crash may leave half an entry; the next attempt finds it and completes it.
 */
async function append(log: LogState, bytes: Buffer, step: Step): Promise<void> {
  const create = log.isNew ? constants.O_CREAT | constants.O_EXCL : 0;
  const handle = await open(log.path, constants.O_WRONLY | constants.O_APPEND | create, 0o644);
  try {
    step("vault-log: before append");
    await handle.writeFile(bytes);
    step("vault-log: after append");
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (log.isNew) await syncFolder(dirname(log.path));
  step("vault-log: after sync");
}

/**
 * Adds one entry at the end of the vault log, once: an entry whose marker is there already (in the log or in the
 * one beside it) is done. Nothing that stands in the log is ever changed.
 */
export async function appendVaultLog(request: VaultLogRequest): Promise<Done | Waiting> {
  try {
    const problem = await ensureLogFolder(dirname(request.path), request.home);
    if (problem !== null) return problem;

    const logs: LogState[] = [];
    for (const path of [request.path, sideLog(request.path)]) {
      const log = await readLog(path);
      if (!("kind" in log)) return log;
      if (hasMarker(log.bytes.toString("utf8"), request.marker)) {
        // Only the line end behind the marker may have been cut off.
        const rest = restOfTorn(log, request);
        if (rest?.toString("utf8").trim() === "") await append(log, rest, request.step);
        return done(`${path}: ${request.marker} ${foundThere}`);
      }
      logs.push(log);
    }
    for (const log of logs) {
      const bytes = restOfTorn(log, request) ?? wholeEntry(log, request);
      if (bytes === "open-block") continue;
      if (bytes === "not-utf8") {
        return waiting(
          "not-utf8",
          `${log.path} is not UTF-8 text`,
          "Save the log as UTF-8, or name another file.",
        );
      }
      await append(log, bytes, request.step);
      return done(`${log.path}: added ${request.marker}`);
    }
    const hint = `Close the code fence or %% comment at the end of ${request.path}; the next run goes on.`;
    return waiting("open-block", `${request.path} and the log beside it end inside an open block`, hint);
  } catch (error) {
    return waitingFor(error);
  }
}
