import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mergePanel } from "../../src/core/panel.ts";
import { ImproveCronError } from "../../src/errors.ts";
import type { PanelFolder } from "../../src/intake/panel-folder.ts";
import { readPanelFolder } from "../../src/intake/panel-run.ts";
import { finding, panelFixtures, panelRun, quietReport, sixLenses } from "../support/panel-run.ts";

const now = Date.parse("2026-06-01T12:00:00Z");
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "improve-cron-panel-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function writeParts(): void {
  const { blocks } = panelRun();
  write("blocks.json", { id: "parts-1", blocks });
  for (const lens of sixLenses) write(`lenses/${lens}.json`, quietReport(lens));
  write("peer.txt", JSON.stringify(quietReport("outside-peer", { verdict: "fine" })));
}

function read(): PanelFolder {
  return readPanelFolder({ folder: "DIR", path: folder, lenses: sixLenses, now });
}

function refusal(): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ImproveCronError) return `${error.code} ${error.message}`;
    throw error;
  }
  return "read";
}

const codes = (panel: PanelFolder): readonly string[] =>
  panel.notes.map(({ file, line, reason }) => `${file}:${line} ${reason.slice(0, reason.indexOf(":"))}`);

describe("readPanelFolder: one file", () => {
  it.each(panelFixtures())("answers for $name as the run itself does", ({ expected, run }) => {
    write("panel.json", run);
    const panel = read();
    expect(panel.notes).toEqual([]);
    expect(panel.run).toEqual({ id: run.id, blocks: run.blocks, reports: run.reports, peer: run.peer });
    expect(mergePanel(panel.run)).toMatchObject(expected);
    expect(panel.draft).toBe(run.blocks.map(({ text }) => text).join("\n\n"));
  });

  it("names file and line where the file is cut off", () => {
    write("panel.json", '{\n"id": "x",\n"blocks": [{"n": 1, "te');
    expect(refusal()).toMatch(/^input DIR\/panel\.json:3: /);
  });

  it.each([
    ["no object", "[1]"],
    ["no blocks", { id: "x", reports: [] }],
    ["an empty list of blocks", { id: "x", blocks: [], reports: [] }],
    ["a block number in words", { id: "x", blocks: [{ n: "1", text: "t" }], reports: [] }],
    [
      "a block twice",
      {
        id: "x",
        blocks: [
          { n: 1, text: "t" },
          { n: 1, text: "u" },
        ],
        reports: [],
      },
    ],
    ["no reports", { id: "x", blocks: [{ n: 1, text: "t" }] }],
    [
      "201 reports",
      { id: "x", blocks: [{ n: 1, text: "t" }], reports: Array.from({ length: 201 }, () => ({})) },
    ],
    ["an empty id", { id: "", blocks: [{ n: 1, text: "t" }], reports: [] }],
    [
      "an instant without a zone",
      { id: "x", at: "2026-05-01T10:00", blocks: [{ n: 1, text: "t" }], reports: [] },
    ],
    ["a draft that nobody reads", { id: "x", blocks: [{ n: 1, text: "t".repeat(1_048_577) }], reports: [] }],
    ["a dangerous key of its own", '{"id":"x","blocks":[{"n":1,"text":"t"}],"reports":[],"__proto__":{}}'],
    ["endless nesting", `{"id":${"[".repeat(100)}`],
  ])("refuses %s, with the file", (_name, content) => {
    write("panel.json", content);
    expect(refusal()).toMatch(/^input DIR(\/panel\.json)?:/);
  });

  it.each(["__proto__", "constructor", "prototype"])(
    "refuses a block with the key %s for that key",
    (key) => {
      write("panel.json", `{"id":"x","blocks":[{"n":1,"text":"t","${key}":{"n":2}}],"reports":[]}`);
      expect(refusal()).toMatch(/^input DIR\/panel\.json: dangerous-key/);
    },
  );

  it("loses only the lens whose report has a dangerous key, and says which", () => {
    const text = JSON.stringify(panelRun()).replace(
      '"lens":"rules-judge"',
      '"lens":"rules-judge","__proto__":{"a":1}',
    );
    write("panel.json", text);
    const panel = read();
    expect(codes(panel)).toEqual(["DIR/panel.json:1 reports[0]"]);
    expect(mergePanel(panel.run)).toMatchObject({ verdict: "REVISE", reasons: ["lens-missing"] });
    expect(mergePanel(panel.run).warnings).toEqual(["lens-missing:rules-judge:dangerous-key"]);
  });

  it("takes the instant of the run, its folder's name for an id, and makes half characters storable", () => {
    const { id: _id, ...run } = panelRun({
      "rules-judge": { findings: [finding({ issue: "half \ud83d" })] },
    });
    write("panel.json", { ...run, at: "2026-05-03T10:00:00-04:00" });
    const panel = read();
    expect(panel.at).toBe(Date.parse("2026-05-03T14:00:00Z"));
    expect(panel.run.id).toBe(basename(folder));
    expect(mergePanel(panel.run).findings[0]?.issues[0]?.issue).toBe("half \uFFFD");
  });
});

