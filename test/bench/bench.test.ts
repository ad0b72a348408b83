import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compare, interleave, quantile } from "../../scripts/bench/compare.ts";
import { isReached } from "../../scripts/bench/result.ts";
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

// Whether a goal is reached is no test: that depends on what else the machine does.
describe("the benchmark", () => {
  it("compares both sides of every goal", () => {
    const { code, out, err } = bench("--json");
    expect([code, err]).toEqual([0, expect.stringContaining("bench: G8")]);
    const answer: { results: readonly Record<string, unknown>[]; machine: Record<string, unknown> } =
      JSON.parse(out);
    expect(answer.machine).toMatchObject({ rows: 20_000, node: process.version });
    const lines = answer.results.map(
      ({ goal, what, against }) => `${String(goal)} ${String(what)} | ${String(against)}`,
    );
    const withoutShell = lines.filter((line) => !line.endsWith("| sqlite3 shell"));
    expect(withoutShell).toEqual([
      "G1 record, a line of text | bare script",
      "G1 record, a line of text | node -e 0",
      "G1 record, 8 KB of text | node -e 0",
      "G1 record, a line of text, empty environment | node -e 0, empty environment",
      "G1 record, 8 KB of text, empty environment | node -e 0, empty environment",
      "G1 bare script, empty environment | node -e 0, empty environment",
      "G3 import of a log | prepared inserts",
      "G7 20 from each of 12 axes | ORDER BY random()",
      "G7 20 from each of 12 axes | the same, of a tenth of the rows",
      "G7 ORDER BY random() | random(), of a tenth of the rows",
      "G8 counts of 12 axes x 24 months | GROUP BY on the index",
      "G8 counts of 12 axes x 24 months | the same, of a tenth of the rows",
      "G8 keeping the counts | the whole import",
    ]);
    for (const { ms, baseMs, ratio, low, high, rounds } of answer.results) {
      const figures = [ms, baseMs, ratio, low, high].map(Number);
      expect(figures.filter((figure) => !(figure > 0))).toEqual([]);
      expect(rounds).toBe(1);
    }
  });

  it("shows a table with columns under each other", () => {
    const { code, out } = bench("--only", "G1");
    expect(code).toBe(0);
    const [head = "", rule = "", ...lines] = out.trimEnd().split("\n");
    expect(head).toMatch(/^goal +this +against +ms +ms +ratio \(quartiles\) +cpu +goal +reached +rounds$/);
    expect(rule).toMatch(/^[- ]+$/);
    expect(lines).toHaveLength(6);
    const column = head.indexOf("against");
    for (const line of lines)
      expect(line.slice(column - 2, column + 11)).toMatch(/^ {2}(bare script|node -e 0[ ,].)$/);
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
    ]).toEqual([true, false, null]);
  });
});
