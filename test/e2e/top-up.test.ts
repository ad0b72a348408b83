import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HistoryRow } from "../../src/core/history-row.ts";
import type { RunSummary } from "../../src/core/run-summary.ts";
import { builtCli, type CliResult, runCli } from "../support/built-cli.ts";
import { monthOfVerdicts } from "../support/workspace.ts";

const axis = "verify-dispatch";
const june1 = "2026-06-01T13:00:00Z";
const june15 = "2026-06-15T13:00:00Z";
const june20 = "2026-06-20T13:00:00Z";
const folder = mkdtempSync(join(tmpdir(), "improve-cron-top-up-"));

interface QueueLine {
  readonly ref: string;
  readonly title: string;
  readonly text: string;
}

function call(now: string, ...args: readonly string[]): Promise<CliResult> {
  return runCli([...args, "--now", now], { cwd: folder });
}

async function ask<Answer>(now: string, ...args: readonly string[]): Promise<Answer> {
  const { stdout } = await call(now, ...args, "--json");
  const answer: Answer = JSON.parse(stdout);
  return answer;
}

async function exported(now: string): Promise<readonly QueueLine[]> {
  expect((await call(now, "queue", "export", "items.jsonl")).code).toBe(0);
  const lines = readFileSync(join(folder, "items.jsonl"), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): QueueLine => JSON.parse(line));
}

/** Grades by what he reads, overriding the first few that the critic passed. */
async function grade(now: string, lines: readonly QueueLine[], overridden: number): Promise<void> {
  let left = overridden;
  const grades = lines.map(({ ref, text }) => {
    if (!text.startsWith("pass")) return { ref, grade: "FAIL" };
    left -= 1;
    return { ref, grade: left >= 0 ? "FAIL" : "PASS" };
  });
  writeFileSync(join(folder, "grades.jsonl"), grades.map((line) => `${JSON.stringify(line)}\n`).join(""));
  expect(await ask(now, "queue", "import", "grades.jsonl")).toMatchObject({
    stored: lines.length,
    rejected: 0,
  });
}

/** May of one critic by commands alone: two of nine overridden, asked for more, and settled. */
describe("a month in doubt on the command line", { timeout: 120_000 }, () => {
  let base: readonly QueueLine[] = [];

  beforeAll(async () => {
    builtCli();
    mkdirSync(join(folder, "config/axes"), { recursive: true });
    writeFileSync(
      join(folder, "config/improve-cron.yaml"),
      "timezone: America/New_York\nvault_log: ./vault/log.md\nnotify: [{ channel: command, command: [sh, -c, 'cat >> ../messages.jsonl'] }]\n",
    );
    writeFileSync(
      join(folder, `config/axes/${axis}.yaml`),
      `axis: ${axis}\nstatus: graduated\nverdict_log: dispatch.jsonl\n`,
    );
    const log = monthOfVerdicts("2026-05", { pass: 90, fail: 10 }).map(({ text, ...rest }) => ({
      axis,
      ...rest,
      artifact: { text },
    }));
    writeFileSync(
      join(folder, "config/axes/dispatch.jsonl"),
      log.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    expect((await call(june1, "run")).code).toBe(0);
    base = await exported(june1);
    await grade(june1, base, 1);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("draws further items in one of two runs that come at once, and names them", async () => {
    const runs = await Promise.all([1, 2].map(() => ask<RunSummary>(june15, "run")));
    const drawn = runs.flatMap(({ toppedUp }) => toppedUp ?? []);
    expect(drawn).toEqual([{ period: "2026-05", axis, batch: 2, items: 20, because: "grey" }]);
    const status = await ask<{ open: unknown }>(june15, "status");
    expect(status.open).toMatchObject([{ axis, items: 34, graded: 14, pending: 20, minutes: 30 }]);
    const messages = readFileSync(join(folder, "messages.jsonl"), "utf8");
    expect(messages.match(/is in doubt: 20 more items/g)).toHaveLength(1);
  });

  it("exports them blind, takes their grades, and closes on all of them", async () => {
    const all = await exported(june20);
    const further = all.filter(({ ref }) => !base.some((one) => one.ref === ref));
    expect(further).toHaveLength(20);
    for (const line of further) {
      expect(Object.keys(line).toSorted()).toEqual(["axis", "due", "period", "ref", "text", "title"]);
    }
    await grade(june20, further, 0);
    const run = await ask<RunSummary>(june20, "run");
    expect(run).toMatchObject({
      closed: [{ period: "2026-05", axis, action: "keep" }],
      toppedUp: [],
      pending: [],
    });
    const [row] = await ask<readonly HistoryRow[]>(june20, "history");
    expect(row).toMatchObject({
      graded: { pass: 27, fail: 7 },
      overrides: 1,
      streak: 1,
      topUp: { batches: 1, graded: 20, cut: 0, ended: "clear" },
      minutes: { planned: 51 },
    });
    expect(readFileSync(join(folder, "config/vault/log.md"), "utf8")).toContain("1 batch of further items");
    expect((await call(june20, "doctor")).code).toBe(0);
  });
});
