import { expect, it } from "vitest";
import { artifactHash } from "../../src/core/artifact-hash.ts";

it("is SHA-256 of the UTF-8 bytes, hex", () => {
  // FIPS 180-2, B.1; the second by sha256sum.
  expect(artifactHash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(artifactHash("é")).toBe("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
});
