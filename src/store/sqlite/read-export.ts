import { closeSync, openSync, readSync } from "node:fs";
import { z } from "zod";
import { type ChainFault, chainStart, type ChainLine, openLine } from "../../core/export-chain.ts";
import { countKeys, repeatedKeyOf } from "../../core/repeated-key.ts";
import { ImproveCronError, messageOf } from "../../errors.ts";
import { exportFormat } from "./export-rows.ts";

const header = z.strictObject({
  format: z.string(),
  program: z.string(),
  schema: z.array(z.strictObject({ name: z.string(), hash: z.string() })).min(1),
  workspace: z.string().min(1),
  timezone: z.string().min(1),
  database: z.record(z.string(), z.string()),
});
const row = z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) });
const end = z.strictObject({ rows: z.record(z.string(), z.number()) });

export type ExportHeader = z.infer<typeof header>;

/** One line of an export that follows from the one before. */
export type ExportEntry = ChainLine & { readonly n: number } & (
    | { readonly kind: "header"; readonly header: ExportHeader }
    | { readonly kind: "row"; readonly table: string; readonly row: Readonly<Record<string, unknown>> }
    | { readonly kind: "end"; readonly rows: Readonly<Record<string, number>> }
  );

/** Longer than any row can be: an artifact has at most 1 MiB, a line of a log 4 MiB. */
const longestLine = 64 * 1024 * 1024;
const again = "Nothing was stored. Make a new export, or use another copy of this one.";

/**
 * Reads an export line by line, each checked against the one before, one line in memory at a time. The first entry is the header,
 * the last the counts. Throws `input`, naming file and line, where a line was changed, cut, added, moved or doubled.
 */
export function* readExport(file: string): Generator<ExportEntry, void> {
  let previous = chainStart;
  let n = 0;
  let ended = false;
  for (const { text, whole } of readLines(file)) {
    n += 1;
    if (ended) throw faulty(file, n, "something stands behind the last line of the export");
    const opened = openLine(previous, text);
    if (opened.kind === "fault") throw faulty(file, n, n === 1 ? notAnExport : faultWords[opened.fault]);
    if (!whole) throw faulty(file, n, "the line is cut off at its end");
    const { json, hash } = opened.line;
    const entry = entryOf(file, n, opened.line);
    yield { ...entry, n, json, hash };
    previous = hash;
    ended = entry.kind === "end";
  }
  if (!ended) {
    throw faulty(file, n + 1, n === 0 ? "the file is empty" : "the export stops before its last line");
  }
}

const notAnExport = "this is not the first line of an export of improve-cron, or it was changed";
const faultWords: Readonly<Record<ChainFault, string>> = {
  "no-hash": "the line was changed or cut: it does not end with its hash",
  doubled: "the line before stands here once more",
  broken:
    "the line does not follow from the one before: it was changed, or lines were taken out, added or moved",
};

type Parsed =
  | { readonly kind: "header"; readonly header: ExportHeader }
  | { readonly kind: "row"; readonly table: string; readonly row: Readonly<Record<string, unknown>> }
  | { readonly kind: "end"; readonly rows: Readonly<Record<string, number>> };

function entryOf(file: string, n: number, { json }: ChainLine): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw faulty(file, n, `the line is no JSON: ${messageOf(error)}`);
  }
  const repeated = repeatedKeyOf(json, countKeys(value));
  if (repeated !== null)
    throw faulty(file, n, `${JSON.stringify(repeated)} is given twice in one object of the line`);
  if (n === 1) {
    const first = header.safeParse(value);
    if (!first.success) throw faulty(file, n, notAnExport);
    if (first.data.format !== exportFormat) {
      throw new ImproveCronError(
        "store-newer",
        `${file}:1: the export has the format ${first.data.format}; this program reads ${exportFormat}`,
        "Install the version that wrote it, or a newer one.",
      );
    }
    return { kind: "header", header: first.data };
  }
  const one = row.safeParse(value);
  if (one.success) return { kind: "row", ...one.data };
  const last = end.safeParse(value);
  if (last.success) return { kind: "end", rows: last.data.rows };
  throw faulty(file, n, "the line is neither a row nor the end of an export");
}

/** What is wrong at a line of an export. */
export function faulty(file: string, n: number, what: string, cause?: unknown): ImproveCronError {
  return new ImproveCronError("input", `${file}:${n}: ${what}`, again, cause);
}

/** The lines of a file without their newlines; `whole` is false for a last one that has none. */
function* readLines(file: string): Generator<{ readonly text: string; readonly whole: boolean }, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let n = 0;
  const decode = (bytes: Buffer): string => {
    n += 1;
    try {
      return decoder.decode(bytes);
    } catch (error) {
      throw faulty(file, n, "the line is not UTF-8", error);
    }
  };
  const descriptor = openFile(file);
  try {
    const chunk = Buffer.alloc(1 << 18);
    let parts: Buffer[] = [];
    let length = 0;
    for (let size = readSync(descriptor, chunk); size > 0; size = readSync(descriptor, chunk)) {
      let from = 0;
      for (let at = chunk.indexOf(10, from); at !== -1 && at < size; at = chunk.indexOf(10, from)) {
        parts.push(chunk.subarray(from, at));
        yield { text: decode(Buffer.concat(parts)), whole: true };
        parts = [];
        length = 0;
        from = at + 1;
      }
      // The chunk is filled again.
      parts.push(Buffer.from(chunk.subarray(from, size)));
      length += size - from;
      if (length > longestLine) throw faulty(file, n + 1, "the line is longer than any of an export");
    }
    if (length > 0) yield { text: decode(Buffer.concat(parts)), whole: false };
  } finally {
    closeSync(descriptor);
  }
}

function openFile(file: string): number {
  try {
    return openSync(file, "r");
  } catch (error) {
    throw new ImproveCronError(
      "input",
      `${file} cannot be read: ${messageOf(error)}`,
      "Name an export.",
      error,
    );
  }
}
