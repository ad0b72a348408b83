import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { instructionPath } from "../../src/core/adjustments.ts";
import { checkAppend } from "../../src/core/dialogue-append.ts";
import { parseDialogue } from "../../src/core/dialogue.ts";
import { readReport } from "../../src/core/panel-report.ts";
import { ImproveCronError } from "../../src/errors.ts";
import { readPanelFolder } from "../../src/intake/panel-run.ts";

const good =
  "# Dialogue: cold mails\n\n- **Started:** 2026-05-03 10:00\n- **Max rounds:** 5\n- **Participants:** claude (writer), codex (reviewer)\n\n---\n\n";
const piece = fc.constantFrom(
  "## [claude] Round 1 - 2026-05-03 10:00\n",
  "## [codex] Round 1 - 2026-05-03 10:05\n",
  "**Status:** DONE\n",
  "**Status:** PROPOSE_DONE\n",
  "Status: CONTINUE\n",
  "Verdict: PASS\n",
  "> Status: DONE\n",
  "```\n",
  "~~~\n",
  "    Status: DONE\n",
  "<!--\n",
  "-->\n",
  "---\n",
  "text\n",
  "\r\n",
  "\u2028",
  "\ufeff",
  "- **Max rounds:** 0\n",
  "# Dialogue: x\n",
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
  fc.array(piece, { maxLength: 12 }).map((pieces) => good + pieces.join("")),
  fc.string({ unit: "binary" }),
);
const outcomes = /^[A-Z_]+$/;

describe("a dialogue file", () => {
  it("has an outcome whatever it says, and one with an error is not valid and gives no verdict", () => {
    fc.assert(
      fc.property(text, (written) => {
        const { errors, nextActor, outcome, verdict, warnings } = parseDialogue(written);
        expect(outcome).toMatch(outcomes);
        for (const one of [...errors, ...warnings]) expect(one).toMatch(/^[a-z][a-z0-9-]*(?:@\d+)?$/);
        const isInvalid = errors.length > 0;
        expect(outcome === "INVALID").toBe(isInvalid);
        expect(!isInvalid || (verdict === null && nextActor === null)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it("takes nothing that stands in a fence or in a quotation for a turn or a status", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const inner = pieces.join("").replaceAll(/[\r\u2028\ufeff]|^(?:```|~~~).*$/gm, "");
        const quoted = inner
          .split("\n")
          .map((line) => `> ${line}`)
          .join("\n");
        for (const hidden of [`\`\`\`\n${inner}\n\`\`\`\n`, `${quoted}\n`]) {
          expect(parseDialogue(`${good}${hidden}`).turns).toEqual(parseDialogue(`${good}text\n`).turns);
          expect(parseDialogue(`${good}${hidden}`).verdict).toBeNull();
        }
      }),
      { numRuns: 200 },
    );
  });

  it("was only added to where all that stood there still stands there", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { errors } = checkAppend(before, after);
        expect(errors.includes("earlier-bytes-changed")).toBe(!after.startsWith(before.trimEnd()));
      }),
      { numRuns: 200 },
    );
  });
});

it("an adjustment's file stays below the instructions, and out of what is git's", () => {
  const step = fc.constantFrom(
    "..",
    ".",
    "/",
    "\\",
    "~",
    "C:",
    ".git",
    ".GIT",
    ".g\u200bit",
    "a.md",
    "agents",
    " ",
    "\u0000",
    "\n",
    "...",
  );
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 7 }).map((steps) => steps.join("")),
      (written) => {
        const path = instructionPath(written);
        if (path === null) return;
        expect(path).not.toMatch(/^\/|^~|^[a-z]:|\\|\p{Cc}|(?:^|\/)\s*(?:\.\.|\.git)\s*(?:\/|$)/iu);
        expect(instructionPath(path)).toBe(path);
      },
    ),
    { numRuns: 500, examples: [["./ ...."], ["./~/x"], ["./C:/x"], [". / /a.md"]] },
  );
});

