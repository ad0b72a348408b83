import { describe, expect, it } from "vitest";
import { readAxisEntry } from "../../src/config/axis-entry.ts";

const place = {
  file: "/w/axes/a.yaml",
  folder: "/w/axes",
  home: "/home/ada",
  statusKey: "status",
  lineOf: (path: readonly PropertyKey[]) => 10 + path.length,
};

describe("readAxisEntry", () => {
  it("reads plain data as an axis", () => {
    const entry = readAxisEntry(
      { axis: "a", status: "graduated", rubric: "r.md", extra: { kept: true } },
      place,
    );
    expect(entry).toMatchObject({ name: "a", line: 11, problems: [] });
    expect(entry.axis).toMatchObject({ name: "a", rubricPath: "/w/axes/r.md" });
    expect(entry.axis).not.toHaveProperty("extra");
  });

  it("keeps the name of an entry that is otherwise faulty, so that duplicates are seen", () => {
    expect(readAxisEntry({ axis: "a", status: "x", probes: "3" }, place)).toMatchObject({
      name: "a",
      axis: null,
    });
    expect(readAxisEntry({ axis: "../x", status: "x" }, place)).toMatchObject({ name: null, axis: null });
  });

  it("shows the value, and names the nearest zone", () => {
    const { problems } = readAxisEntry(
      { axis: "a", status: "x", timezone: "Europe/Berln", probes: 2.5 },
      place,
    );
    const [zone, probes] = problems;
    expect(zone).toMatchObject({ key: "timezone", code: "wrong-value", line: 11 });
    expect(zone?.message).toContain("Europe/Berln");
    expect(zone?.hint).toContain("Europe/Berlin");
    expect(probes?.message).toContain("2.5");
  });

  it("does not take what an object inherits for a key", () => {
    const inherits: unknown = Object.create({ status: "graduated" });
    expect(readAxisEntry(Object.assign(Object(inherits), { axis: "a" }), place).problems).toMatchObject([
      { code: "missing-key", key: "status" },
    ]);
  });

  it.each([null, undefined, 5, "a", []])("refuses %j as a whole", (data) => {
    const { axis, name, problems } = readAxisEntry(data, place);
    expect({ axis, name }).toEqual({ axis: null, name: null });
    expect(problems).toMatchObject([{ key: null, line: 10 }]);
  });
});