describe("readPanelFolder: a file a lens", () => {
  it("reads blocks, lenses and the peer's text", () => {
    writeParts();
    const panel = read();
    expect(panel).toMatchObject({ at: null, notes: [], run: { id: "parts-1" } });
    expect(mergePanel(panel.run)).toMatchObject({ verdict: "PUBLISH", wowCount: 7, peerVerdict: "fine" });
  });

  it("cuts draft.md into blocks where there are none, and keeps it as the draft", () => {
    writeParts();
    rmSync(join(folder, "blocks.json"));
    write("draft.md", "# Title\n\nThe importer reads\n2.1 million rows.\n");
    write("lenses/rules-judge.json", quietReport("rules-judge", { findings: [finding({ block: 2 })] }));
    const panel = read();
    expect(panel.draft).toBe("# Title\n\nThe importer reads\n2.1 million rows.\n");
    expect(mergePanel(panel.run)).toMatchObject({ verdict: "REVISE", findings: [{ block: 2 }] });
  });

  it("keeps the blocks as what was judged where draft.md is another text, and says so", () => {
    writeParts();
    write("draft.md", "Something else.");
    const panel = read();
    expect(codes(panel)).toEqual(["DIR/draft.md:1 draft-differs"]);
    expect(panel.draft).toContain("nine minutes.\n\nIt is");
  });

  it("does not take for judged what stands in draft.md and was shown to nobody", () => {
    writeParts();
    const seen = read().draft;
    write("draft.md", `${seen}\n\nBuy it now.\n`);
    expect(codes(read())).toEqual(["DIR/draft.md:1 draft-differs"]);
    expect(read().draft).toBe(seen);
  });

  it.each([
    ["cut off", '{"lens":"claim-auditor",\n"findings":[{"sever', "2 not-json", "unparseable"],
    ["prose", "All good!\n", "1 not-json", "unparseable"],
    ["no object", "[]", "1 not-an-object", "not an object"],
    ["of another lens", quietReport("rules-judge"), "1 other-lens", "other-lens"],
    ["with a dangerous key", '{"findings":[],"constructor":{}}', "1 dangerous-key", "dangerous-key"],
    ["with a key twice", '{"findings":[{}],\n"findings":[]}', "2 repeated-key", "repeated-key"],
    ["of endless nesting", "[".repeat(70), "1 too-deep", "too-deep"],
  ])("loses a lens whose file is %s: file, line, REVISE", (_name, content, note, because) => {
    writeParts();
    write("lenses/claim-auditor.json", content);
    const panel = read();
    expect(codes(panel)).toEqual([`DIR/lenses/claim-auditor.json:${note}`]);
    const merged = mergePanel(panel.run);
    expect(merged).toMatchObject({ verdict: "REVISE", reasons: ["lens-missing"], complete: false });
    expect(merged.warnings).toEqual([`lens-missing:claim-auditor:${because}`]);
  });

  it.each([
    ["a link", (path: string) => symlinkSync(write("elsewhere", quietReport("claim-auditor")), path)],
    ["a pipe", (path: string) => execFileSync("mkfifo", [path])],
    ["a folder", (path: string) => mkdirSync(path)],
  ])("does not read %s in the place of a report", (_name, make) => {
    writeParts();
    const path = join(folder, "lenses/claim-auditor.json");
    rmSync(path);
    make(path);
    const panel = read();
    expect(codes(panel)).toEqual(["DIR/lenses/claim-auditor.json:1 not-a-file"]);
    expect(mergePanel(panel.run).reasons).toEqual(["lens-missing"]);
  });

  it("takes a second report of a lens from a file of its own, and a lens from its file's name", () => {
    writeParts();
    write("lenses/rules-judge-2.json", quietReport("rules-judge", { findings: [finding()] }));
    write("lenses/contract-lens.json", { findings: [finding({ severity: "BLOCKER" })] });
    const merged = mergePanel(read().run);
    expect(merged.warnings).toEqual(["duplicate-lens:rules-judge"]);
    expect(merged.findings).toMatchObject([
      { severity: "BLOCKER", lenses: ["rules-judge", "contract-lens"] },
    ]);
  });

  it("goes on without a peer whose file is broken, and notes it", () => {
    writeParts();
    write("peer.json", '{"status":');
    const panel = read();
    expect(codes(panel)).toEqual(["DIR/peer.txt:1 not-read", "DIR/peer.json:1 not-json"]);
    expect(mergePanel(panel.run)).toMatchObject({ verdict: "PUBLISH", wowCount: 6 });
  });

  it("refuses a folder with two runs, one without any, one that is not there, and a file", () => {
    expect(refusal()).toMatch(/^input DIR: /);
    writeParts();
    write("panel.json", panelRun());
    expect(refusal()).toMatch(/^input DIR: /);
    folder = join(folder, "panel.json");
    expect(refusal()).toMatch(/^input DIR: /);
    folder = join(dirname(folder), "nowhere");
    expect(refusal()).toMatch(/^input DIR: /);
    folder = dirname(folder);
  });

  it("revises where there is no lenses folder at all", () => {
    write("draft.md", "One.");
    const panel = read();
    expect(codes(panel)).toEqual(["DIR/lenses:1 no-lenses"]);
    expect(mergePanel(panel.run)).toMatchObject({ verdict: "REVISE", complete: false });
  });
});
