import { execFileSync } from "node:child_process";
import { createHash as realHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHash, hash } from "../../src/light-record/small-crypto.ts";

describe("the code of the small SHA-256", () => {
  it("is what its script makes", () => {
    const folder = mkdtempSync(join(tmpdir(), "improve-cron-sha256-"));
    const made = join(folder, "code.ts");
    const root = join(import.meta.dirname, "../..");
    execFileSync(process.execPath, [join(root, "scripts/make-sha256.mjs"), made]);
    const { sha256Code } = readCode(made);
    expect(readCode(join(root, "src/light-record/sha256-code.ts"))).toEqual({ sha256Code });
    expect(sha256Code.length).toBeGreaterThan(1_000);
    rmSync(folder, { recursive: true });
  });
});

function readCode(file: string): { readonly sha256Code: string } {
  const pieces = [...readFileSync(file, "utf8").matchAll(/"([\w+/=]+)"/g)].map(([, piece]) => piece ?? "");
  return { sha256Code: pieces.join("") };
}

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

  it("hashes in one shot as in parts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const expected = realHash("sha256").update(text).digest();
        expect(hash("sha256", text, "hex")).toBe(expected.toString("hex"));
        expect(hash("sha256", Buffer.from(text), "binary")).toBe(expected.toString("binary"));
      }),
    );
  });

  it("is that of node:crypto for long content", () => {
    for (const length of [64_000, 64_503, 64_504, 64_505, 1_048_576, 10, 3_000_000, 0]) {
      const message = Buffer.alloc(length, "content");
      expect(createHash("sha256").update(message).digest("hex")).toBe(
        realHash("sha256").update(message).digest("hex"),
      );
    }
  });
});
