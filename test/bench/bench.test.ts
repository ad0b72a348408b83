import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compare, interleave, quantile } from "../../scripts/bench/compare.ts";
import { grossRegressions } from "../../scripts/bench/limits.ts";
import { type Measured, writePage } from "../../scripts/bench/performance-page.ts";
import { against, isReached, type Result } from "../../scripts/bench/result.ts";
import { cellsOf } from "../../scripts/bench/table.ts";
import { builtFolder } from "../support/built-cli.ts";

const script = join(import.meta.dirname, "../../scripts/bench/bench.ts");

function bench(...args: readonly string[]): {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
} {
  const dist = join(builtFolder(), "dist");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", script, "--rows", "20000", "--rounds", "1", "--dist", dist, ...args],
    { encoding: "utf8" },
  );
  return { code: status, out: stdout, err: stderr };
}

/** A line of the table with these figures. */
function line(figures: Partial<Result>): Result {
  const usual = { goal: "G3", what: "import", against: "inserts", limit: 1, cpuRatio: null } as const;
  return { ...usual, rounds: 3, ms: 10, baseMs: 20, ratio: 0.5, low: 0.4, high: 0.6, ...figures };
}

// Whether a goal is reached is no test: that depends on what else the machine does. `npm run bench:short` measures all goals.
describe("the benchmark", () => {
  it("compares both sides in both environments", () => {
    const { code, out, err } = bench("--json", "--goals", "G1");
    expect([code, err]).toEqual([0, expect.stringContaining("G1, cold start")]);
    const answer: { results: readonly Record<string, unknown>[]; machine: Record<string, unknown> } =
      JSON.parse(out);
    expect(answer.machine).toMatchObject({ rows: 20_000, node: process.version });
    expect(answer.results.map(({ what, against: base }) => `${String(what)} | ${String(base)}`)).toEqual([
      "record, a line of text | bare script",
      "record, a line of text | node -e 0",
      "record, 8 KB of text | node -e 0",
      "record, a line of text, empty environment | bare script, empty environment",
      "record, a line of text, empty environment | node -e 0, empty environment",
      "record, 8 KB of text, empty environment | node -e 0, empty environment",
      "bare script, empty environment | node -e 0, empty environment",
    ]);
    for (const { ms, baseMs, ratio, low, high, rounds } of answer.results) {
      const figures = [ms, baseMs, ratio, low, high].map(Number);
      expect(figures.filter((figure) => !(figure > 0))).toEqual([]);
      expect(rounds).toBe(1);
    }
  });

  it("refuses a goal that there is not", () => {
    expect(bench("--goals", "G11").code).not.toBe(0);
  });
});

describe("a line of the table", () => {
  it("tells its medians, its ratio and the bound it must keep", () => {
    expect(cellsOf(line({ cpuRatio: 0.25 })).slice(3)).toEqual([
      "10.0 ms",
      "20.0 ms",
      "0.500 (0.400 to 0.600)",
      "0.250",
      "<= 1.00",
      "yes",
      "3",
    ]);
    expect(cellsOf(line({ sense: "at-least", unit: "/s" })).slice(3, 9)).toEqual([
      "10.0 /s",
      "20.0 /s",
      "0.500 (0.400 to 0.600)",
      "",
      ">= 1.00",
      "no",
    ]);
  });

  it("counts where nothing may be", () => {
    const told = { goal: "G6", what: "lost", against: "none", unit: "verdicts" } as const;
    expect(cellsOf(against(told, [0], 0)).slice(3, 9)).toEqual(["0 verdicts", "", "", "", "", "yes"]);
    expect(cellsOf(against(told, [2], 0)).slice(3, 9)).toEqual(["2.00 verdicts", "", "", "", "", "no"]);
  });

  it("says why it has no figure", () => {
    const cells = cellsOf({ goal: "G4", what: "rows", against: "a peer", because: "it is not installed" });
    expect([cells[5], cells[8]]).toEqual(["not measured", "(it is not installed)"]);
  });
});

