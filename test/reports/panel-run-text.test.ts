import { describe, expect, it } from "vitest";
import type { CriticSpec } from "../../src/core/critic-spec.ts";
import { codexNote, renderReaderStep } from "../../src/reports/panel-run-text.ts";

const spec = (kind: CriticSpec["kind"], command: CriticSpec["command"]): CriticSpec => ({
  kind,
  command,
  model: "m-1",
  env: [],
  timeoutMs: 60_000,
  maxCostUsd: 1,
});
const reader = {
  name: "rules-judge",
  spec: spec("command", ["/usr/bin/node", "--quiet", "/home/ada/lens.mjs"]),
  state: "answered" as const,
  because: null,
  message: null,
  hint: null,
  model: null,
  pinned: null,
  tokens: null,
  costUsd: null,
  latencyMs: null,
  unknownKeys: [],
};

function text(unknownKeys: readonly string[]): string {
  return renderReaderStep({ ...reader, unknownKeys });
}

describe("renderReaderStep", () => {
  it("says what is not known, and repeats nothing that a terminal would obey", () => {
    expect(renderReaderStep(reader)).toBe("rules-judge: answered, tokens unknown, cost unknown");
    const lost = { ...reader, state: "lost" as const, because: "crashed", message: "\u001b[31mred\nline" };
    expect(renderReaderStep(lost)).toBe("rules-judge: lost (crashed): red line");
  });

  it("names the keys that no report has", () => {
    expect(text(["a", "b\u001b[2J", "c", "d", "e"])).toMatch(/since no report has it: a, b, c and 2 more$/);
    expect(text(["findings[0].note"])).toMatch(/: findings\[0\]\.note$/);
  });

  it("names the program by what it runs", () => {
    expect(renderReaderStep({ ...reader, state: "asked" })).toBe("rules-judge: asked lens.mjs, m-1");
  });
});

describe("codexNote", () => {
  it("names those whose cost nobody tells, and no others", () => {
    const claude = { name: "a", spec: spec("claude", ["claude"]) };
    const codex = { name: "b", spec: spec("codex", ["codex"]) };
    expect(codexNote([claude], 5)).toBeNull();
    expect(codexNote([claude, codex], 5)).toMatch(/^b: /);
    expect(codexNote([claude, codex], 5)).toContain("cost.judge_usd_per_month");
    expect(codexNote([codex], null)).not.toContain("cost.judge_usd_per_month");
  });
});
