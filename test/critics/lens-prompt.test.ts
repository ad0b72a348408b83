import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reportFields } from "../../src/core/lens-report.ts";
import { outsidePeer } from "../../src/core/panel-policy.ts";
import { shippedLenses } from "../../src/core/shipped-lenses.ts";
import { readLensPrompt } from "../../src/critics/lens-prompt.ts";
import { messageOf } from "../../src/errors.ts";
import { folderWith } from "../config/temp-folder.ts";

const fields = { severities: "S", findings: "20", more: "" };
const read = (name: string, home: string, promptFile: string | null = null): string =>
  readLensPrompt({ name, promptFile }, home, fields);

describe("readLensPrompt", () => {
  it.each([...shippedLenses, outsidePeer])("has a whole prompt for %s", (name) => {
    const lenses = shippedLenses.map((one) => ({
      name: one,
      mayBlock: true,
      promptFile: null,
      critic: null,
    }));
    const setup = {
      aiRiskFrom: "ai-detector",
      lenses,
      limits: { draftBytes: 1, contractBytes: 1, findings: 9 },
    };
    const prompt = readLensPrompt({ name, promptFile: null }, folderWith({}), reportFields(name, setup));
    for (const key of [
      "findings",
      "severity",
      "block",
      "evidence",
      "issue",
      "suggestion",
      "strengths",
      "wow",
    ])
      expect(prompt).toContain(`\`${key}\``);
    expect(prompt).toContain("at most 9");
    expect(prompt).not.toMatch(/\{\{|<!--/);
  });

  it("prefers the file that the config names, then the user's own of that name", () => {
    const home = folderWith({
      "lenses/rules-judge.md": "<!-- mine -->\nMine. {{report}}",
      "lenses/report-form.md": "Form of {{findings}}.",
      "named.md": "Named.",
    });
    expect(read("rules-judge", home)).toBe("Mine. Form of 20.");
    expect(read("rules-judge", home, join(home, "named.md"))).toBe("Named.");
    expect(read("ai-detector", home)).toContain("Form of 20.");
  });

  it.each([
    ["none.md", null],
    ["other.md", "{{that}}"],
  ])("names the file that cannot be used: %s", (name, text) => {
    const home = folderWith(text === null ? {} : { [name]: text });
    let said = "";
    try {
      read("rules-judge", home, join(home, name));
    } catch (error) {
      said = messageOf(error);
    }
    expect(said).toContain(join(home, name));
  });
});
