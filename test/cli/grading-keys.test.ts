import { describe, expect, it } from "vitest";
import { meaningOfKey } from "../../src/cli/grading-keys.ts";

const atItem = { phase: "item", pasting: false } as const;
const atReason = { phase: "reason", pasting: false } as const;

describe("meaningOfKey", () => {
  it("reads letters as choices at an item and as text in a reason", () => {
    expect(meaningOfKey("p", { name: "p" }, atItem)).toEqual({
      kind: "input",
      input: { kind: "letter", letter: "p" },
    });
    expect(meaningOfKey("p", { name: "p" }, atReason)).toEqual({
      kind: "input",
      input: { kind: "type", text: "p" },
    });
    expect(meaningOfKey("é", {}, atReason)).toEqual({ kind: "input", input: { kind: "type", text: "é" } });
    expect(meaningOfKey("é", {}, atItem)).toEqual({ kind: "nothing" });
  });

  it("pages with space and Enter at an item, submits with Enter in a reason", () => {
    const next = { kind: "input", input: { kind: "next-page" } };
    expect(meaningOfKey(" ", { name: "space" }, atItem)).toEqual(next);
    expect(meaningOfKey("\r", { name: "return" }, atItem)).toEqual(next);
    expect(meaningOfKey("\r", { name: "return" }, atReason)).toEqual({
      kind: "input",
      input: { kind: "submit" },
    });
    expect(meaningOfKey(" ", { name: "space" }, atReason)).toEqual({
      kind: "input",
      input: { kind: "type", text: " " },
    });
  });

  it("leafs with the keys for pages, at an item only", () => {
    for (const name of ["down", "pagedown"]) {
      expect(meaningOfKey(undefined, { name }, atItem)).toEqual({
        kind: "input",
        input: { kind: "next-page" },
      });
    }
    for (const name of ["up", "pageup"]) {
      expect(meaningOfKey(undefined, { name }, atItem)).toEqual({
        kind: "input",
        input: { kind: "previous-page" },
      });
      expect(meaningOfKey(undefined, { name }, atReason)).toEqual({ kind: "nothing" });
    }
  });

  it("knows the ways out", () => {
    expect(meaningOfKey("\u0003", { name: "c", ctrl: true }, atReason)).toEqual({ kind: "interrupt" });
    expect(meaningOfKey("\u0004", { name: "d", ctrl: true }, atItem)).toEqual({ kind: "quit" });
    expect(meaningOfKey("\u001b", { name: "escape", meta: true }, atReason)).toEqual({
      kind: "input",
      input: { kind: "cancel" },
    });
  });

  it("takes no grade from control and meta combinations, arrows or escape sequences", () => {
    expect(meaningOfKey("\u0006", { name: "f", ctrl: true }, atItem)).toEqual({ kind: "nothing" });
    expect(meaningOfKey("p", { name: "p", meta: true }, atItem)).toEqual({ kind: "nothing" });
    expect(meaningOfKey(undefined, { name: "left" }, atItem)).toEqual({ kind: "nothing" });
    expect(meaningOfKey("\u001b[99~", { name: "undefined" }, atReason)).toEqual({ kind: "nothing" });
  });

  it("takes no grade from a paste, and keeps its line ends out of a reason", () => {
    expect(meaningOfKey(undefined, { name: "paste-start" }, atItem)).toEqual({ kind: "paste", begins: true });
    expect(meaningOfKey(undefined, { name: "paste-end" }, atReason)).toEqual({
      kind: "paste",
      begins: false,
    });
    expect(meaningOfKey("p", { name: "p" }, { phase: "item", pasting: true })).toEqual({ kind: "nothing" });
    expect(meaningOfKey("\r", { name: "return" }, { phase: "reason", pasting: true })).toEqual({
      kind: "input",
      input: { kind: "type", text: " " },
    });
  });
});
