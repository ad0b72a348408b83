import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appendVaultLog, sideLog } from "../../../src/effects/vault-log.ts";
import { markdownTable } from "../../../src/reports/markdown-text.ts";
import { type BadInput, doorForEach } from "../bad-input.ts";

interface Given {
  /** What stands in the log before; null makes a folder of it. */
  readonly before: string | Uint8Array | null;
  /** A name that gets into the entry. */
  readonly name?: string;
  readonly link?: string;
}

const marker = "^ic-2026-05-opened";
const appended = "appended";
const beside = "appended to the log beside it";

function log(before: string, expected: string, why: string): BadInput<Given> {
  return { given: { before }, expected, why, shown: `log: ${before.replaceAll("\n", " / ")}` };
}

function named(name: string, why: string): BadInput<Given> {
  return {
    given: { before: "# Mine\n", name },
    expected: appended,
    why,
    shown: `in a cell: ${name.replaceAll("\n", " / ")}`,
  };
}

const inputs: readonly BadInput<Given>[] = [
  log("", appended, "an empty note"),
  log("# Mine\n\nno line end at the end", appended, "the entry begins on a line of its own"),
  log("a\r\nb\r\n", appended, "line ends stay as they are"),
  log("```js\ncode", beside, "a fence that is not closed would swallow the entry"),
  log("~~~\ncode\n", beside, "a fence that is not closed would swallow the entry"),
  log("%% hidden\n", beside, "a comment that is not closed would hide the entry"),
  log("<!-- hidden\n", beside, "a comment that is not closed would hide the entry"),
  log(`text\n${marker}\n`, "is there already", "an entry is written once"),
  log(`I quote ${marker} here.\n`, appended, "a marker inside a sentence is none"),
  log("```\n^ic-2026-05-opened\n```\n", "is there already", "whoever keeps an entry in a fence has it"),
  {
    given: { before: Buffer.from([0xff, 0xfe, 0x41, 0x00]) },
    expected: "not-utf8",
    why: "appending would mix two encodings",
    shown: "log: FF FE 41 00",
  },
  {
    given: { before: null },
    expected: "not-a-file",
    why: "a folder has no end to add to",
    shown: "log: a folder",
  },
  {
    given: { before: "", link: "/dev/zero" },
    expected: "not-a-file",
    why: "a device without end",
    shown: "log: a link to /dev/zero",
  },
  named("[[Secret]] ![[embed]]", "no link, no embed"),
  named("%%hidden%%", "no comment"),
  named("a | b\n| c |", "one row, and its columns"),
  named("```dataviewjs", "no query"),
  named("<% tp.file.create_new() %>", "no template"),
  named("<img src=x onerror=alert(1)>", "no HTML"),
  named("^ic-2026-06-opened", "no marker of another entry"),
  named("---", "no rule, no front matter"),
  named("[a](javascript:alert(1))", "no link"),
  named("$= dv.current()", "no inline query"),
  named("`= this.file`", "no inline query"),
  named("\u202egnp.exe", "reads as it is stored"),
  named("status:: reverted", "no field"),
];

/** What a program that scans the raw text could take for its own. */
const live = /\[\[|%%|```|<%|%>|<[a-z!/]|::|(?<!\\)`|\u202e|(?<!\\)\]\(/i;

export const vaultLogs = doorForEach({
  id: "log",
  name: "The log in the vault",
  means:
    "An entry appended to a real file; every byte that stood there before still stands there, and nothing in the entry is live Markdown.",
  inputs,
  tryOne: async ({ before, name = "verify-dispatch", link }, folder, index) => {
    const home = join(folder, String(index));
    mkdirSync(home);
    const path = join(home, "log.md");
    if (link !== undefined) symlinkSync(link, path);
    else if (before === null) mkdirSync(path);
    else writeFileSync(path, before);
    const markdown = ["## 2026-05 opened", "", ...markdownTable(["axis", "items"], [[name, "14"]])].join(
      "\n",
    );
    const result = await appendVaultLog({ path, home, marker, markdown, step: () => {} });
    if (result.state === "waiting") return result.code;
    if (result.detail.endsWith("is there already")) return "is there already";
    const isBeside = result.detail.startsWith(sideLog(path));
    const after = readFileSync(path);
    const old = Buffer.from(before ?? "");
    if (!after.subarray(0, old.length).equals(old)) return "what stood there was changed";
    const entry = isBeside
      ? readFileSync(sideLog(path), "utf8")
      : after.subarray(old.length).toString("utf8");
    const own = entry.slice(entry.indexOf("## 2026-05 opened"));
    if (live.test(own)) return `live Markdown: ${own}`;
    const rows = own.split(/\r?\n/).filter((line) => line.startsWith("|"));
    const columns = rows.every((line) => line.match(/(?<!\\)\|/g)?.length === 3);
    if (rows.length !== 3 || !columns) return `not one row of two columns: ${own}`;
    const markers = own.match(/\^ic-/g)?.length;
    if (markers !== 1) return `${markers} markers`;
    return isBeside ? beside : appended;
  },
});
