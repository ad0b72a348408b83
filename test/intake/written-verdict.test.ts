import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWrittenVerdict, knownKeys } from "../../src/intake/verdict-shape.ts";
import { readWrittenVerdict, writtenVerdictSchema } from "../../src/intake/written-verdict.ts";

/** Values near the edges of every rule. */
const value = fc.oneof(
  fc.constantFrom(null, "", "PASS", "a", 0, -1, 1, 2 ** 53, 1e300, Number.POSITIVE_INFINITY, true),
  fc.constantFrom(
    [],
    {},
    { error: "" },
    { error: "timeout" },
    { error: 1 },
    { path: "" },
    { path: "a" },
    { text: "" },
  ),
  fc.constantFrom(
    { text: "a" },
    { text: "", path: "a" },
    { ref: "" },
    { ref: "r" },
    { sha256: "" },
    { path: 1, text: "a" },
  ),
);

const line = fc.dictionary(fc.constantFrom(...Object.keys(writtenVerdictSchema.shape), "further"), value, {
  maxKeys: 6,
});

describe("the shape of a written verdict", () => {
  it("is the same for the quick check as for the schema that words refusals", () => {
    let accepted = 0;
    fc.assert(
      fc.property(line, fc.boolean(), (candidate, withVerdict) => {
        const whole = withVerdict ? { ...candidate, verdict: "PASS" } : candidate;
        const quick = isWrittenVerdict(whole);
        if (quick) accepted += 1;
        expect(quick).toBe(writtenVerdictSchema.safeParse(whole).success);
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it("knows the keys of the schema, and tokens", () => {
    expect([...knownKeys]).toEqual([...Object.keys(writtenVerdictSchema.shape), "tokens"]);
  });

  it.each(Object.keys(writtenVerdictSchema.shape).filter((key) => key !== "verdict"))(
    "refuses %s by its name",
    (field) => {
      const wrong =
        field === "rubric" || field === "meta"
          ? []
          : ["score", "cost_usd", "latency_ms"].includes(field)
            ? "1"
            : 1;
      const outcome = readWrittenVerdict(JSON.stringify({ axis: "a", verdict: "PASS", [field]: wrong }));
      expect(outcome).toMatchObject({
        kind: "reject",
        reason: expect.stringMatching(new RegExp(`^bad-${field.replaceAll("_", "-")}: `)),
      });
    },
  );

  it("says which axis a refused line names", () => {
    expect(readWrittenVerdict('{"axis":"a","verdict":1}')).toMatchObject({ kind: "reject", axis: "a" });
    expect(readWrittenVerdict('{"axis":"../a","verdict":1}')).toMatchObject({ kind: "reject", axis: null });
  });
});
