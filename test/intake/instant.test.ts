import { describe, expect, it } from "vitest";
import { readInstant } from "../../src/intake/instant.ts";
import { now } from "./intake-workspace.ts";

describe("a written instant", () => {
  it("is now where nothing is written, and in the zone where none is named", () => {
    expect(readInstant(null, null, now)).toEqual({ kind: "instant", at: now });
    expect(readInstant("2026-05-03T14:12:00Z", null, now)).toEqual({
      kind: "instant",
      at: Date.UTC(2026, 4, 3, 14, 12),
    });
    expect(readInstant("2026-05-03T14:12", "America/New_York", now)).toEqual({
      kind: "instant",
      at: Date.UTC(2026, 4, 3, 18, 12),
    });
  });

  it.each([
    "2026-05-03T14:12",
    "2026-02-30T00:00Z",
    "2026-05-03T24:00Z",
    "2026-05-03",
    "2014-12-31T23:59Z",
    "2026-06-06T13:01Z",
    "soon",
  ])("refuses %s", (text) => {
    expect(readInstant(text, null, now)).toMatchObject({
      kind: "reject",
      reason: expect.stringMatching(/^bad-at: "/),
    });
  });
});
