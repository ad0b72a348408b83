import type Database from "better-sqlite3";
import { exportLines } from "./export-rows.ts";
import { type ExportEntry, readExport } from "./read-export.ts";
import { describeTables, type TableShape } from "./table-shapes.ts";

export type ExportComparison =
  | { readonly kind: "equal"; readonly lines: number; readonly hash: string }
  | {
      readonly kind: "differs";
      /** The first line of the file that the database would write otherwise. */
      readonly line: number;
      readonly because: string;
    };

/**
 * Whether a workspace is what an export says, line for line; else where they part first. The file's own chain is checked on the
 * way: a broken one throws `input`. The caller holds a read transaction.
 */
export function compareWithExport(
  connection: Database.Database,
  workspace: string,
  file: string,
): ExportComparison {
  const shapes = new Map(describeTables(connection).map((shape) => [shape.name, shape]));
  let own: Iterator<{ readonly json: string }, void> | null = null;
  let last: ExportEntry | null = null;
  let difference: ExportComparison | null = null;
  try {
    // To its end, also behind a difference: a file with a broken chain is nothing to compare with.
    for (const entry of readExport(file)) {
      last = entry;
      if (entry.kind === "header" && entry.header.workspace === workspace) {
        own = exportLines(connection, { workspace, program: entry.header.program })[Symbol.iterator]();
      }
      if (difference !== null) continue;
      if (own === null) {
        const because = `it is an export of another workspace than ${workspace}`;
        difference = { kind: "differs", line: entry.n, because };
        continue;
      }
      const line = own.next();
      const json = line.done === true ? null : line.value.json;
      if (json !== entry.json) difference = differs(shapes, entry, json);
    }
  } finally {
    own?.return?.();
  }
  if (difference !== null) return difference;
  return { kind: "equal", lines: last?.n ?? 0, hash: last?.hash ?? "" };
}

function differs(
  shapes: ReadonlyMap<string, TableShape>,
  entry: ExportEntry,
  json: string | null,
): ExportComparison {
  const own: unknown = json === null ? null : JSON.parse(json);
  return { kind: "differs", line: entry.n, because: becauseOf(shapes, entry, own) };
}

function becauseOf(shapes: ReadonlyMap<string, TableShape>, entry: ExportEntry, own: unknown): string {
  if (entry.kind === "header") {
    const parts = ["schema", "timezone", "database"].filter(
      (part) => JSON.stringify(partOf(own, part)) !== JSON.stringify(partOf(entry.header, part)),
    );
    return `the header differs in ${parts.map((part) => headerWords[part] ?? part).join(", ")}`;
  }
  const theirs = entry.kind === "row" ? nameRow(shapes, entry.table, entry.row) : null;
  const ownTable = partOf(own, "table");
  const ownRow = partOf(own, "row");
  const ours = typeof ownTable === "string" && isObject(ownRow) ? nameRow(shapes, ownTable, ownRow) : null;
  if (theirs !== null && theirs === ours && isObject(ownRow) && entry.kind === "row") {
    const columns = Object.keys(entry.row).filter(
      (name) => JSON.stringify(entry.row[name]) !== JSON.stringify(ownRow[name]),
    );
    return `${theirs} differs in ${columns.join(", ")}`;
  }
  return `the file has ${theirs ?? "its end"} here, the database ${ours ?? "its end"}`;
}

const headerWords: Readonly<Record<string, string>> = {
  schema: "the schema (migrations applied)",
  timezone: "the time zone",
  database: "the facts of the whole database (salt)",
};

/** Table and key: never the values, which may be what nobody should read over somebody's shoulder. */
function nameRow(
  shapes: ReadonlyMap<string, TableShape>,
  table: string,
  row: Readonly<Record<string, unknown>>,
): string {
  const key = shapes.get(table)?.key ?? [];
  return `${table} (${key.map((name) => `${name} ${String(row[name])}`).join(", ")})`;
}

function partOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
