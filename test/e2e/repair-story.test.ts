import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leastAsked } from "../../src/core/needed-grades.ts";
import { callProgram } from "../support/call-program.ts";

const root = join(import.meta.dirname, "../..");
const axis = "verify-dispatch";
const log = "vault/01-projects/self-review/improve-cron-log.md";

const rubric = `# A dispatch may go out when

1. it names who does it, and who decides when something is unclear;
2. it has an end condition that somebody else can check;
3. it says when to stop and ask.
`;

/** What two critics say of rule 2, turn by turn: which of them answers, its first argument tells. */
const arguing = `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
const [, , side, state] = process.argv;
readFileSync(0, "utf8");
const turn = existsSync(state + side) ? 2 : 1;
writeFileSync(state + side, "");
const answers = {
  author1: { message: "The rule asks for an end condition, and each of these has one.", status: "AWAITING", adjustments: [] },
  partner1: {
    message: "It does not ask that anybody else can check it, and that is what these lack.",
    status: "PROPOSING_DONE",
    adjustments: [
      {
        section: "A dispatch may go out when",
        problem: "an end condition that only the author can check passes",
        suggestion: "Rule 2: it has an end condition that somebody else can check.",
      },
    ],
  },
  author2: { message: "Agreed: the rule has to say so.", status: "DONE", adjustments: [] },
};
const answer = answers[side + turn];
process.stdout.write(JSON.stringify({ answer, model: "judge-1", version: "1.0.0", cost_usd: 0 }) + "\\n");
`;

function juneLine(verdict: string, index: number): string {
  const at = `2026-06-${String(17 + (index % 12)).padStart(2, "0")}T15:${String(index % 60).padStart(2, "0")}:00Z`;
  const end =
    verdict === "PASS" ? "Done when: Priya has checked the list." : "Improve it where it makes sense.";
  const text = `To: Mara, Priya decides\\nTask: piece of work ${index}.\\n${end}`;
  return `{"axis":"${axis}","verdict":"${verdict}","at":"${at}","id":"d-2606-${verdict}-${index}","artifact":{"text":"${text}"}}\n`;
}

/** The rest of June under the edited rubric. */
function verdictsOfJune(): string {
  const sizes = { PASS: 60, FAIL: 14 };
  return Object.entries(sizes)
    .flatMap(([verdict, count]) => Array.from({ length: count }, (_, index) => juneLine(verdict, index)))
    .join("");
}

interface Entry {
  readonly id: string;
  readonly suggestion: string;
}

/** Every entry of the ledger, wherever it stands in the answer. */
function entriesOf(answer: unknown): readonly Entry[] {
  if (typeof answer !== "object" || answer === null) return [];
  if ("id" in answer && "suggestion" in answer) {
    return [{ id: String(answer.id), suggestion: String(answer.suggestion) }];
  }
  return Object.values(answer).flatMap(entriesOf);
}

