import { stripVTControlCharacters } from "node:util";
import { csvRow } from "../../../src/reports/csv-cell.ts";
import { jsonText } from "../../../src/reports/json-text.ts";
import { oneLine, terminalText } from "../../../src/reports/terminal-text.ts";
import { type BadInput, doorForEach } from "../bad-input.ts";

type Kind = "csv" | "terminal" | "json";
type Given = readonly [kind: Kind, text: string];

const csv = (text: string, expected: string, why: string): BadInput<Given> => ({
  given: ["csv", text],
  expected,
  why,
  shown: `CSV: ${JSON.stringify(text)}`,
});
const terminal = (text: string, expected: string, why: string): BadInput<Given> => ({
  given: ["terminal", text],
  expected,
  why,
  shown: `terminal: ${JSON.stringify(text).replaceAll(/[\u007f-\u{e007f}]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)}`,
});
const json = (text: string, why: string): BadInput<Given> => ({
  given: ["json", text],
  expected: "escaped",
  why,
  shown: `JSON: ${JSON.stringify(text).replaceAll(/[\u007f-\uffff]/g, (one) => `\\u{${one.charCodeAt(0).toString(16)}}`)}`,
});
const formula = "a text, no formula";

const inputs: readonly BadInput<Given>[] = [
  csv('=HYPERLINK("http://x","y")', formula, "a spreadsheet would run it"),
  csv("+1", formula, "a spreadsheet would run it"),
  csv("-2+3", formula, "a spreadsheet would run it"),
  csv("@SUM(A1)", formula, "a spreadsheet would run it"),
  csv("\t=1", formula, "behind white space, too"),
  csv("\r=1", formula, "behind a line end, too"),
  csv("\n=1", formula, "behind a line end, too"),
  csv("\u00a0=1", formula, "behind a space that does not break"),
  csv("\u200b=1", formula, "behind a character that nobody sees"),
  csv("\u202e=1", formula, "behind a mark of direction"),
  csv("\u001b[0m=1", formula, "behind an escape sequence"),
  csv("\uff1d1", formula, "a fullwidth sign"),
  csv("\uff0bcmd", formula, "a fullwidth sign"),
  csv("\uff20x", formula, "a fullwidth sign"),
  csv("a,b", "one cell", "a separator"),
  csv('a"b', "one cell", "a quotation mark"),
  csv("a;=1", "one cell", "the separator of other countries, and a formula behind it"),
  csv("a\n=1", "one cell", "a second line with a formula"),
  terminal("\u001b[31mred\u001b[0m", "red", "no colour"),
  terminal("\u001b]0;owned\u0007x", "x", "no title of the window"),
  terminal("\u001b]8;;https://x\u001b\\link\u001b]8;;\u001b\\", "link", "no hidden link"),
  terminal("\u001b]52;c;cm0=\u0007x", "x", "no clipboard"),
  terminal("\u001bP+q\u001b\\x", "x", "no device control"),
  terminal("\u009b2Jx", "x", "nor in eight bits"),
  terminal("a\u0008\u0008b", "ab", "nothing is overwritten"),
  terminal("a\rb", "a b", "nothing is overwritten"),
  terminal("\u001b\u001b[31m[31mx", "31mx", "none made of the rest of another"),
  terminal("\u202egnp.exe", "gnp.exe", "reads as it is stored"),
  terminal("pass\u200bword", "password", "nothing is hidden"),
  terminal("a\u{e0041}b", "ab", "nothing is hidden"),
  terminal("a\ud800", "a\ufffd", "half a character"),
  json("\u009b2J", "an eight-bit escape sequence in JSON on a terminal"),
  json("\u001b[2J", "an escape sequence in JSON on a terminal"),
  json("a\u2028b", "a line end that only some programs know"),
  json("\u007f", "DEL"),
];

/** The cells of one line of CSV. */
function cellsOf(line: string): readonly string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,"]*)(?:,|$)/g)]
    .slice(0, -1)
    .map(([, cell = ""]) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}

function csvOutcome(text: string): string {
  const line = csvRow(["before", text, "after"]);
  const cells = cellsOf(line);
  if (/[\r\n]/.test(line) || cells.length !== 3) return `${cells.length} cells: ${line}`;
  const cell = cells[1] ?? "";
  if (cell.startsWith("'")) return formula;
  return /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell) ? `a formula: ${cell}` : "one cell";
}

export const reportCells = doorForEach({
  id: "cell",
  name: "Foreign text in what is printed",
  means: "A cell of `history --csv`, a line on a terminal, a text in a JSON answer.",
  inputs,
  tryOne: ([kind, text]) => {
    switch (kind) {
      case "csv":
        return csvOutcome(text);
      case "terminal": {
        const printed = oneLine(text);
        return printed === stripVTControlCharacters(printed) && printed === terminalText(printed)
          ? printed
          : "live";
      }
      case "json": {
        const written = jsonText(text);
        return /^[\u0020-\u007e]*$/.test(written) && JSON.parse(written) === text
          ? "escaped"
          : `live: ${written}`;
      }
    }
  },
});
