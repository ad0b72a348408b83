import { describe, expect, it } from "vitest";
import { clampRounds, isRole, isStamp, readHeader } from "../../src/core/dialogue-header.ts";
import { readLines } from "../../src/core/dialogue-lines.ts";

const lines = [
  "# Dialogue: goal-clause",
  "",
  "Started: 2026-06-02 08:00",
  "Max rounds: 5",
  "",
  "Participants:",
  "  - author (subagent)",
  "  - partner (codex)  # the other",
];
const readOf = (...text: readonly string[]) => readHeader(readLines(text.join("\n")).lines);
/** The same header with one line said otherwise, or left out. */
const changed = (begins: string, ...instead: readonly string[]) =>
  readOf(...lines.flatMap((line) => (line.startsWith(begins) ? instead : [line])));
const participants = (...written: readonly string[]) =>
  readOf(...lines.slice(0, 6), ...written).header.participants;

const long = (length: number) => `Template: ${"x".repeat(length - 10)}`;

describe("readHeader", () => {
  it("reads topic, time, rounds and two participants, and leaves other lines alone", () => {
    expect(readOf(...lines, "Mood: fine", "Template: review", "Axis: dispatch")).toEqual({
      header: {
        topic: "goal-clause",
        started: "2026-06-02 08:00",
        maxRounds: 5,
        participants: [
          { role: "author", kind: "subagent" },
          { role: "partner", kind: "codex" },
        ],
        template: "review",
        axis: "dispatch",
      },
      errors: [],
      warnings: [],
    });
    expect(Object.keys(readOf(...lines).header)).toEqual(["topic", "started", "maxRounds", "participants"]);
  });

  it("takes the topic from the first line that is not empty, and from no other", () => {
    expect(readOf("", "", ...lines).header.topic).toBe("goal-clause");
    expect(readOf("Before.", ...lines)).toMatchObject({ header: { topic: null }, errors: ["header-topic"] });
    expect(changed("# Dialogue", "# Dialogue:   goal").header.topic).toBe("goal");
    expect(readOf("x".repeat(1001), ...lines).errors).toEqual([]);
    for (const first of [
      "# Dialogue:",
      "# Dialogue:  ",
      "## Dialogue: x",
      "Dialogue: x",
      "a # Dialogue: x",
    ]) {
      expect(changed("# Dialogue", first).errors).toEqual(["header-topic"]);
    }
    expect(readOf().errors[0]).toBe("header-topic");
  });

  it("takes the first of two lines, from the beginning of the line to its end, and none of a fence or of great length", () => {
    expect(changed("Max", "Max rounds: 3", "Max rounds: 4").header.maxRounds).toBe(3);
    for (const line of ["Max rounds: 3 or so", " Max rounds: 3", "Max rounds: ", "Max rounds: -3"]) {
      expect(changed("Max", line)).toMatchObject({
        header: { maxRounds: null },
        errors: ["header-max-rounds"],
      });
    }
    expect(changed("Max", "```", "Max rounds: 3", "```").errors).toEqual(["header-max-rounds"]);
    expect(readOf(...lines, long(1000)).header.template).toHaveLength(990);
    expect(readOf(...lines, long(1001)).header.template).toBeUndefined();
    expect(changed("Started", "Was Started: 2026-06-02 08:00").errors).toEqual(["header-started"]);
    const { header } = readOf(...lines, "My Template: x", "My Axis: dispatch");
    expect([header.template, header.axis]).toEqual([undefined, undefined]);
  });

  it("minds no blanks behind a colon, nor their lack", () => {
    for (const blanks of ["", "   "]) {
      const spaced = lines.map((line) => line.replace(/^(Started|Max rounds): /, `$1:${blanks}`));
      expect(readOf(...spaced, `Template:${blanks}review`, `Axis:${blanks}dispatch`)).toMatchObject({
        header: { started: "2026-06-02 08:00", maxRounds: 5, template: "review", axis: "dispatch" },
        errors: [],
      });
    }
  });

  it("says what is missing or makes no sense", () => {
    expect(readOf().errors).toEqual([
      "header-topic",
      "header-started",
      "header-max-rounds",
      "header-participants",
    ]);
    expect(changed("Started", "Started: yesterday")).toMatchObject({
      header: { started: null },
      errors: ["header-started"],
    });
    const wrongAxis = readOf(...lines, "Axis: Not an axis");
    expect(wrongAxis.errors).toEqual(["header-axis"]);
    expect(wrongAxis.header).not.toHaveProperty("axis");
    expect(changed("Max", "Max rounds: 0")).toMatchObject({
      header: { maxRounds: 1 },
      warnings: ["max-rounds-clamped"],
    });
  });

  it("needs two participants of different names", () => {
    const [other] = [["header-participants"]];
    expect(changed("  - partner").errors).toEqual(other);
    expect(changed("  - partner", "  - author (codex)").errors).toEqual(other);
    expect(readOf(...lines, "  - third (codex)").errors).toEqual(other);
  });

  it("takes a participant in each of its forms", () => {
    expect(participants("- a @ ../b  # the writer", " -  b  @  /c d/e#f")).toEqual([
      { role: "a", kind: "directory", at: "../b" },
      { role: "b", kind: "directory", at: "/c d/e#f" },
    ]);
    expect(participants("- a @ x  ", "- b @ x #", "- c (codex) # as told")).toEqual([
      { role: "a", kind: "directory", at: "x" },
      { role: "b", kind: "directory", at: "x" },
      { role: "c", kind: "codex" },
    ]);
  });

  it.each([
    "- a (claude)",
    "- a",
    "-a (codex)",
    "- A (codex)",
    "- a(codex)",
    "- a (codex) and more",
    "- a @",
    "- a @ # where?",
    "x - a (codex)",
  ])("takes no participant from %j", (line) => {
    expect(participants(line)).toEqual([]);
  });
});

describe("clampRounds", () => {
  it("keeps them within 1 to 20", () => {
    expect([0, 1, 20, 21].map(clampRounds)).toEqual([1, 1, 20, 20]);
  });
});

describe("isRole", () => {
  it("takes lower-case letters and digits, with hyphens and apostrophes inside, up to 64", () => {
    for (const role of [
      "a",
      "7",
      "author",
      "devil's-advocate",
      "a-",
      "-a",
      "'a",
      "a'",
      "A",
      "a b",
      "é",
      "",
    ]) {
      expect([role, isRole(role)]).toEqual([role, /^(?:a|7|author|devil's-advocate)$/.test(role)]);
    }
    expect([64, 65].map((length) => isRole("a".repeat(length)))).toEqual([true, false]);
  });
});

describe("isStamp", () => {
  it("takes a date and a time that exist", () => {
    for (const stamp of ["2026-06-02 08:00", "2024-02-29 23:59", "0001-01-01 00:00", "2026-12-31 00:59"]) {
      expect([stamp, isStamp(stamp)]).toEqual([stamp, true]);
    }
    for (const stamp of [
      "2026-02-29 08:00",
      "2026-13-01 08:00",
      "2026-00-10 08:00",
      "2026-06-31 08:00",
      "2026-06-00 08:00",
      "2026-06-02 24:00",
      "2026-06-02 08:60",
      "2026-06-02T08:00",
      "2026-6-2 08:00",
      "2026-06-02 08:00:00",
      "on 2026-06-02 08:00",
      "",
    ]) {
      expect([stamp, isStamp(stamp)]).toEqual([stamp, false]);
    }
  });
});
