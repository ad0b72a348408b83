import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { AxisFileEdit } from "../../src/core/effect.ts";
import type { OwnedKeys } from "../../src/effects/owned-scalar.ts";
import { type LineChange, type SpliceResult, spliceScalars } from "../../src/effects/splice-scalars.ts";
import { madeFile } from "./made-axis-file.ts";

const folder = new URL("../fixtures/axis-files/", import.meta.url);

interface Case {
  readonly file: string;
  readonly axis: string;
  readonly keys?: OwnedKeys;
  readonly edit: keyof typeof edits;
}
interface Accepted extends Case {
  /** The owned lines that are written, by their number in the new text. */
  readonly lines: readonly [number, string][];
  readonly note?: string;
}
interface Refusal extends Case {
  readonly because: string;
  readonly line: number | null;
}

const defaultKeys: OwnedKeys = {
  status: "status",
  lastCalibration: "last_calibration",
  lastKappa: "last_kappa",
  founderOverrideCount: "founder_override_count",
};

const keep: AxisFileEdit = {
  status: null,
  lastCalibration: "2026-06-01",
  lastKappa: { value: 0.5118 },
  founderOverrideCount: 4,
};
const revert: AxisFileEdit = { ...keep, status: { from: "graduated", to: "assisted" } };
const edits = {
  keep,
  revert,
  "revert-null": { ...revert, lastKappa: { value: null } },
  "minus-zero": { ...keep, lastKappa: { value: -0.0001 }, founderOverrideCount: 0 },
} satisfies Record<string, AxisFileEdit>;

const corpus: { readonly accepted: readonly Accepted[]; readonly refused: readonly Refusal[] } = JSON.parse(
  readFileSync(new URL("cases.json", folder), "utf8"),
);

function read(file: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(readFileSync(new URL(file, folder)));
}

function splice(test: Case, source: string): SpliceResult {
  return spliceScalars(source, {
    axisName: test.axis,
    keys: test.keys ?? defaultKeys,
    edit: edits[test.edit],
  });
}

function changed(result: SpliceResult): Extract<SpliceResult, { kind: "changed" }> {
  if (result.kind !== "changed") throw new Error(JSON.stringify(result));
  return result;
}

/** The old text with only these lines written over or added: each keeps the line end that stands there. */
function rewritten(source: string, lines: readonly LineChange[]): string {
  const mark = source.startsWith("\uFEFF") ? "\uFEFF" : "";
  const parts = source.slice(mark.length).split(/(\r?\n)/);
  const texts = parts.filter((_, index) => index % 2 === 0);
  const ends = parts.filter((_, index) => index % 2 === 1);
  for (const change of lines) {
    texts.splice(change.line - 1, change.before === null ? 0 : 1, change.after);
    // An added line stands after one that ends with a newline, or, at the very end, brings the newline before it.
    if (change.before === null) ends.splice(change.line - 2, 0, ends[change.line - 2] ?? ends[0] ?? "\n");
  }
  return mark + texts.map((text, index) => text + (ends[index] ?? "")).join("");
}

describe("spliceScalars on the corpus", () => {
  it("sees the corpus", () => {
    expect(corpus.accepted.length).toBeGreaterThanOrEqual(25);
    expect(corpus.refused.length).toBeGreaterThanOrEqual(25);
  });

  it.each(corpus.refused)("refuses $file: $because", (test) => {
    expect(splice(test, read(test.file))).toMatchObject({
      kind: "refused",
      because: test.because,
      line: test.line,
    });
  });

  it.each(corpus.accepted)("changes the owned lines of $file alone", (test) => {
    const source = read(test.file);
    const result = changed(splice(test, source));
    expect(result.lines.map(({ line, after }) => [line, after])).toEqual(test.lines);
    expect(result.note?.code).toBe(test.note);
    expect(result.text).toBe(rewritten(source, result.lines));
  });

  it.each(corpus.accepted)("leaves $file alone the second time", (test) => {
    expect(splice(test, changed(splice(test, read(test.file))).text).kind).toBe("unchanged");
  });

  it("gives added lines the line end of the status line", () => {
    const result = spliceScalars(read("crlf-keys-missing.yaml"), {
      axisName: "verify-dispatch",
      keys: defaultKeys,
      edit: revert,
    });
    expect(changed(result).text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it("notes what a person changed by hand", () => {
    const result = spliceScalars(read("changed-by-hand.yaml"), {
      axisName: "verify-dispatch",
      keys: defaultKeys,
      edit: revert,
    });
    expect(result).toMatchObject({ note: { code: "status-changed-by-hand", line: 3, word: "shadow" } });
  });

  it("does nothing when the edit asks for nothing", () => {
    const edit = { status: null, lastCalibration: null, lastKappa: null, founderOverrideCount: null };
    expect(
      spliceScalars(read("plain.yaml"), { axisName: "verify-dispatch", keys: defaultKeys, edit }),
    ).toEqual({
      kind: "unchanged",
      note: null,
    });
  });
});

/** What a text means, but for its owned keys. */
function unowned(text: string): unknown {
  const meaning: unknown = parse(text, { merge: true, logLevel: "silent" });
  return Object.fromEntries(
    Object.entries(meaning ?? {}).filter(([key]) => !Object.values(defaultKeys).includes(key)),
  );
}

describe("spliceScalars on made-up files", () => {
  it("writes exactly what the generator of the file would have written", () => {
    fc.assert(
      fc.property(madeFile, ({ before, after }) => {
        const result = spliceScalars(before, { axisName: "a-1", keys: defaultKeys, edit: revert });
        expect(result.kind === "changed" ? result.text : result).toBe(after);
      }),
      { numRuns: 400, seed: 20260601 },
    );
  });

  it("never changes the meaning of another key, whatever the text", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "axis: a",
        "status: graduated",
        "status: &x graduated",
        "b: *x",
        "<<: *x",
        "last_kappa: 1",
        "{",
        "}",
        "- a",
        "  c: d",
        "\td: e",
        "---",
        "? f",
        "e: |",
      ),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom("\n", "\r\n"), (lines, eol) => {
        const source = ["axis: a", "status: graduated", ...lines].join(eol);
        const result = spliceScalars(source, { axisName: "a", keys: defaultKeys, edit: revert });
        if (result.kind !== "changed") return;
        expect(unowned(result.text)).toEqual(unowned(source));
      }),
      { numRuns: 600, seed: 7 },
    );
  });
});