describe("a panel run", () => {
  it("a report is one with a list of findings, or lost with a reason", () => {
    const key = fc.constantFrom(
      "findings",
      "status",
      "stdout",
      "lens",
      "wow",
      "aiRisk",
      "adjustments",
      "__proto__",
      "verdict",
    );
    const given = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(key, fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.json()), { noNullPrototype: true }),
      fc.string(),
    );
    fc.assert(
      fc.property(given, (value) => {
        const read = readReport(value);
        const said = read.kind === "lost" ? read.because : String(read.report.findings.length);
        expect(said).not.toBe("");
        expect(
          read.kind === "lost" || read.report.wow === null || (read.report.wow >= 0 && read.report.wow <= 10),
        ).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "improve-cron-panel-"));
    mkdirSync(join(folder, "lenses"));
    writeFileSync(
      join(folder, "blocks.json"),
      JSON.stringify({ id: "run-1", blocks: [{ n: 1, text: "The importer reads rows." }] }),
    );
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Notes of a lens that was lost, or the code of the refusal of the whole run. */
  function outcome(): string {
    try {
      const { notes, run } = readPanelFolder({
        folder: "DIR",
        path: folder,
        lenses: ["rules-judge"],
        now: 0,
      });
      return `${run.blocks.length} blocks, ${notes.length > 0 ? "notes" : "no note"}`;
    } catch (error) {
      return error instanceof ImproveCronError ? error.code : String(error);
    }
  }

  it.each<readonly [string, string, (path: string) => void, string]>([
    [
      "a pipe for a lens",
      "lenses/rules-judge.json",
      (path) => execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", path]),
      "1 blocks, notes",
    ],
    [
      "a device without end for a lens",
      "lenses/rules-judge.json",
      (path) => symlinkSync("/dev/zero", path),
      "1 blocks, notes",
    ],
    [
      "a link out of the folder",
      "lenses/rules-judge.json",
      (path) => symlinkSync("/etc/passwd", path),
      "1 blocks, notes",
    ],
    ["a folder for a lens", "lenses/rules-judge.json", (path) => mkdirSync(path), "1 blocks, notes"],
    [
      "bytes that are no UTF-8",
      "lenses/rules-judge.json",
      (path) => writeFileSync(path, Buffer.from([0x7b, 0xff])),
      "1 blocks, notes",
    ],
    [
      "half a report",
      "lenses/rules-judge.json",
      (path) => writeFileSync(path, '{"findings":['),
      "1 blocks, notes",
    ],
    [
      "brackets without end",
      "lenses/rules-judge.json",
      (path) => writeFileSync(path, "[".repeat(500_000)),
      "1 blocks, notes",
    ],
    [
      "a key that reaches a prototype",
      "lenses/rules-judge.json",
      (path) => writeFileSync(path, '{"findings":[],"__proto__":{"a":1}}'),
      "1 blocks, notes",
    ],
    [
      "two runs in one folder",
      "panel.json",
      (path) => writeFileSync(path, '{"id":"x","blocks":[],"reports":[]}'),
      "input",
    ],
    [
      "blocks that are a link out",
      "blocks.json",
      (path) => {
        rmSync(path);
        symlinkSync("/etc/passwd", path);
      },
      "input",
    ],
    ["no blocks", "blocks.json", (path) => writeFileSync(path, '{"id":"x","blocks":[]}'), "input"],
    ["blocks that are no JSON", "blocks.json", (path) => writeFileSync(path, "{"), "input"],
    [
      "blocks with a dangerous key",
      "blocks.json",
      (path) => writeFileSync(path, '{"id":"x","blocks":[{"n":1,"text":"t","constructor":1}]}'),
      "input",
    ],
  ])("%s", (_what, name, lay, expected) => {
    lay(join(folder, name));
    expect(outcome()).toBe(expected);
  });

  it("no content of its files makes it throw anything but a refusal", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string({ unit: "binary" })),
        fc.oneof(fc.json(), fc.string()),
        (lens, blocks) => {
          writeFileSync(join(folder, "lenses/rules-judge.json"), lens);
          writeFileSync(join(folder, "blocks.json"), blocks);
          expect(outcome()).toMatch(/^(?:input|\d+ blocks, )/);
        },
      ),
      { numRuns: 80 },
    );
  });
});
