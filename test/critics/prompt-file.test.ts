import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { fillPrompt, readPrompt } from "../../src/critics/prompt-file.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "prompts-"));
  mkdirSync(join(home, "prompts"));
  onTestFinished(() => rmSync(home, { recursive: true }));
});

it("reads the shipped prompt, and the user's own instead", () => {
  const shipped = readPrompt("judge", home);
  expect(shipped.text).toContain("{{rubric}}");
  expect(shipped.text).not.toContain("<!--");
  writeFileSync(join(home, "prompts/judge.md"), "<!-- mine -->\n\nJudge by {{rubric}}.\n");
  const own = readPrompt("judge", home);
  expect(own.text).toBe("Judge by {{rubric}}.");
  expect(own.fingerprint).not.toBe(shipped.fingerprint);
  writeFileSync(join(home, "prompts/judge.md"), "<!-- another note -->\nJudge by {{rubric}}.");
  expect(readPrompt("judge", home).fingerprint).toBe(own.fingerprint);
  expect(() => readPrompt("nothing", home)).toThrow(expect.objectContaining({ code: "config" }));
});

it("fills each field once, and looks for none in what it brings in", () => {
  const prompt = { text: "A {{rubric}} B {{ axis }} C {{rubric}}", fingerprint: "" };
  expect(fillPrompt(prompt, { rubric: "{{axis}} $& $1", axis: "a" })).toBe(
    "A {{axis}} $& $1 B a C {{axis}} $& $1",
  );
  expect(() => fillPrompt(prompt, { rubric: "r" })).toThrow(expect.objectContaining({ code: "config" }));
  expect(() => fillPrompt({ text: "{{toString}}", fingerprint: "" }, {})).toThrow(
    expect.objectContaining({ code: "config" }),
  );
});
