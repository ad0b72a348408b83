import { z } from "zod";
import { artifactHash } from "../core/artifact-hash.ts";
import { isAxisName } from "../core/axis.ts";
import type { GoldItem } from "../core/gold-record.ts";
import type { RejectedRow } from "../core/intake.ts";
import { isMonth } from "../core/month.ts";
import { readJsonLine, refuse } from "./json-line.ts";
import { type IntakeResult, IntakeTally } from "./intake-result.ts";
import type { Line } from "./line-reader.ts";
import { firstLine, isBlank, rawOf, splitLines } from "./line-reader.ts";
import { isStorable, quote, storableForm } from "./storable-text.ts";

/** An artifact as a critic takes it has at most this many bytes. */
const maxTextBytes = 1024 * 1024;

const text = (name: string): z.ZodString => z.string({ error: `${name} must be text` });

/** A gold item as it was exported, or as a person writes it: axis, label and text are all that it needs. */
const writtenGoldSchema = z.looseObject({
  axis: text("axis").nullish(),
  label: text("label"),
  text: text("text"),
  origin: text("origin").nullish(),
  split: text("split").nullish(),
  failureMode: text("failureMode").nullish(),
  reason: text("reason").nullish(),
  period: text("period").nullish(),
  rubric: text("rubric").nullish(),
  exposedBecause: text("exposedBecause").nullish(),
  retiredBecause: text("retiredBecause").nullish(),
});

/** A gold item that somebody brings along. What the database alone knows is still to come. */
interface BroughtGold
  extends Pick<
    GoldItem,
    "axis" | "label" | "sha256" | "failureMode" | "reason" | "period" | "exposedBecause" | "retiredBecause"
  > {
  readonly text: string;
  readonly origin: "probe" | "import";
  /** Null: to be decided by keyed hash. */
  readonly split: GoldItem["split"] | null;
  readonly rubric: string | null;
}

interface GoldRow {
  readonly line: number;
  readonly raw: string;
  readonly gold: BroughtGold;
}

export interface GoldFile {
  /** The file as it was named, or `stdin`. */
  readonly file: string;
  readonly rows: readonly GoldRow[];
  readonly rejects: readonly RejectedRow[];
}

/**
 * Reads a file of gold items, one JSON object a line: `{"axis","label":"PASS"|"FAIL","text",...}`. A row that cannot be used is a
 * reject with a reason; the rest goes in. Whether the item is known already is the store's to say.
 *
 * @param axis of rows that name none; null refuses those
 */
export function parseGoldFile(
  content: string | Uint8Array,
  request: { readonly file: string; readonly axis: string | null; readonly now: number },
): GoldFile {
  const rows: GoldRow[] = [];
  const rejects: RejectedRow[] = [];
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  for (const line of splitLines([bytes], firstLine)) {
    if (isBlank(line.bytes)) continue;
    const raw = rawOf(line.bytes);
    const read = readGold(line, request.axis);
    if (read.kind === "gold") rows.push({ line: line.number, raw, gold: read.gold });
    else rejects.push(goldReject(request, { line: line.number, raw }, read.reason));
  }
  return { file: request.file, rows, rejects };
}

/** The report of a file of gold: its own rejects, and what became of its rows, in their order. */
export function reportGold(
  { file, rejects, rows }: GoldFile,
  outcomes: readonly ("stored" | "duplicate" | "conflict")[],
  now: number,
): IntakeResult {
  const tally = new IntakeTally();
  for (const reject of rejects) {
    tally.rowRead();
    tally.rowDone(reject);
  }
  for (const [index, row] of rows.entries()) {
    tally.rowRead();
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    const other = row.gold.label === "PASS" ? "FAIL" : "PASS";
    tally.rowDone(
      outcome === "conflict"
        ? goldReject({ file, now }, row, `conflict: the text is gold with the label ${other}`)
        : outcome,
    );
  }
  return tally.result();
}

function goldReject(
  { file, now }: { readonly file: string; readonly now: number },
  { line, raw }: Pick<GoldRow, "line" | "raw">,
  reason: string,
): RejectedRow {
  return { axis: null, file, line, reason, raw, seenAt: now };
}

type GoldReading =
  | { readonly kind: "gold"; readonly gold: BroughtGold }
  | { readonly kind: "reject"; readonly reason: string };

function readGold(line: Line, ownAxis: string | null): GoldReading {
  const parsed = readJsonLine(line);
  if (parsed.kind === "reject") return parsed;
  const written = writtenGoldSchema.safeParse(parsed.value);
  if (!written.success) {
    const [issue] = written.error.issues;
    const field = issue?.path[0];
    if (field === undefined) return refuse("not-an-object", "a gold item is one JSON object");
    return refuse(`bad-${String(field)}`, issue?.message ?? "unusable");
  }
  const { data } = written;
  const axis = data.axis ?? ownAxis;
  if (axis === null) return refuse("missing-axis", "the line names no axis, and none was given");
  if (!isAxisName(axis)) return refuse("bad-axis", `${quote(axis)} is no axis name`);
  if (ownAxis !== null && axis !== ownAxis) return refuse("other-axis", `the item is one of ${quote(axis)}`);
  if (data.label !== "PASS" && data.label !== "FAIL")
    return refuse("bad-label", `${quote(data.label)} is neither PASS nor FAIL`);
  if (data.text.trim() === "") return refuse("empty-text", "there is nothing to judge");
  // Made storable, it would be another text than the one that was labelled.
  if (!isStorable(data.text)) return refuse("bad-text", "text holds NUL or half a character");
  if (Buffer.byteLength(data.text) > maxTextBytes) return refuse("text-too-long", "a text may have 1 MiB");
  const { split = null } = data;
  if (split !== null && split !== "holdout" && split !== "exposed")
    return refuse("bad-split", `${quote(split)} is neither holdout nor exposed`);
  const period = data.period ?? null;
  if (period !== null && !isMonth(period)) return refuse("bad-period", `${quote(period)} is no month`);
  return {
    kind: "gold",
    gold: {
      axis,
      label: data.label,
      text: data.text,
      sha256: artifactHash(data.text),
      // Of what else there was the database it came from has the verdicts, and this one has not.
      origin: data.origin === "probe" ? "probe" : "import",
      split,
      failureMode: freeText(data.failureMode),
      reason: freeText(data.reason),
      period,
      rubric: freeText(data.rubric),
      exposedBecause: freeText(data.exposedBecause),
      retiredBecause: freeText(data.retiredBecause),
    },
  };
}

function freeText(given: string | null | undefined): string | null {
  return given === null || given === undefined || given.trim() === "" ? null : storableForm(given);
}