describe("from revert to trust again, on the shipped example", () => {
  const folder = mkdtempSync(join(tmpdir(), "improve-cron-story-"));
  const path = (name: string): string => join(folder, name);
  const read = (name: string): string => readFileSync(path(name), "utf8");
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
    }).trim();

  async function cron(now: string, ...args: string[]): Promise<string> {
    const { code, stderr, stdout } = await callProgram(
      ["--config", path("improve-cron.yaml"), "--now", now, ...args],
      { cwd: folder },
    );
    if (code !== 0) throw new Error(`${args.join(" ")}: ${code}\n${stdout}${stderr}`);
    return stdout;
  }
  async function json<T>(now: string, ...args: string[]): Promise<T> {
    const answer: T = JSON.parse(await cron(now, ...args, "--json"));
    return answer;
  }

  /** The founder grades what the export shows him, by the example's own files. */
  async function gradeByFile(now: string, file: string): Promise<void> {
    const items = await cron(now, "queue", "export", "-");
    const graded = execFileSync(
      process.execPath,
      [join(root, "scripts/demo-grades.mjs"), path(`grades/${file}.jsonl`)],
      {
        input: items,
        encoding: "utf8",
      },
    );
    writeFileSync(path("graded.jsonl"), graded);
    await cron(now, "queue", "import", "graded.jsonl");
  }

  /** Of June's work he passes what somebody can check. */
  async function gradeJune(now: string): Promise<number> {
    const items = (await cron(now, "queue", "export", "-"))
      .split("\n")
      .filter(Boolean)
      .map((line): { ref: string; axis: string; text: string } => JSON.parse(line));
    const own = items.filter((item) => item.axis === axis);
    const graded = own.map(({ ref, text }) => ({ ref, grade: text.includes("Done when") ? "PASS" : "FAIL" }));
    writeFileSync(path("graded.jsonl"), graded.map((one) => `${JSON.stringify(one)}\n`).join(""));
    await cron(now, "queue", "import", "graded.jsonl");
    return own.length;
  }

  interface Status {
    readonly axes: readonly {
      readonly axis: string;
      readonly status: string;
      readonly gate?: {
        readonly door: string | null;
        readonly gradesNeeded: number | null;
        readonly daysNeeded: number;
        readonly missing: { readonly evidence: readonly string[] };
      };
    }[];
  }
  const gate = async (now: string) =>
    (await json<Status>(now, "status")).axes.find((one) => one.axis === axis)?.gate;

  beforeAll(() => {
    const example = join(root, "config/example");
    for (const part of ["axes", "rubrics", "grades"])
      cpSync(join(example, part), path(part), { recursive: true });
    writeFileSync(path("arguing.mjs"), arguing);
    const side = (name: string): string =>
      `{ command: ${JSON.stringify([process.execPath, path("arguing.mjs"), name, path("said-")])} }`;
    writeFileSync(
      path("improve-cron.yaml"),
      `${readFileSync(join(example, "improve-cron.yaml"), "utf8")}\n` +
        `dialogue: { author: ${side("author")}, partner: ${side("partner")} }\ninstructions: { repo: . }\n`,
    );
    for (const month of ["2026-04", "2026-05"]) {
      cpSync(join(example, `logs/${axis}-${month}.jsonl`), path(`logs/${axis}-${month}.jsonl`), {
        recursive: true,
      });
    }
    git("init", "--quiet");
    git("add", "rubrics");
    git("commit", "--quiet", "-m", "The rules");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("drifts, is reverted, argued over, edited, graded clean, and graduated by the founder", async () => {
    // April is fine; in May the founder fails 4 of the 9 dispatches that the critic let out.
    await cron("2026-05-01T09:00:00-04:00", "run");
    await gradeByFile("2026-05-12T20:15:00-04:00", "2026-04");
    await cron("2026-06-01T09:00:00-04:00", "run");
    await gradeByFile("2026-06-11T20:40:00-04:00", "2026-05");
    await cron("2026-06-15T09:00:00-04:00", "run");
    expect(read(`axes/${axis}.yaml`)).toContain("status: assisted");
    expect(await gate("2026-06-15T10:00:00-04:00")).toMatchObject({ door: null, daysNeeded: 21 });

    // His disagreements, and two critics arguing over them, propose an edit.
    await cron("2026-06-16T09:00:00-04:00", "dialogue", "open", "--axis", axis);
    const listed: unknown = await json("2026-06-16T10:00:00-04:00", "adjustments", "list", "--all");
    const proposed = entriesOf(listed);
    // The founder's own disagreements speak for an edit beside the one that the critics agreed on.
    expect(proposed.length).toBeGreaterThanOrEqual(2);
    const argued = proposed.filter(({ suggestion }) => suggestion.includes("somebody else can check"));
    expect(argued).toHaveLength(1);
    const id = argued[0]?.id ?? "";

    // He makes it by hand, and says so.
    writeFileSync(path(`rubrics/${axis}.md`), rubric);
    git("commit", "--quiet", "-am", "An end condition that somebody else can check");
    await cron("2026-06-16T11:00:00-04:00", "adjustments", "apply", id, "--commit", git("rev-parse", "HEAD"));

    // The edit begins an epoch; June is graded without an override, and a batch more that he asks for.
    writeFileSync(path(`logs/${axis}-2026-06.jsonl`), verdictsOfJune());
    await cron("2026-07-01T09:00:00-04:00", "run");
    expect((await gate("2026-07-01T10:00:00-04:00"))?.door).toBe("repair");
    expect(await gradeJune("2026-07-02T20:00:00-04:00")).toBeGreaterThanOrEqual(10);
    await cron("2026-07-03T09:00:00-04:00", "run");
    const before = await gate("2026-07-03T10:00:00-04:00");
    expect(before?.missing.evidence).toEqual(["probability", "days"]);
    const needed = before?.gradesNeeded ?? 0;
    expect(needed).toBeGreaterThan(0);
    const asked = Math.max(needed, leastAsked);
    await cron("2026-07-03T10:00:00-04:00", "queue", "more", "--axis", axis, "--n", String(asked));
    expect(await gradeJune("2026-07-04T20:00:00-04:00")).toBe(asked);
    expect(await gate("2026-07-05T10:00:00-04:00")).toMatchObject({ gradesNeeded: 0, daysNeeded: 1 });
    expect((await gate("2026-07-06T10:00:00-04:00"))?.door).toBe("evidence");

    // It is his word that opens it, and nothing else.
    expect(read(`axes/${axis}.yaml`)).toContain("status: assisted");
    const page = await cron(
      "2026-07-06T20:00:00-04:00",
      "axis",
      "graduate",
      axis,
      "--reason",
      "Rule 2 says who checks",
    );
    for (const line of page.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(read(`axes/${axis}.yaml`)).toContain("status: graduated");
    const shown = await json<{ statusChanges: { to: string; door?: string; evidence?: unknown }[] }>(
      "2026-07-06T21:00:00-04:00",
      "axis",
      "show",
      axis,
    );
    expect(shown.statusChanges.map(({ door, to }) => [to, door])).toEqual([
      ["assisted", undefined],
      ["graduated", "evidence"],
    ]);
    expect(shown.statusChanges[1]?.evidence).toMatchObject({
      edit: { changed: ["rubric"], applied: [{ id }] },
    });
    const rows = await json<{ period: string; graduations?: { door: string }[] }[]>(
      "2026-07-06T21:00:00-04:00",
      "history",
      axis,
    );
    expect(rows.at(-1)).toMatchObject({ period: "2026-06", graduations: [{ door: "evidence" }] });
    for (const line of (await cron("2026-07-06T21:00:00-04:00", "status")).split("\n")) {
      expect(line.length).toBeLessThanOrEqual(80);
    }

    // And the log of the vault tells it, in this order.
    const vault = read(log);
    const chapters = [
      "^ic-2026-04-verify-dispatch-closed",
      "2026-05 verify-dispatch: reverted to assisted",
      "The end condition cannot be checked from outside",
      "^ic-2026-05-verify-dispatch-closed",
      "2026-06 opened",
      "2026-06 verify-dispatch: no decision",
      "verify-dispatch: graduated",
      "Rule 2 says who checks",
      "kappa-overwhelming",
      `Edited rubrics/${axis}.md, A dispatch may go out when`,
      "as asked for by partner",
      "^ic-verify-dispatch-graduated-1",
    ];
    const places = chapters.map((chapter) => vault.replaceAll("\\", "").lastIndexOf(chapter));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
