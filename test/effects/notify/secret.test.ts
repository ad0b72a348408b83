import { expect, it } from "vitest";
import { readSecret } from "../../../src/effects/notify/secret.ts";

it("reads a secret without the newline of a paste, and takes an empty one for none set", () => {
  expect(readSecret(null, { A: "x" })).toEqual({ kind: "none" });
  expect(readSecret("A", { A: " tk_1\n" })).toEqual({ kind: "set", value: "tk_1" });
  expect(readSecret("A", { A: " \n" })).toEqual({ kind: "unset", name: "A" });
  expect(readSecret("A", {})).toEqual({ kind: "unset", name: "A" });
});
