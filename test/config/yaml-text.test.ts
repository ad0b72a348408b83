import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { largestYamlBytes, parseYamlText, readYamlFile } from "../../src/config/yaml-text.ts";
import { folderWith, tempFolder } from "./temp-folder.ts";

function row(name: string, of: string): string {
  return `${name}: &${name} [${Array(9).fill(of).join(",")}]\n`;
}

describe("parseYamlText", () => {
  it.each([
    ["a tab as indentation", "a:\n  b: 1\nc:\n\td: 2\n", "tab-indent", 4, true],
    ["a duplicate key", "a: 1\nb: 2\na: 3\n", "duplicate-key", 3, false],
    ["a duplicate key inside", "x:\n  - b: 1\n    b: 2\n", "duplicate-key", 3, false],
    ["two documents", "a: 1\n---\nb: 2\n", "several-documents", 2, true],
    ["an open quote", "a: 1\nb: 'x\n", "yaml-syntax", 3, true],
    ["an open list", "a: [1\n", "yaml-syntax", 2, true],
    ["an unknown alias", "a: 1\nb: *nothing\n", "yaml-aliases", 2, true],
    ["an unquoted glob", "a: 1\nlog: *.jsonl\n", "yaml-aliases", 2, true],
    ["a merge of no map", "a: &x 1\n<<: *x\n", "yaml-aliases", null, true],
  ])("%s", (_, text, code, line, fatal) => {
    const yaml = parseYamlText(text);
    expect(yaml.faults).toContainEqual(expect.objectContaining({ code, line }));
    expect(yaml.fatal).toBe(fatal);
  });

  it("refuses a few lines that grow without end", () => {
    const bomb = row("a", "x") + row("b", "*a") + row("c", "*b") + row("d", "*c");
    expect(parseYamlText(bomb)).toMatchObject({ fatal: true, faults: [{ code: "yaml-aliases" }] });
  });

  it("reads empty and comment-only texts as null, CRLF, BOM, anchors and merges as data", () => {
    expect(parseYamlText("")).toMatchObject({ value: null, faults: [] });
    expect(parseYamlText("# nothing\n")).toMatchObject({ value: null, faults: [] });
    expect(parseYamlText("---\r\na: 1\r\nb: x\r\n")).toMatchObject({ value: { a: 1, b: "x" }, faults: [] });
    expect(parseYamlText("base: &b {m: 1, n: 2}\nx: {<<: *b, n: 3}\n").value).toMatchObject({
      x: { m: 1, n: 3 },
    });
  });

  it("finds the line of keys and items, and of the nearest parent of what is not written there", () => {
    const { lineOf } = parseYamlText("# c\na:\n  b:\n    - 1\n    -\n      c: 2\nd: &d {e: 5}\nf: *d\n");
    expect(lineOf(["a"])).toBe(2);
    expect(lineOf(["a", "b"])).toBe(3);
    expect(lineOf(["a", "b", 0])).toBe(4);
    expect(lineOf(["a", "b", 1, "c"])).toBe(6);
    expect(lineOf(["a", "missing"])).toBe(2);
    expect(lineOf(["f", "e"])).toBe(8);
    expect(parseYamlText("").lineOf(["a"])).toBeNull();
  });
});

describe("readYamlFile", () => {
  it("names a missing file, a folder and a pipe", () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "d"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expect(readYamlFile(join(folder, "none")).faults[0]?.code).toBe("missing-file");
    expect(readYamlFile(join(folder, "d")).faults[0]?.code).toBe("unreadable");
    expect(readYamlFile(join(folder, "pipe")).faults[0]?.code).toBe("unreadable");
  });

  it("reads 1 MiB and not a byte more", () => {
    const folder = folderWith({
      "full.yaml": `a: 1\n#${"x".repeat(largestYamlBytes - 6)}`,
      "over.yaml": `a: 1\n#${"x".repeat(largestYamlBytes - 5)}`,
    });
    expect(readYamlFile(join(folder, "full.yaml"))).toMatchObject({ value: { a: 1 }, faults: [] });
    expect(readYamlFile(join(folder, "over.yaml"))).toMatchObject({
      fatal: true,
      faults: [{ code: "too-large" }],
    });
  });

  it("names the line that is not UTF-8", () => {
    const latin1 = Buffer.from("a: 1\nb: caf\u00e9\nc: 2\n", "latin1");
    const folder = folderWith({ "latin1.yaml": latin1, "bom.yaml": "\ufeffa: caf\u00e9\n" });
    expect(readYamlFile(join(folder, "latin1.yaml")).faults).toMatchObject([{ code: "not-utf8", line: 2 }]);
    expect(readYamlFile(join(folder, "bom.yaml"))).toMatchObject({ value: { a: "caf\u00e9" }, faults: [] });
  });
});
