import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { AxisFileEdit } from "../../src/core/effect.ts";
import type { OwnedKeys } from "../../src/effects/owned-scalar.ts";
import { spliceScalars } from "../../src/effects/splice-scalars.ts";

const folder = new URL("../fixtures/axis-files/", import.meta.url);

interface Case {
  readonly file: string;
  readonly axis: string;
  readonly keys?: OwnedKeys;
  readonly edit: keyof typeof edits;
  readonly expect:
    | { readonly kind: "changed"; readonly lines: [number, string][]; readonly note?: string }
    | { readonly kind: "refused"; readonly because: string; readonly line: number | null };
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

const { cases } = JSON.parse(readFileSync(new URL("cases.json", folder), "utf8")) as { cases: Case[] };

function read(file: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(readFileSync(new URL(file, folder)));
}

/** The lines with their line ends, as bytes: the last one may have none. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

describe("spliceScalars on the corpus", () => {
  it("sees the corpus", () => {
    expect(cases.length).toBeGreaterThanOrEqual(50);
  });

  for (const test of cases) {
    const request = { axisName: test.axis, keys: test.keys ?? defaultKeys, edit: edits[test.edit] };
    const expected = test.expect;
    if (expected.kind === "refused") {
      it(`${test.file} is refused (${expected.because})`, () => {
        const result = spliceScalars(read(test.file), request);
        expect(result).toMatchObject({ kind: "refused", because: expected.because });
        if (expected.because !== "not-yaml") expect(result).toMatchObject({ line: expected.line });
      });
      continue;
    }
    it(`${test.file} changes its owned lines alone`, () => {
      const source = read(test.file);
      const result = spliceScalars(source, request);
      if (result.kind !== "changed") throw new Error(JSON.stringify(result));
      expect(result.lines.map(({ line, after }) => [line, after])).toEqual(expected.lines);
      expect(result.note?.code).toBe(expected.note);

      // Taking the owned lines out of both texts leaves the same lines, byte for byte.
      const owned = new Map(result.lines.map((change) => [change.line, change]));
      const after = linesOf(result.text);
      const before = linesOf(source);
      const replaced = result.lines.flatMap((change) => (change.before === null ? [] : [change.before]));
      expect(after.length).toBe(before.length + result.lines.length - replaced.length);
      const mark = source.startsWith("\uFEFF") ? "\uFEFF" : "";
      for (const [index, line] of after.entries()) {
        const change = owned.get(index + 1);
        const end = /\r?\n$/.exec(line)?.[0] ?? "";
        if (change !== undefined) expect(line).toBe((index === 0 ? mark : "") + change.after + end);
        if (change?.before === null) continue;
        const old = before.shift();
        if (change === undefined) expect(line).toBe(old);
        else expect(old?.replace(/\r?\n$/, "")).toBe(change.before);
      }
      expect(/\n$/.test(result.text)).toBe(/\n$/.test(source));
    });

    it(`${test.file} is left alone the second time`, () => {
      const once = spliceScalars(read(test.file), request);
      if (once.kind !== "changed") throw new Error(JSON.stringify(once));
      expect(spliceScalars(once.text, request).kind).toBe("unchanged");
    });
  }

  it("gives added lines the line end of the status line", () => {
    const result = spliceScalars(read("crlf-keys-missing.yaml"), {
      axisName: "verify-dispatch",
      keys: defaultKeys,
      edit: revert,
    });
    if (result.kind !== "changed") throw new Error(JSON.stringify(result));
    expect(result.text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
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

/** One line of a made-up file: what it says before, and after the edit. */
interface MadeLine {
  readonly before: string;
  readonly after: string;
}

const same = (text: string): MadeLine[] => [{ before: text, after: text }];

const otherLines = fc.constantFrom(
  ...[
    ["# a comment: with colon"],
    ["   # status: graduated"],
    [""],
    ["", ""],
    ["   "],
    ["mode: 0644   "],
    ["ticket: 12345678901234567890"],
    ["settings: {temperature: 0,  top_p: 1}"],
    ["intent: |", "  status: graduated", "", "  last_kappa: 0.1"],
    ["notes: >-", "    one", "    two"],
    ["tags:", "- one", "-   two"],
    ["nested:", "    status: graduated", "    last_kappa:  1"],
    ['quoted: "a\\tb # no comment"'],
    ["plain: runs", "  over lines"],
    ["url: https://example.org/a#b"],
    ["said: 'it''s «fine» 🛰️'"],
  ].map((lines) => lines.flatMap(same)),
);

const tail = fc.constantFrom("", " ", "   # why", " # status: x", "\t# tab");
const quote = fc.constantFrom("", "'", '"');
const gap = fc.constantFrom(" ", "   ", "\t");

function ownedLine(key: string, old: fc.Arbitrary<string>, fresh: string): fc.Arbitrary<MadeLine[]> {
  return fc.record({ old, quote, gap, tail, quoteKey: fc.boolean() }).map((made) => {
    const name = made.quoteKey ? `"${key}"` : key;
    const line = (value: string): string =>
      `${name}:${made.gap}${made.quote}${value}${made.quote}${made.tail}`;
    return [{ before: line(made.old), after: line(fresh) }];
  });
}

const kappaLine = ownedLine("last_kappa", fc.constantFrom("0.7", "-0.123", ".5", "1e-1"), "0.512");
const dateLine = ownedLine("last_calibration", fc.constantFrom("2026-05-01", "2025-12-31"), "2026-06-01");
const countLine = ownedLine("founder_override_count", fc.constantFrom("0", "17", "007"), "4");
const statusLine = ownedLine("status", fc.constant("graduated"), "assisted");

interface MadeFile {
  readonly before: string;
  readonly after: string;
}

const madeFile: fc.Arbitrary<MadeFile> = fc
  .record({
    others: fc.uniqueArray(otherLines, {
      maxLength: 10,
      selector: (lines) => lines[0]?.before.split(":")[0],
    }),
    kappa: fc.option(kappaLine),
    date: fc.option(dateLine),
    count: fc.option(countLine),
    status: statusLine,
    order: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
    eol: fc.constantFrom("\n", "\r\n"),
    mark: fc.constantFrom("", "\uFEFF"),
    finalNewline: fc.boolean(),
    list: fc.constantFrom("none", "  ", ""),
  })
  .map((made) => {
    const added = [
      made.date === null ? "last_calibration: 2026-06-01" : null,
      made.kappa === null ? "last_kappa: 0.512" : null,
      made.count === null ? "founder_override_count: 4" : null,
    ].filter((line) => line !== null);
    const blocks: { readonly lines: MadeLine[]; readonly added: readonly string[] }[] = made.others.map(
      (lines) => ({ lines, added: [] }),
    );
    const owned = [made.kappa, made.date, made.count, same("axis: a-1")].flatMap((lines) =>
      lines === null ? [] : [{ lines, added: [] }],
    );
    for (const [index, block] of [...owned, { lines: made.status, added }].entries()) {
      blocks.splice((made.order[index] ?? 0) % (blocks.length + 1), 0, block);
    }
    const before = blocks.flatMap((block) => block.lines.map((line) => line.before));
    const after = blocks.flatMap((block) => [...block.lines.map((line) => line.after), ...block.added]);
    const indent = (lines: string[]): string[] =>
      made.list === "none"
        ? lines
        : [
            "axes:",
            `${made.list}- axis: other`,
            `${made.list}  status: graduated`,
            `${made.list}- title: this`,
            ...lines.map((line) => (line === "" ? "" : `${made.list}  ${line}`)),
          ];
    const text = (lines: string[]): string =>
      made.mark + indent(lines).join(made.eol) + (made.finalNewline ? made.eol : "");
    return { before: text(before), after: text(after) };
  });

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
    const owned = Object.values(defaultKeys);
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
        const without = (text: string): unknown => {
          const read: unknown = parse(text, { merge: true, logLevel: "silent" });
          return Object.fromEntries(Object.entries(read ?? {}).filter(([key]) => !owned.includes(key)));
        };
        expect(without(result.text)).toEqual(without(source));
      }),
      { numRuns: 600, seed: 7 },
    );
  });
});
