import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendVaultLog, sideLog } from "../../src/effects/vault-log.ts";
import { csvRow } from "../../src/reports/csv-cell.ts";
import { jsonText } from "../../src/reports/json-text.ts";
import { markdownCell, markdownTable, markdownText } from "../../src/reports/markdown-text.ts";
import { oneLine, terminalText } from "../../src/reports/terminal-text.ts";

// Texts of strangers, made of what terminals, spreadsheets and Markdown obey.
const piece = fc.constantFrom(
  "=",
  "+",
  "-",
  "@",
  "\uff1d",
  "'",
  '"',
  ",",
  ";",
  "\t",
  "\r",
  "\n",
  "\u0085",
  "\u2028",
  " ",
  "\u00a0",
  "\u200b",
  "\u202e",
  "\ufeff",
  "\u001b[31m",
  "\u001b]0;",
  "\u0007",
  "\u009b",
  "\u001b\\",
  "\u0000",
  "\ud800",
  "\udc00",
  "[[",
  "]]",
  "%%",
  "```",
  "~~~",
  "<%",
  "%>",
  "<img ",
  "<!--",
  "|",
  "\\",
  "^ic-2026-05-opened",
  "$",
  "`",
  "::",
  "#",
  "- ",
  "1. ",
  "---",
  "> ",
  "&lt;",
  "==",
  "*",
  "_",
  "a",
  "word",
  "\u{e0041}",
  "\u{1f6f0}",
);
const hostile = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary" }),
);

describe("whatever a stranger writes", () => {
  it("prints on a terminal without a control character, and is not changed by a second time", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const printed = terminalText(text);
        expect(printed).not.toMatch(/[^\P{Cc}\n\t]|\p{Surrogate}|[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/u);
        expect(terminalText(printed)).toBe(printed);
        const line = oneLine(text, 20);
        expect(line).not.toMatch(/[\n\t\r]/);
        expect(oneLine(line, 20)).toBe(line);
      }),
      { numRuns: 500 },
    );
  });

  it("is one cell of CSV, and no formula", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const row = csvRow(["before", text, 1]);
        expect(row).not.toMatch(/[\r\n]/);
        const [, cell = ""] = /^before,("(?:[^"]|"")*"|[^,"]*),1$/.exec(row) ?? ["", "(no cell)"];
        const shown = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(shown).not.toBe("(no cell)");
        expect(shown).not.toMatch(/^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/);
      }),
      { numRuns: 500 },
    );
  });

  it("is JSON that a terminal does not obey, and the same text when it is read", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const written = jsonText({ text });
        expect(written).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e]/u);
        expect(JSON.parse(written)).toEqual({ text });
      }),
      { numRuns: 300 },
    );
  });

  it("is inert Markdown: prose stays as many lines, a cell stays one, a table keeps its columns", () => {
    const live = /\[\[|%%|(?<!\\)`|~~|<%|%>|<[a-z!/]|(?<![\\:]):(?=:)|==|\^[a-z0-9-]/i;
    fc.assert(
      fc.property(hostile, hostile, (text, other) => {
        const prose = markdownText(text);
        expect(prose).not.toMatch(live);
        expect(prose.split("\n")).toHaveLength(terminalText(text).split("\n").length);
        expect(prose).not.toMatch(/^(?:#|>|---|===|[-+] |\d+[.)]\s)/m);
        const cell = markdownCell(text);
        expect(cell).not.toMatch(/[\n\r]|^$/);
        const rows = markdownTable(["a", "b"], [[text, other]]);
        expect(rows).toHaveLength(3);
        expect(rows[2]?.replaceAll(/\\[^]/g, "").split("|")).toHaveLength(4);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the log in the vault", () => {
  it("only grows: what stood there is its beginning, and an entry is in it or beside it once", async () => {
    const home = mkdtempSync(join(tmpdir(), "vault-"));
    const path = join(home, "log.md");
    const marker = "^ic-2026-05-closed";
    const count = (text: string): number => text.split(`\n${marker}\n`).length - 1;
    const old = fc
      .array(
        fc.constantFrom(
          "# Mine",
          "",
          "```",
          "%%",
          "<!--",
          "-->",
          "~~~",
          "text ",
          "^ic-2026-05-opened",
          "| a |",
          "\r",
        ),
        { maxLength: 8 },
      )
      .map((lines) => lines.join("\n"));
    try {
      await fc.assert(
        fc.asyncProperty(old, hostile, async (before, name) => {
          rmSync(sideLog(path), { force: true });
          writeFileSync(path, before);
          const request = {
            path,
            home,
            marker,
            markdown: `## ${markdownText(name).replaceAll("\n", " ")}`,
            step: () => {},
          };
          for (let time = 0; time < 2; time += 1) {
            const { state } = await appendVaultLog(request);
            expect(state).toBe("done");
          }
          const after = readFileSync(path, "utf8");
          expect(after.startsWith(before)).toBe(true);
          const side = after === before ? readFileSync(sideLog(path), "utf8") : "";
          expect(count((after + side).replaceAll("\r\n", "\n"))).toBe(1);
        }),
        { numRuns: 60 },
      );
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});
