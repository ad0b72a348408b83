import { type Document, LineCounter, parseDocument } from "yaml";
import {
  type AxisEntry,
  findAxisEntry,
  type LineOf,
  type Refused,
  refused,
  type SpliceRefusal,
} from "./axis-entry.ts";
import { findOwnedScalar, type Missing, type Present } from "./owned-scalar.ts";

/** The text of an axis file, parsed, with the entry of one axis. */
export interface AxisDocument {
  readonly kind: "parsed";
  readonly source: string;
  readonly document: Document;
  readonly entry: AxisEntry;
  readonly lineOf: LineOf;
}

const refusalOfParser: Readonly<Record<string, SpliceRefusal>> = {
  DUPLICATE_KEY: "duplicate-key",
  MULTIPLE_DOCS: "several-documents",
  TAB_AS_INDENT: "tabs",
};

/** Parses the text (without a byte order mark) and finds the axis in it, or says with which line it cannot. */
export function parseAxisDocument(source: string, axisName: string): AxisDocument | Refused {
  const lines = new LineCounter();
  // Merge keys are resolved so that a value which only seems to belong to the entry is noticed.
  const document = parseDocument(source, { lineCounter: lines, merge: true, logLevel: "error" });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = error.linePos?.[0].line ?? null;
    return refused(
      refusalOfParser[error.code] ?? "not-yaml",
      line,
      error.message.split("\n")[0] ?? error.code,
    );
  }
  const lineOf = (offset: number): number => lines.linePos(offset).line;
  const entry = findAxisEntry(document, axisName, lineOf);
  return entry.kind === "refused" ? entry : { kind: "parsed", source, document, entry, lineOf };
}

/** Where one owned key stands in a parsed axis file. */
export function locate(parsed: AxisDocument, dotted: string): Present | Missing | Refused {
  return findOwnedScalar(parsed.source, parsed.entry, dotted, parsed.document, parsed.lineOf);
}
