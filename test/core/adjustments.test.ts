import { describe, expect, it } from "vitest";
import {
  adjustmentId,
  adjustmentKind,
  headingForm,
  instructionPath,
  keptProposal,
  lacksDeletion,
  mergeAdjustments,
  readAdjustment,
} from "../../src/core/adjustments.ts";

const entry = {
  file: "agents/writer.md",
  section: "Voice",
  problem: "Too stiff.",
  suggestion: "Be plain.",
};

describe("readAdjustment", () => {
  it("takes the four texts, trimmed, with a path from the root of the instructions", () => {
    expect(
      readAdjustment({ ...entry, file: " ./agents\\\\writer.md ", section: " Voice\n", extra: 1 }),
    ).toEqual({
      kind: "adjustment",
      adjustment: entry,
    });
  });

  it.each(["file", "section", "problem", "suggestion"])("refuses what has no %s", (name) => {
    const refused = { kind: "refused", because: "missing-field" };
    for (const value of [undefined, null, "", "  ", 7, ["x"], { text: "x" }]) {
      expect(readAdjustment({ ...entry, [name]: value })).toEqual(refused);
    }
  });

  it.each([null, undefined, "text", 7, [], [entry]])("refuses %j, which is no entry", (value) => {
    expect(readAdjustment(value)).toEqual({ kind: "refused", because: "missing-field" });
  });

  it("refuses texts that an entry only inherits", () => {
    expect(readAdjustment(Object.create(entry))).toEqual({ kind: "refused", because: "missing-field" });
  });

  it.each([
    "../../.zshrc",
    ".git/config",
    "skills/.GIT/hooks/pre-commit",
    ".g\u200cit/config",
    "agents/../../x.md",
    "agents/ .. /x.md",
    "..\\x.md",
    "/etc/passwd",
    "\\\\server\\share",
    "C:\\x.md",
    "c:x.md",
    "~/.zshrc",
    "~root/x",
    "agents/",
    ".",
    "./",
    "a\u0000b.md",
    "a\nb.md",
    "  /etc/passwd",
    "./~root/x",
    "./ ~/x",
    "./c:x.md",
    "a/ .git /config",
  ])("refuses the path %j", (file) => {
    expect(readAdjustment({ ...entry, file })).toEqual({ kind: "refused", because: "path" });
  });

  it.each([
    ["a//b/./c.md", "a/b/c.md"],
    ["..hidden.md", "..hidden.md"],
    ["notes..md", "notes..md"],
    ["notes~", "notes~"],
    ["a/b~/c:d.md", "a/b~/c:d.md"],
    ["a~b.md", "a~b.md"],
    ["1:x.md", "1:x.md"],
    ["./1:x.md", "1:x.md"],
    ["ab:x.md", "ab:x.md"],
    ["./ab:x.md", "ab:x.md"],
    ["a/ . /b.md", "a/b.md"],
    ["./ a.md", "a.md"],
  ])("takes %j for %j", (written, path) => {
    expect(instructionPath(written)).toBe(path);
  });
});

describe("instructionPath", () => {
  it("looks behind the blanks around a path", () => {
    expect(instructionPath("  /etc/passwd")).toBeNull();
    expect(instructionPath(" agents/ ")).toBeNull();
    expect(instructionPath(" agents/writer.md ")).toBe("agents/writer.md");
  });
});

describe("adjustmentKind", () => {
  it.each([
    ["none, this is a reinforcement entry", "Keep showing it.", "reinforcement"],
    ["None.", "Keep it.", "reinforcement"],
    ["Nonetheless too stiff.", "Be plain.", "fault"],
    ["It has none.", "Be plain.", "fault"],
    ["**none**", "Keep it.", "reinforcement"],
    ["Two rules contradict.", "Delete the second.", "deletion"],
    ["Two rules contradict.", "**Remove** one.", "deletion"],
    ["none", "drop it", "deletion"],
    ["Long.", "Cut the list.", "deletion"],
    ["Long.", "Cutting is not asked for.", "fault"],
    ["Long.", "Never drop the source.", "fault"],
  ])("of %j with %j is what it says", (problem, suggestion, kind) => {
    expect(adjustmentKind({ problem, suggestion })).toBe(kind);
  });
});

describe("adjustmentId", () => {
  it("is the same for the same edit, whatever its typography, and another for another", () => {
    const id = adjustmentId({ ...entry, suggestion: "Don't say “very” - ever." });
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(
      adjustmentId({
        file: "./agents/writer.md",
        section: "##  VOICE:",
        suggestion: 'Don’t say\n "**very**" – ever. ',
      }),
    ).toBe(id);
    const others = [
      { ...entry, suggestion: "Don't say “very”." },
      { ...entry, section: "Tone", suggestion: "Don't say “very” - ever." },
      { ...entry, file: "agents/Writer.md", suggestion: "Don't say “very” - ever." },
    ];
    expect(new Set([id, ...others.map(adjustmentId)]).size).toBe(4);
  });

  it("does not depend on the problem", () => {
    const facts = { axis: null, clause: null, at: 1 };
    const source = { kind: "panel", id: "r" } as const;
    const one = keptProposal({ ...entry, asker: "a", source }, facts);
    const other = keptProposal({ ...entry, problem: "Dull.", asker: "b", source }, facts);
    expect(one.adjustmentId).toBe(other.adjustmentId);
    expect(one.kind).toBe("fault");
  });
});

describe("mergeAdjustments", () => {
  it("makes one of those that ask for the same, in the order of the first, each asker once", () => {
    const asked = [
      { ...entry, asker: "hostile-reader" },
      { ...entry, section: "Endings", suggestion: "Delete it.", asker: "ai-detector" },
      { ...entry, section: "voice", problem: "other", asker: "ai-detector" },
      { ...entry, asker: "hostile-reader" },
    ];
    const merged = mergeAdjustments(asked);
    expect(merged).toEqual([
      { ...entry, id: adjustmentId(entry), kind: "fault", askers: ["hostile-reader", "ai-detector"] },
      expect.objectContaining({ section: "Endings", kind: "deletion", askers: ["ai-detector"] }),
    ]);
    expect(lacksDeletion(merged)).toBe(false);
    expect(lacksDeletion(merged.slice(0, 1))).toBe(true);
    expect(lacksDeletion([])).toBe(false);
  });

  it("calls a heading by one name", () => {
    expect(["## Voice", "voice ", "*Voice*:", "VOICE."].map(headingForm)).toEqual(
      Array.from({ length: 4 }, () => "voice"),
    );
    expect(["  ## vo\u200bice..:", "C# names", "v1.2: dates"].map(headingForm)).toEqual([
      "voice",
      "c# names",
      "v1.2: dates",
    ]);
  });
});