describe("a gross regression", () => {
  it("misses its goal by more than twice", () => {
    expect([2, 2.01].map((ratio) => grossRegressions([line({ ratio })]).length)).toEqual([0, 1]);
    const least = { sense: "at-least", limit: 6 } as const;
    expect([3, 2.9].map((ratio) => grossRegressions([line({ ratio, ...least })]).length)).toEqual([0, 1]);
  });

  it("is one verdict that was lost", () => {
    const told = { goal: "G6", what: "lost", against: "none", unit: "verdicts" } as const;
    expect([[0], [1]].map((lost) => grossRegressions([against(told, lost, 0)]).length)).toEqual([0, 1]);
  });

  it("is no line without a goal, or with a stretch", () => {
    const rows = [line({ ratio: 9, limit: null }), line({ ratio: 9, against: "300 ms (stretch)" })];
    expect(grossRegressions(rows)).toEqual([]);
  });
});

describe("the page", () => {
  it("takes in what was measured and keeps the rest", () => {
    const folder = mkdtempSync(join(tmpdir(), "improve-cron-page-"));
    try {
      const [page, kept] = [join(folder, "performance.md"), join(folder, "performance.json")];
      const place = "<!-- measured: written by `npm run bench -- --write` -->\nold\n<!-- end of measured -->";
      writeFileSync(page, `# Before\n\n${place}\n\nAfter.\n`);
      const machine = {
        cpu: "a processor",
        cpus: 2,
        node: "v20",
        sqlite: "3.53",
        load: [0.1, 0.2],
        slowedBy: [],
      } as const;
      const measured = (rows: number, ...results: readonly Result[]): Measured => {
        return { date: "2026-11-30", command: "npm run bench -- --write", rows, machine, results };
      };
      writePage(
        page,
        kept,
        measured(1000, line({ what: "first" }), line({ goal: "G10", what: "whole run" })),
      );
      writePage(page, kept, measured(1000, line({ what: "second" })));
      writePage(page, kept, measured(9000, line({ what: "third" })));
      const text = readFileSync(page, "utf8");
      expect(text).toMatch(/^# Before\n\n<!-- measured[^]*<!-- end of measured -->\n\nAfter\.\n$/);
      expect([...text.matchAll(/\| (G\d+) \| ([a-z ]+) \|/g)].map(([, goal, what]) => [goal, what])).toEqual([
        ["G10", "whole run"],
        ["G3", "second"],
        ["G3", "third"],
      ]);
      expect(text).toContain("### 9,000 verdicts");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("a comparison", () => {
  it("takes turns, leaves the first round out and pairs the rounds", async () => {
    const order: string[] = [];
    const side = (name: string, times: readonly number[]) => {
      let turn = 0;
      return {
        name,
        run: () => {
          order.push(name);
          turn += 1;
          return times[turn - 1] ?? Number.NaN;
        },
      };
    };
    const times = await interleave([side("a", [99, 2, 30, 4]), side("b", [99, 1, 10, 1])], 3);
    expect(order.join("")).toBe("abbaabba");
    expect(compare(times, "a", "b")).toEqual({ rounds: 3, ms: 4, baseMs: 1, ratio: 3, low: 2.5, high: 3.5 });
  });

  it("reads quantiles on a straight line", () => {
    expect([quantile([4, 1, 3, 2], 0.5), quantile([5], 0.25), quantile([1, 2], 0.75)]).toEqual([
      2.5, 5, 1.75,
    ]);
  });

  it("is judged only where there is a goal", () => {
    expect([
      isReached({ ratio: 1.2, limit: 1.2 }),
      isReached({ ratio: 1.21, limit: 1.2 }),
      isReached({ ratio: 9, limit: null }),
      isReached({ ratio: 9, limit: 6, sense: "at-least" }),
      isReached({ ratio: 5, limit: 6, sense: "at-least" }),
    ]).toEqual([true, false, null, true, false]);
  });
});
