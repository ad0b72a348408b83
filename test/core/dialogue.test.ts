import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDialogue, readDialogue } from "../../src/core/dialogue.ts";
import { dialogueText, turnText } from "../support/dialogue-text.ts";

const folder = join(import.meta.dirname, "../fixtures/dialogues");

interface Expected {
  readonly files: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

function expectedIn(name: string): Expected {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}

function parseFile(name: string): unknown {
  return parseDialogue(readFileSync(join(folder, name), "utf8"));
}

function codes(text: string): readonly string[] {
  return parseDialogue(text).errors;
}

describe("parseDialogue: the given files", () => {
  const { files } = expectedIn("expected.json");
  it.each(Object.keys(files))("%s", (name) => {
    expect(parseFile(name)).toEqual(files[name]);
  });
});

describe("parseDialogue: files of our own", () => {
  const { files } = expectedIn("own/expected.json");
  it("names every file", () => {
    const found = readdirSync(join(folder, "own")).filter((name) => name.endsWith(".md"));
    expect(found.filter((name) => name !== "README.md").toSorted()).toEqual(Object.keys(files).toSorted());
  });
  it.each(Object.keys(files))("%s", (name) => {
    const parsed = parseDialogue(readFileSync(join(folder, "own", name), "utf8"));
    const expected = files[name] ?? {};
    const seen = { ...parsed, turns: parsed.turns.length };
    expect(Object.fromEntries(Object.entries(seen).filter(([key]) => Object.hasOwn(expected, key)))).toEqual(
      expected,
    );
  });
});

describe("parseDialogue: small texts", () => {
  it("answers an empty file", () => {
    expect(parseDialogue("")).toMatchObject({
      outcome: "INVALID",
      nextActor: null,
      errors: ["header-topic", "header-started", "header-max-rounds", "header-participants", "no-turns"],
      warnings: [],
      turns: [],
    });
  });

  it.each([
    ["0", 1, ["max-rounds-clamped"]],
    ["1", 1, []],
    ["20", 20, []],
    ["21", 20, ["max-rounds-clamped"]],
    ["99999999999999999999999", 20, ["max-rounds-clamped"]],
  ])("keeps %s rounds within 1 to 20", (written, maxRounds, warnings) => {
    const text = dialogueText([["author", 1, "Yes.", "STUCK"]], { rounds: written });
    const parsed = parseDialogue(text);
    expect([parsed.header.maxRounds, parsed.warnings]).toEqual([maxRounds, warnings]);
  });

  it.each([
    ["unknown-role@2", [["stranger", 1, "I am new here.", "AWAITING author"]]],
    ["same-role-twice@2", [["author", 2, "And more.", "AWAITING partner"]]],
    ["awaiting-self@2", [["partner", 1, "Hm.", "AWAITING partner"]]],
    ["awaiting-unknown@2", [["partner", 1, "Hm.", "AWAITING somebody"]]],
    ["bad-status@2", [["partner", 1, "Hm.", "DONE for now"]]],
    ["bad-status@2", [["partner", 1, "Hm.", "AWAITING"]]],
    [
      "turn-after-done@3",
      [
        ["partner", 1, "So be it.", "DONE"],
        ["author", 2, "Wait.", "AWAITING partner"],
      ],
    ],
    [
      "duplicate-round@3",
      [
        ["partner", 1, "Hm.", "AWAITING author"],
        ["author", 1, "Hm.", "STUCK"],
      ],
    ],
  ] as const)("finds %s", (code, further) => {
    const text = dialogueText([["author", 1, "It met the rule.", "AWAITING partner"], ...further]);
    expect(codes(text)).toEqual([code]);
  });

  it("reads the header up to the first rule, or what stands like a turn, and all of it where there is neither", () => {
    const text = dialogueText([]);
    const missing = text.replace("Max rounds: 5\n", "");
    expect(codes(text.slice(0, text.indexOf("---")).trimEnd())).toEqual(["no-turns"]);
    expect(codes(`${missing}Max rounds: 5\n`)).toEqual(["header-max-rounds", "no-turns"]);
    expect(codes(`${missing.replace("---", "## [oops")}Max rounds: 5\n`)).toEqual([
      "header-max-rounds",
      "no-turns",
    ]);
  });

  it("holds no turn against a header that names no roles, nor against rounds that it does not say", () => {
    const text = dialogueText([["author", 7, "Hm.", "AWAITING partner"]]);
    expect(codes(text.replace("  - partner (codex)\n", ""))).toEqual(["header-participants"]);
    const { errors, warnings } = parseDialogue(text.replace("Max rounds: 5\n", ""));
    expect([errors, warnings]).toEqual([["header-max-rounds"], []]);
  });

  it("warns of a blank behind a heading, of a block that stands open, and of agreement to one's own proposal", () => {
    const first = ["author", 1, "Then this.", "PROPOSING_DONE"] as const;
    const heading = dialogueText([first]).replace("08:01\n", "08:01 \n");
    expect(parseDialogue(heading).warnings).toEqual(["heading-trailing-space@1"]);
    expect(parseDialogue(dialogueText([]).replace("---", "```")).warnings).toEqual(["unclosed-fence"]);
    const own = dialogueText([first, ["author", 2, "So be it.", "DONE"]]);
    expect(parseDialogue(own).warnings).toContain("done-without-proposal@2");
    expect(parseDialogue("\n").warnings).toEqual([]);
  });

  it("lets either side go on after STUCK, and the same one too", () => {
    const turns = [
      ["author", 1, "A person has to say.", "STUCK"],
      ["author", 2, "He said: the second reading.", "AWAITING partner"],
    ] as const;
    expect(parseDialogue(dialogueText(turns))).toMatchObject({
      outcome: "OPEN",
      nextActor: "partner",
      errors: [],
    });
  });

  it("takes a verdict only from a confirmed DONE", () => {
    const start = ["author", 1, "Closing.", "PROPOSING_DONE"] as const;
    const done = (body: string) => parseDialogue(dialogueText([start, ["partner", 1, body, "DONE"]]));
    expect(done("Agreed.\n\nVerdict: FAIL")).toMatchObject({ outcome: "CONCLUDED", verdict: "FAIL" });
    expect(done("```\nVerdict: FAIL\n```")).toMatchObject({ outcome: "CONCLUDED", verdict: null });
    expect(done("Verdict: PASS\nVerdict: FAIL")).toMatchObject({
      verdict: null,
      warnings: ["verdict-contradiction@2"],
    });
    expect(done("The verdict is PASS. Verdict: PASS or so")).toMatchObject({ verdict: null });
    const open = dialogueText([["author", 1, "Verdict: PASS", "AWAITING partner"]]);
    expect(parseDialogue(open)).toMatchObject({ outcome: "OPEN", verdict: null });
  });

  it("is at its end only when both have spoken in the last round", () => {
    const one = ["author", 1, "First.", "AWAITING partner"] as const;
    const two = ["partner", 1, "Second.", "AWAITING author"] as const;
    expect(parseDialogue(dialogueText([one], { rounds: "1" })).outcome).toBe("OPEN");
    expect(parseDialogue(dialogueText([one, two], { rounds: "1" }))).toMatchObject({
      outcome: "OPEN_AT_MAX",
      nextActor: "author",
    });
    expect(parseDialogue(dialogueText([one, two], { rounds: "2" })).outcome).toBe("OPEN");
  });

  it("finds a signature behind the status, and overlooks blanks", () => {
    const text = dialogueText([["author", 1, "Hm.", "STUCK"]]);
    expect(codes(`${text}\n-- \nsent from my telephone\n`)).toEqual(["status-not-last@1"]);
    expect(parseDialogue(`${text}\n\n  \n`)).toMatchObject({
      outcome: "STUCK",
      warnings: ["trailing-blank-lines"],
    });
    // A turn that has only begun to be appended is none.
    expect(parseDialogue(`${text}\n---\n`)).toMatchObject({ outcome: "STUCK", errors: [] });
  });

  it("takes no date that does not exist", () => {
    const text = dialogueText([["author", 1, "Hm.", "STUCK"]]);
    expect(codes(text.replaceAll("2026-06-02 08:00", "2026-02-30 08:00"))).toEqual(["header-started"]);
    expect(codes(text.replaceAll("2026-06-02 08:01", "2026-06-02 24:01"))).toEqual(["no-turns"]);
  });

  it("survives NUL, and a large file in time", () => {
    const text = dialogueText([["author", 1, "a\u0000b", "AWAITING partner"]]);
    expect(parseDialogue(text).outcome).toBe("OPEN");
    const many = Array.from({ length: 20_000 }, (_, index) =>
      turnText([
        index % 2 === 0 ? "author" : "partner",
        Math.floor(index / 2) + 1,
        "x",
        `AWAITING ${index % 2 === 0 ? "partner" : "author"}`,
      ]),
    );
    const large = dialogueText([]) + many.join("");
    expect(parseDialogue(large).turns.length).toBe(20_000);
    for (const odd of [" ", "`", "~", "## [", "- ", "---\n", "Status: ", "\r", "\n"]) {
      expect(parseDialogue(odd.repeat(200_000)).outcome).toBe("INVALID");
    }
  });
});

const piece = fc.constantFrom(
  "# Dialogue: x\n",
  "Started: 2026-06-02 08:00\n",
  "Max rounds: 3\n",
  "Participants:\n  - author @ .\n  - partner (codex)\n",
  "---\n",
  "\n",
  "## [author] Round 1 \u2014 2026-06-02 08:01\n",
  "## [partner] Round 1 - 2026-06-02 08:02\n",
  "Status: AWAITING partner\n",
  "Status: PROPOSING_DONE\r\n",
  "Status: DONE",
  "```\n",
  "~~~~\n",
  "  ```adjustment\n",
  "\uFEFF",
  "\u0000",
);
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.oneof(piece, fc.string())).map((all) => all.join("")),
);

describe("parseDialogue: any text", () => {
  it("never throws, and is valid only without errors", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { outcome, errors, turns, nextActor } = parseDialogue(text);
        expect(outcome === "INVALID").toBe(errors.length > 0);
        expect(turns.length === 0 && outcome !== "INVALID").toBe(false);
        expect(outcome === "OPEN" && nextActor === null).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  it("finds the same turns in a file that came in two pieces", () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (text, at) => {
        const cut = at % (text.length + 1);
        const whole = readDialogue(text);
        const first = readDialogue(text.slice(0, cut));
        // All but the last turn of the first piece are whole in it, and the last is where it was.
        const kept = first.written.slice(0, -1);
        expect(whole.written.slice(0, kept.length)).toEqual(kept);
        const last = first.written.at(-1);
        const same = whole.written[kept.length];
        const isCutInside = !text.slice(0, cut).endsWith("\n");
        const isThere = same?.start === last?.start && same?.turn.round === last?.turn.round;
        expect(last === undefined || isCutInside || isThere).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
