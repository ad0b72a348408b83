import { expect, it } from "vitest";
import { wishOfKey } from "../../src/grading-page/keys.ts";

const plain = { repeat: false, ctrlKey: false, metaKey: false, altKey: false };

it("knows the keys, held down once, and leaves the browser its own", () => {
  expect(wishOfKey({ key: "P", ...plain })).toEqual({ kind: "grade", grade: "PASS" });
  expect(wishOfKey({ key: "c", ...plain })).toEqual({ kind: "grade", grade: "CANT_TELL" });
  expect(wishOfKey({ key: "ArrowLeft", ...plain })).toEqual({ kind: "back" });
  for (const held of [{ repeat: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    expect(wishOfKey({ key: "p", ...plain, ...held })).toBeNull();
  }
  for (const key of ["x", "Enter", "toString", "PageDown"]) expect(wishOfKey({ key, ...plain })).toBeNull();
});
