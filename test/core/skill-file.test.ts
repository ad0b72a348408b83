import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { skillText, whoseSkill } from "../../src/core/skill-file.ts";

const folder = join(import.meta.dirname, "../../config/skills/improve-cron");
const shipped = readFileSync(join(folder, "SKILL.md"), "utf8");

/** The front matter by the rules of Agent Skills (agentskills.io, docs/specification.mdx). */
function frontMatter(text: string): Readonly<Record<string, unknown>> {
  const found = /^---\n([\s\S]*?)\n---\n/.exec(text);
  const value: unknown = parse(found?.[1] ?? "");
  return typeof value === "object" && value !== null ? { ...value } : {};
}

const installed = skillText(shipped, "/opt/ic/run-improve-cron.sh");

describe.each([
  ["shipped", shipped],
  ["installed", installed],
])("the skill as %s", (_, text) => {
  it("is valid by the rules of Agent Skills", () => {
    const { name, description, license, compatibility, metadata, ...rest } = frontMatter(text);
    expect(name).toBe("improve-cron");
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(typeof description === "string" && description.length <= 1024 && description.length > 100).toBe(
      true,
    );
    expect(description).toContain("Use it");
    expect(license).toBe("MIT");
    expect(typeof compatibility === "string" && compatibility.length <= 500).toBe(true);
    expect(Object.values(metadata ?? {}).every((value) => typeof value === "string")).toBe(true);
    expect(rest).toEqual({});
    expect(text.split("\n").length).toBeLessThan(500);
  });
});

describe("whoseSkill", () => {
  it("knows its own text, of whatever version", () => {
    expect(whoseSkill(null)).toBe("nobody");
    expect(whoseSkill(installed)).toBe("ours");
    expect(whoseSkill(skillText(`${shipped}\nOlder.\n`, null))).toBe("ours");
    expect(installed).toContain("`/opt/ic/run-improve-cron.sh` takes");
  });

  it("leaves alone what a person has edited or written", () => {
    expect(whoseSkill(`${installed}\nOur own rule.\n`)).toBe("theirs");
    expect(whoseSkill(installed.replace("Mend it", "Skip it"))).toBe("theirs");
    expect(whoseSkill(shipped)).toBe("theirs");
    expect(whoseSkill("")).toBe("theirs");
  });

  it("takes a path as it is, dollars and all", () => {
    expect(skillText(shipped, "/opt/$&/run-improve-cron.sh")).toContain(
      "`/opt/$&/run-improve-cron.sh` takes",
    );
  });
});
