import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PanelDraft } from "../../src/intake/panel-draft.ts";
import { readPanelDraft } from "../../src/intake/panel-draft.ts";
import { messageOf } from "../../src/errors.ts";
import { folderWith } from "../config/temp-folder.ts";

const limits = { draftBytes: 2_000, contractBytes: 200, findings: 20 };
const good = { "draft.md": "# Title\r\n\r\nOne.\n", "reader-contract.json": '{"reader":"all"}' };

function read(files: Readonly<Record<string, string | Uint8Array>>): PanelDraft {
  return readPanelDraft({ folder: "one", path: folderWith(files) }, limits);
}

function faultOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  try {
    read(files);
    return "";
  } catch (error) {
    return messageOf(error);
  }
}

describe("readPanelDraft", () => {
  it("answers the blocks, the contract as it is written, and another hash for other words", () => {
    const draft = read(good);
    expect(draft.blocks).toEqual([
      { n: 1, text: "# Title" },
      { n: 2, text: "One." },
    ]);
    expect(draft.contract).toBe('{"reader":"all"}');
    expect(read(good).hash).toBe(draft.hash);
    expect(read({ ...good, "draft.md": "# Title\n\nTwo." }).hash).not.toBe(draft.hash);
    expect(read({ ...good, "reader-contract.json": "{}" }).hash).not.toBe(draft.hash);
  });

  it.each([
    [{ "draft.md": undefined }, "one/draft.md:"],
    [{ "draft.md": " \n" }, "one/draft.md:1:"],
    [{ "draft.md": "x".repeat(2_001) }, "one/draft.md:1:"],
    [{ "draft.md": new Uint8Array([0xff, 0xfe]) }, "one/draft.md:1:"],
    [{ "reader-contract.json": undefined }, "one/reader-contract.json:"],
    [{ "reader-contract.json": '{\n"a": }' }, "one/reader-contract.json:2:"],
    [{ "reader-contract.json": "[]" }, "one/reader-contract.json:1:"],
    [{ "reader-contract.json": '{"a":{"__proto__":1}}' }, "one/reader-contract.json:1:"],
    [{ "reader-contract.json": `{"a":"${"x".repeat(200)}"}` }, "one/reader-contract.json:1:"],
    [{ "panel.json": "{}" }, "one/panel.json:"],
  ])("names the place in %j", (change, place) => {
    const files: readonly (readonly [string, string | Uint8Array | undefined])[] = Object.entries({
      ...good,
      ...change,
    });
    const there = files.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
    expect(faultOf(Object.fromEntries(there))).toContain(place);
  });

  it("refuses more paragraphs than anybody reads, and a folder that is not there", () => {
    const many = folderWith({ ...good, "draft.md": "x\n\n".repeat(2_001) });
    const large = { ...limits, draftBytes: 10_000 };
    expect(() => readPanelDraft({ folder: "one", path: many }, large)).toThrow(
      expect.objectContaining({ code: "input" }),
    );
    expect(() => readPanelDraft({ folder: "one", path: join(many, "none") }, large)).toThrow(
      expect.objectContaining({ code: "input" }),
    );
  });
});
