import { describe, expect, it } from "vitest";
import { guardJson, maxDepth, parseJson } from "../../src/intake/guarded-json.ts";

const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

describe("guarded JSON", () => {
  it("says where a text stops being JSON, and repeats nothing of it", () => {
    expect(parseJson('{"a":1}')).toEqual({ kind: "json", value: { a: 1 } });
    const secret = parseJson('{"token":swordfish}');
    expect(secret).toMatchObject({
      kind: "reject",
      reason: expect.stringMatching(/^not-json: .*: s is unexpected$/),
    });
    expect(JSON.stringify(secret)).not.toContain("sword");
    expect(parseJson('{"a"')).toMatchObject({ reason: expect.stringMatching(/character 5$|too early$/) });
    expect(parseJson("[".repeat(1_000_000)).kind).toBe("reject");
  });

  it.each(["__proto__", "constructor", "prototype"])("refuses a key named %s at any depth", (key) => {
    for (const text of [`{"${key}":1}`, `[{"a":[{"${key}":null}]}]`]) {
      const parsed = parseJson(text);
      expect(parsed.kind === "json" && guardJson(parsed.value)).toMatch(/^dangerous-key: /);
    }
    expect(guardJson({ a: key, [`${key}s`]: 1 })).toBeNull();
  });

  it("allows 64 levels, lists and objects alike", () => {
    expect(guardJson(nested(maxDepth))).toBeNull();
    expect(guardJson(nested(maxDepth + 1))).toMatch(/^too-deep: /);
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    expect(guardJson(endless)).toMatch(/^too-deep: /);
  });
});
