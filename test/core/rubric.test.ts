import { describe, expect, it } from "vitest";
import { epochOf, rubricFingerprint } from "../../src/core/rubric.ts";

describe("rubricFingerprint", () => {
  it("is the SHA-256 of the normalised text", () => {
    // sha256sum of "Pass only what a reader could act on."
    const fingerprint = "sha256:427ed288227ee9cd4d0bc1f572275cee01466a81f96cdb56ecf9852be65249fd";
    expect(rubricFingerprint({ text: "Pass only what a reader could act on." })).toBe(fingerprint);
    expect(rubricFingerprint({ text: "\uFEFF\n  Pass only\twhat a\r\n\u00A0reader could act on.\n" })).toBe(
      fingerprint,
    );
  });

  it("does not see how an accent is encoded, but sees every word, case and missing space", () => {
    const rubric = rubricFingerprint({ text: "Caf\u00e9 tone" });
    expect(rubricFingerprint({ text: "Cafe\u0301 tone" })).toBe(rubric);
    for (const text of ["Caf\u00e9 tones", "caf\u00e9 tone", "Caf\u00e9tone"]) {
      expect(rubricFingerprint({ text })).not.toBe(rubric);
    }
  });

  it("leaves a given hash as it is", () => {
    expect(rubricFingerprint({ hash: "sha256:AB 1" })).toBe("sha256:AB 1");
  });
});

describe("epochOf", () => {
  const judge = {
    rubric: "none",
    model: "m-1",
    settings: { a: 1, b: { c: [2, { d: true, e: null }], f: "x" } },
  };

  it("is the SHA-256 of JSON with sorted keys", () => {
    // sha256sum of {"model":"m-1","rubric":"none","settings":{"a":1,"b":{"c":[2,{"d":true,"e":null}],"f":"x"}}}
    expect(epochOf(judge)).toBe("26c2e1bba4d1ececc12e0e591fa4c4c42fe6dd8bb4fb7cfaf21f6d884a5130bc");
  });

  it("does not depend on the order of keys at any depth, nor on keys without a value", () => {
    const reordered = { b: { f: "x", c: [2, { e: null, d: true }] }, gone: undefined, a: 1 };
    expect(epochOf({ ...judge, settings: reordered })).toBe(epochOf(judge));
  });

  it.each([
    { ...judge, rubric: "sha256:00" },
    { ...judge, model: "m-2" },
    { ...judge, settings: {} },
    { ...judge, settings: { ...judge.settings, a: "1" } },
    { ...judge, settings: { ...judge.settings, b: { c: [{ d: true, e: null }, 2], f: "x" } } },
  ])("changes with rubric, model, any setting and the order of a list (%#)", (other) => {
    expect(epochOf(other)).not.toBe(epochOf(judge));
  });

  it("keeps settings apart that JSON has no word for", () => {
    const epochs = [Number.NaN, Number.POSITIVE_INFINITY, null, 10n].map((t) =>
      epochOf({ ...judge, settings: { t } }),
    );
    expect(new Set(epochs).size).toBe(4);
  });
});
