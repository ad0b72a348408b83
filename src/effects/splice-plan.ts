import type { AxisFileEdit } from "../core/effect.ts";
import { type AxisDocument, locate } from "./axis-document.ts";
import { type Refused, refused } from "./axis-entry.ts";
import { type Missing, type OwnedKeys, ownedKeyOrder, type Present } from "./owned-scalar.ts";

/** Why the status line was left alone although the edit asks for another word. */
export interface StatusNote {
  readonly code: "already-assisted" | "already-graduated" | "status-changed-by-hand";
  readonly line: number;
  readonly word: string;
}

/** Text that takes the place of a range of the source. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface WantedValue {
  readonly dotted: string;
  readonly text: string;
  /** Whether the old value's quotes may stay; `null` in quotes would be a word. */
  readonly quotable: boolean;
}

export interface SplicePlan {
  readonly kind: "plan";
  readonly splices: readonly Splice[];
  /** The keys that are written, with the text that each must have afterwards. */
  readonly written: readonly WantedValue[];
  /** How many of them the file did not have. */
  readonly added: number;
  readonly note: StatusNote | null;
}

/** Three decimals, never `-0.000`; what is not computable is `null`. */
function kappaText(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return "null";
  const text = value.toFixed(3);
  return text === "-0.000" ? "0.000" : text;
}

function wantedValues(keys: OwnedKeys, edit: AxisFileEdit): WantedValue[] {
  const wanted: WantedValue[] = [];
  if (edit.lastCalibration !== null) {
    wanted.push({ dotted: keys.lastCalibration, text: edit.lastCalibration, quotable: true });
  }
  if (edit.lastKappa !== null) {
    const text = kappaText(edit.lastKappa.value);
    wanted.push({ dotted: keys.lastKappa, text, quotable: text !== "null" });
  }
  if (edit.founderOverrideCount !== null) {
    wanted.push({
      dotted: keys.founderOverrideCount,
      text: String(edit.founderOverrideCount),
      quotable: true,
    });
  }
  return wanted;
}

function replacement(present: Present, wanted: WantedValue): Splice {
  const quote = wanted.quotable ? present.quote : "";
  // `key:` without a value has nothing to replace; the space makes it a value.
  const lead = present.start === present.end ? " " : "";
  return { start: present.start, end: present.end, text: `${lead}${quote}${wanted.text}${quote}` };
}

function keyText(dotted: string): string {
  const key = dotted.split(".").at(-1) ?? dotted;
  return /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key);
}

/** Line end of the line that holds this offset; of the file's first line where that line has none; else `\n`. */
function lineEndAt(source: string, offset: number): string {
  const here = source.indexOf("\n", offset);
  const end = here === -1 ? source.indexOf("\n") : here;
  return end > 0 && source[end - 1] === "\r" ? "\r\n" : "\n";
}

/** Adds the missing keys as whole lines right after an owned neighbour, in its indentation. */
function insertion(source: string, neighbour: Present, lines: readonly string[]): Splice | Refused {
  const lineStart = source.lastIndexOf("\n", neighbour.keyStart - 1) + 1;
  const before = source.slice(lineStart, neighbour.keyStart);
  if (!/^ *(- +)*$/.test(before)) {
    return refused(
      "no-place",
      neighbour.firstLine,
      "no line can be added here: the line does not begin with the key",
    );
  }
  const indent = " ".repeat(before.length);
  const eol = lineEndAt(source, neighbour.end);
  const end = source.indexOf("\n", neighbour.end);
  if (end === -1) {
    // The file has no newline at its end, and keeps having none.
    return {
      start: source.length,
      end: source.length,
      text: lines.map((line) => eol + indent + line).join(""),
    };
  }
  return { start: end + 1, end: end + 1, text: lines.map((line) => indent + line + eol).join("") };
}

interface MissingValue {
  readonly wanted: WantedValue;
  readonly place: Missing;
}

/** Keys of one map go in together, right after `status`; in another map, after an owned key that is there already. */
function planInsertions(
  parsed: AxisDocument,
  missing: readonly MissingValue[],
  keys: OwnedKeys,
): Splice[] | Refused {
  const splices: Splice[] = [];
  const neighbours = ownedKeyOrder.map((name) => locate(parsed, keys[name]));
  for (const parent of new Set(missing.map(({ place }) => place.parent))) {
    const here = missing.filter(({ place }) => place.parent === parent).map(({ wanted }) => wanted);
    const neighbour = neighbours.find(
      (place): place is Present => place.kind === "present" && place.parent === parent,
    );
    if (neighbour === undefined) {
      const [status] = neighbours;
      if (status?.kind === "refused" && parent === parsed.entry.map) return status;
      const line =
        parent.range === null || parent.range === undefined ? null : parsed.lineOf(parent.range[0]);
      const names = here.map((wanted) => wanted.dotted).join(", ");
      return refused("no-place", line, `there is no owned key after which to add ${names}`);
    }
    const lines = here.map((wanted) => `${keyText(wanted.dotted)}: ${wanted.text}`);
    const splice = insertion(parsed.source, neighbour, lines);
    if ("kind" in splice) return splice;
    splices.push(splice);
  }
  return splices;
}

/** What to write where, or why not. A status word that a person changed meanwhile is left as it is. */
export function planSplices(parsed: AxisDocument, keys: OwnedKeys, edit: AxisFileEdit): SplicePlan | Refused {
  const splices: Splice[] = [];
  const written: WantedValue[] = [];
  const missing: MissingValue[] = [];
  let note: StatusNote | null = null;

  if (edit.status !== null) {
    const status = locate(parsed, keys.status);
    if (status.kind === "refused") return status;
    if (status.kind === "missing") {
      const line = parsed.lineOf(parsed.entry.map.range?.[0] ?? 0);
      return refused("status-missing", line, `there is no \`${keys.status}\``);
    }
    if (status.value === edit.status.from) {
      const wanted = { dotted: keys.status, text: edit.status.to, quotable: true };
      splices.push(replacement(status, wanted));
      written.push(wanted);
    } else {
      const isThere = status.value === edit.status.to;
      const code = isThere ? (`already-${edit.status.to}` as const) : "status-changed-by-hand";
      note = { code, line: status.firstLine, word: status.written };
    }
  }

  for (const wanted of wantedValues(keys, edit)) {
    const place = locate(parsed, wanted.dotted);
    if (place.kind === "refused") return place;
    if (place.kind === "missing") {
      missing.push({ wanted, place });
      continue;
    }
    const splice = replacement(place, wanted);
    if (parsed.source.slice(splice.start, splice.end) === splice.text) continue;
    splices.push(splice);
    written.push(wanted);
  }

  const inserted = planInsertions(parsed, missing, keys);
  if ("kind" in inserted) return inserted;
  return {
    kind: "plan",
    splices: [...splices, ...inserted],
    written: [...written, ...missing.map(({ wanted }) => wanted)],
    added: missing.length,
    note,
  };
}
