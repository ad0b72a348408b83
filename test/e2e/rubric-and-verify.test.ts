import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtCli, type CliResult, runCli } from "../support/built-cli.ts";

const rows = (answers: readonly (readonly [id: string, verdict: string])[]): string =>
  answers.map(([id, verdict]) => `${JSON.stringify({ id, verdict })}\n`).join("");

const lines = (some: readonly object[]): string => some.map((one) => `${JSON.stringify(one)}\n`).join("");

// Every call is a process of its own. May is sampled on 1 June, graded and closed on 3 June, and a grade changes in July.
describe("rubric check, verify and history --as-of, as people call them", () => {
  const folder = mkdtempSync(join(tmpdir(), "improve-cron-e2e-"));
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const call = (now: string, ...args: readonly string[]): Promise<CliResult> =>
    runCli([...args, "--now", now], { cwd: folder });
  const ask = async (now: string, ...args: readonly string[]) => {
    const { stdout } = await call(now, ...args, "--json");
    return JSON.parse(stdout);
  };
  const feed = (now: string, input: string, ...args: readonly string[]): Promise<CliResult> =>
    runCli([...args, "--now", now], { cwd: folder, input });
  const july = "2026-07-20T13:00:00Z";

  beforeAll(async () => {
    builtCli();
    file(
      "config/improve-cron.yaml",
      "timezone: UTC\nvault_log: ./vault/log.md\nnotify: [{ channel: stdout }]\n",
    );
    file("config/axes/rubric.md", "Who does what, by when.\n");
    file(
      "config/axes/verify-dispatch.yaml",
      "axis: verify-dispatch\nstatus: graduated\nverdict_log: dispatch.jsonl\nrubric: rubric.md\n",
    );
    const verdicts = Array.from({ length: 40 }, (_, index) => ({
      axis: "verify-dispatch",
      verdict: index % 4 === 3 ? "FAIL" : "PASS",
      at: `2026-05-${String(1 + (index % 28)).padStart(2, "0")}T12:00:00Z`,
      id: `d-${index}`,
      artifact: { text: `letter ${index % 4 === 3 ? "bad" : "good"} ${index}` },
    }));
    file("config/axes/dispatch.jsonl", verdicts.map((one) => `${JSON.stringify(one)}\n`).join(""));
    await call("2026-06-01T13:00:00Z", "run");
    const exported = await call("2026-06-02T13:00:00Z", "queue", "export", "-");
    const items: readonly { readonly ref: string; readonly text: string }[] = exported.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const grades = items.map(({ ref, text }) => ({ ref, grade: text.includes("good") ? "PASS" : "FAIL" }));
    await feed("2026-06-03T13:00:00Z", lines(grades), "queue", "import", "-");
    await call("2026-06-03T14:00:00Z", "run");
    const changed = grades.filter(({ grade }) => grade === "PASS").slice(0, 4);
    await feed(
      "2026-07-10T13:00:00Z",
      lines(changed.map(({ ref }) => ({ ref, grade: "FAIL" }))),
      "queue",
      "import",
      "-",
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("rubric check: nothing new for the rubric as it is, a new epoch for a draft, named before it is shipped", async () => {
    expect(await ask(july, "rubric", "check", "verify-dispatch")).toMatchObject({
      change: "none",
      checked: { kind: "axis-file" },
    });
    file("draft.md", "Who does what, by when, and why.\n");
    expect(await ask(july, "rubric", "check", "verify-dispatch", "--against", "draft.md")).toMatchObject({
      change: "new-epoch",
      changed: ["rubric"],
      checked: { kind: "against", file: "draft.md" },
      carriesOver: { status: "graduated" },
      gate: { pass: 10, fail: 5 },
    });
    const words = await call(july, "rubric", "check", "verify-dispatch", "--against", "draft.md");
    expect([words.code, words.stdout.includes("draft.md")]).toEqual([0, true]);
  });

  it("rubric check: answers are compared, bad rows are told by file and line, and flips are remembered", async () => {
    file(
      "old.jsonl",
      rows([
        ["d-0", "PASS"],
        ["d-1", "PASS"],
        ["d-3", "FAIL"],
        ["x", "PASS"],
      ]),
    );
    file(
      "new.jsonl",
      `${rows([
        ["d-0", "FAIL"],
        ["d-1", "PASS"],
        ["d-3", "PASS"],
      ])}{"id":"d-2","verdict":"maybe"}\n`,
    );
    const args = ["rubric", "check", "verify-dispatch", "--old", "old.jsonl", "--new", "new.jsonl"];
    const { code, stderr, stdout } = await call(july, ...args, "--json");
    expect([code, stderr.includes("new.jsonl:4: unknown-verdict")]).toEqual([0, true]);
    expect(JSON.parse(stdout)).toMatchObject({
      comparison: {
        items: 3,
        table: { passPass: 1, passFail: 1, failPass: 1, failFail: 0 },
        p: 1,
        direction: "even",
        onlyOld: ["x"],
        onlyNew: [],
      },
      flipped: { remembered: 2, unknown: [] },
      rejects: [{ file: "new.jsonl", line: 4 }],
    });
  });

  it.each([
    [["rubric", "check", "nobody"], "input"],
    [["rubric", "check", "verify-dispatch", "--old", "old.jsonl"], "usage"],
    [["rubric", "check", "verify-dispatch", "--old", "-", "--new", "-"], "usage"],
    [["rubric", "check", "verify-dispatch", "--against", "nowhere.md"], "input"],
    [["rubric", "check", "verify-dispatch", "--old", "nowhere", "--new", "nowhere"], "input"],
    [["rubric", "check"], "usage"],
    [["history", "--as-of", "2026-06-01"], "usage"],
  ])("ends with 2 for wrong use: %s", async (args, code) => {
    const result = await call(july, ...args, "--json");
    expect(result.code).toBe(2);
    expect(JSON.parse(result.stdout)).toMatchObject({ error: { code } });
  });

  it("rubric check: ends with 2 where no row of a file can be used", async () => {
    file("bad.jsonl", "no json\n");
    file("good.jsonl", rows([["d-0", "PASS"]]));
    const args = ["rubric", "check", "verify-dispatch", "--old", "good.jsonl", "--new", "bad.jsonl"];
    expect((await call(july, ...args)).code).toBe(2);
    // One good row, or none at all: nothing that `ingest` would call wrong input.
    file("bad.jsonl", `no json\n${rows([["d-0", "PASS"]])}`);
    const partly = await call(july, ...args);
    expect([partly.code, partly.stdout.includes("1 of 2 rows")]).toEqual([0, true]);
    file("bad.jsonl", "");
    expect((await call(july, ...args)).code).toBe(0);
  });

  it("history --as-of: the grades that were known then", async () => {
    expect(await ask(july, "history", "verify-dispatch")).toMatchObject([{ overrides: 4 }]);
    expect(await ask(july, "history", "--as-of", "2026-07-01T00:00:00Z")).toMatchObject([
      { overrides: 0, decision: { action: "keep" } },
    ]);
  });

  it("run: the correction is in the log, once, and the decision stands", async () => {
    await call("2026-07-21T13:00:00Z", "run");
    await call("2026-07-22T13:00:00Z", "run");
    const log = readFileSync(join(folder, "config/vault/log.md"), "utf8");
    expect(log.match(/\^ic-2026-05-verify-dispatch-corrected-\d+/g)).toEqual([
      "^ic-2026-05-verify-dispatch-corrected-1",
    ]);
    const [may] = await ask(july, "history", "verify-dispatch");
    expect(may).toMatchObject({ decision: { action: "keep" }, status: { after: "graduated" } });
  });

  it("verify: 0 where a month only reads otherwise now, 1 where a decision does not follow from the records", async () => {
    const good = await call(july, "verify");
    expect([good.code, good.stdout.includes("reads otherwise")]).toEqual([0, true]);
    expect(await ask(july, "verify")).toMatchObject({
      ok: true,
      months: [{ period: "2026-05", ok: true, readsOtherwise: true, because: ["changed-grades"] }],
    });
    const database = new Database(join(folder, "config/state/improve-cron.db"));
    database.exec("DROP TRIGGER decision_no_update; UPDATE decision SET overrides = 3");
    database.close();
    const bad = await call(july, "verify");
    expect([bad.code, bad.stdout.includes("overrides: decided 3")]).toEqual([1, true]);
    expect(await ask(july, "verify")).toMatchObject({ ok: false, months: [{ ok: false }] });
  });
});
