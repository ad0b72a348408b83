import type { AxisFileEdit } from "../core/effect.ts";
import { messageOf } from "../errors.ts";
import { type AxisDocument, locate, parseAxisDocument } from "./axis-document.ts";
import { type Refused, refused } from "./axis-entry.ts";
import type { OwnedKeys, Present } from "./owned-scalar.ts";
import { planSplices, type Splice, type SplicePlan, type StatusNote } from "./splice-plan.ts";
import { onlyTheseLinesDiffer, sameExcept } from "./splice-proof.ts";

/** One owned line that the splice changed (`before`) or added (`before: null`); `line` counts from 1 in the new text. */
export interface LineChange {
  readonly line: number;
  readonly before: string | null;
  readonly after: string;
}

export type SpliceResult =
  | {
      readonly kind: "changed";
      readonly text: string;
      readonly lines: readonly LineChange[];
      readonly note: StatusNote | null;
    }
  | { readonly kind: "unchanged"; readonly note: StatusNote | null }
  | Refused;

export interface SpliceRequest {
  readonly axisName: string;
  readonly keys: OwnedKeys;
  readonly edit: AxisFileEdit;
}

const byteOrderMark = "\uFEFF";

/** From the end to the start, so that offsets stay true; of two at one offset the later one goes in first. */
function applySplices(source: string, splices: readonly Splice[]): string {
  let text = source;
  for (const splice of splices.toReversed().sort((a, b) => b.start - a.start)) {
    text = text.slice(0, splice.start) + splice.text + text.slice(splice.end);
  }
  return text;
}

function presentPlaces(parsed: AxisDocument, dotted: readonly string[]): Map<string, Present> {
  const places = new Map<string, Present>();
  for (const key of dotted) {
    const found = locate(parsed, key);
    if (found.kind === "present") places.set(key, found);
  }
  return places;
}

function linesOf(places: Iterable<Present>): Set<number> {
  const lines = new Set<number>();
  for (const place of places) {
    for (let line = place.firstLine; line <= place.lastLine; line += 1) lines.add(line);
  }
  return lines;
}

/** Reads the new text back and shows that it is the old one but for the owned lines, or refuses it. */
function prove(
  parsed: AxisDocument,
  text: string,
  plan: SplicePlan,
  axisName: string,
): LineChange[] | Refused {
  const again = parseAxisDocument(text, axisName);
  if (again.kind === "refused") {
    return refused("not-proven", again.line, `the change would break the file: ${again.message}`);
  }
  const dotted = plan.written.map((wanted) => wanted.dotted);
  const before = presentPlaces(parsed, dotted);
  const after = presentPlaces(again, dotted);
  const paths = [...after.values()].map((place) => place.path);

  const valuesStand = plan.written.every((wanted) => after.get(wanted.dotted)?.written === wanted.text);
  const meaningStands = sameExcept(parsed.document.toJS(), again.document.toJS(), paths);
  const linesStand = onlyTheseLinesDiffer(
    parsed.source,
    text,
    linesOf(before.values()),
    linesOf(after.values()),
    plan.added,
  );
  if (!valuesStand || !meaningStands || !linesStand) {
    return refused("not-proven", null, "the change could not be shown to touch the owned lines alone");
  }

  const linesBefore = parsed.source.split(/\r?\n/);
  const linesAfter = text.split(/\r?\n/);
  const changes: LineChange[] = [];
  for (const [key, place] of after) {
    const old = before.get(key);
    changes.push({
      line: place.lastLine,
      before: old === undefined ? null : (linesBefore[old.lastLine - 1] ?? null),
      after: linesAfter[place.lastLine - 1] ?? "",
    });
  }
  return changes.sort((a, b) => a.line - b.line);
}

/**
 * Writes the owned scalars of one axis into the text of its file and leaves every other byte as it is.
 *
 * A YAML library that prints a document again rewrites what it should not (line ends, alignment, long numbers:
 * 14 of 33 files came back the same), so the parser is only asked where the values stand; the new ones are
 * spliced into the source, and the result is parsed again and compared before it is believed.
 *
 * @param source the file's text, with its byte order mark and line ends
 * @returns `changed` with the new text and its owned lines, `unchanged`, or `refused` with line and reason
 */
export function spliceScalars(source: string, request: SpliceRequest): SpliceResult {
  const mark = source.startsWith(byteOrderMark) ? byteOrderMark : "";
  try {
    const parsed = parseAxisDocument(source.slice(mark.length), request.axisName);
    if (parsed.kind === "refused") return parsed;
    const plan = planSplices(parsed, request.keys, request.edit);
    if (plan.kind === "refused") return plan;
    if (plan.splices.length === 0) return { kind: "unchanged", note: plan.note };
    const text = applySplices(parsed.source, plan.splices);
    const lines = prove(parsed, text, plan, request.axisName);
    if ("kind" in lines) return lines;
    return { kind: "changed", text: mark + text, lines, note: plan.note };
  } catch (error) {
    // An alias without its anchor, too many aliases, or nesting beyond the stack: the library throws for these.
    return refused("not-yaml", null, messageOf(error).split("\n")[0] ?? "the file cannot be read");
  }
}
