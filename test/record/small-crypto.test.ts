import { createHash as realHash, createHmac as realHmac } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHash, createHmac } from "../../src/light-record/small-crypto.ts";

describe("the small SHA-256 of the light record", () => {
  it("is that of node:crypto at every length around the edges of a block", () => {
    for (let length = 0; length <= 260; length += 1) {
      const message = Buffer.alloc(length, length);
      expect(createHash("sha256").update(message).digest("hex")).toBe(
        realHash("sha256").update(message).digest("hex"),
      );
    }
  });

  it("is that of node:crypto for any text, also where the text lies in the middle of a buffer", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 700 }), fc.nat(70), (text, start) => {
        expect(createHash("sha256").update(text).digest("hex")).toBe(
          realHash("sha256").update(text).digest("hex"),
        );
        const part = Buffer.from(text).subarray(start);
        expect(createHash("sha256").update(part).update(text).digest()).toEqual(
          realHash("sha256").update(part).update(text).digest(),
        );
      }),
    );
  });

  it("keys as node:crypto does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.string(), (key, text) => {
        expect(createHmac("sha256", key).update(text).digest()).toEqual(
          realHmac("sha256", key).update(text).digest(),
        );
      }),
    );
    expect(() => createHmac("sha256", new Uint8Array(65))).toThrow(RangeError);
  });

  // The last: from here on node:crypto is loaded and does the work.
  it("is that of node:crypto for long content", () => {
    for (const length of [2_047, 2_048, 2_049, 100_000]) {
      const message = Buffer.alloc(length, "content");
      expect(createHash("sha256").update(message).digest("hex")).toBe(
        realHash("sha256").update(message).digest("hex"),
      );
    }
  });
});
