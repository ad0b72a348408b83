import { expect, it } from "vitest";
import { TextsAtHand } from "../../src/grading-page/texts-at-hand.ts";

it("keeps the twelve that came last, and the one that is shown", () => {
  const texts = new TextsAtHand();
  for (let n = 1; n <= 14; n += 1) texts.keep(`i-${n}`, { text: `Letter ${n}`, html: null }, "i-1");
  expect(texts.has("i-1")).toBe(true);
  expect(texts.has("i-2")).toBe(false);
  expect(texts.has("i-3")).toBe(true);
  expect(texts.get("i-14")?.text).toBe("Letter 14");
  expect(texts.get("i-2")).toBeNull();
});
