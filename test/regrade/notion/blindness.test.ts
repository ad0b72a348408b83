import { describe, expect, it } from "vitest";
import { openNotionDouble } from "../../support/notion-double/double.ts";
import type { LogLine, WorkspaceOptions } from "../../support/workspace.ts";
import { NotionWorkspace, notionConfig } from "./notion-workspace.ts";

const count = 12;
const axis = "verify-dispatch";

interface Critic {
  readonly verdict: (index: number) => string;
  readonly further: (index: number) => Partial<LogLine> & Readonly<Record<string, unknown>>;
}

/** Everything that is sent for one month of the same twelve texts, judged by some critic. */
async function sentFor(
  critic: Critic,
  database: Pick<WorkspaceOptions, "database"> = {},
): Promise<{ readonly wires: readonly string[]; readonly kinds: readonly string[] }> {
  const double = await openNotionDouble();
  const workspace = new NotionWorkspace(double, {
    ...database,
    config: notionConfig(double, "sampling: { risk_max: 2, fail_rate: 0.10 }\n"),
    axes: { [axis]: "intent: A dispatch says who does what by when.\n" },
  });
  try {
    const lines = Array.from({ length: count }, (_, index): LogLine => {
      const { verdict, further } = critic;
      return {
        verdict: verdict(index),
        at: `2026-05-${String(1 + index).padStart(2, "0")}T15:00:00Z`,
        id: `id-${index}`,
        text: `Dispatch ${index}: Anna sends the offer by Friday.`,
        ...further(index),
      };
    });
    workspace.writeLog(axis, lines);
    await workspace.setUp();
    const kinds = await workspace.now(async (app) => {
      const { runMonth } = await import("../../../src/cycle/run-month.ts");
      const summary = await runMonth(app.cycle, { month: "2026-05", sampleTarget: count });
      expect(summary).toMatchObject({ pending: [], ingest: { rejected: 0 } });
      double.clock.advance(3_600_000);
      await runMonth(app.cycle, { month: null, sampleTarget: null });
      return (await app.store.listItems({ axis, period: "2026-05" })).map(({ kind }) => kind);
    });
    expect(double.violations).toEqual([]);
    return { wires: double.requests.map(({ wire }) => wire), kinds: kinds.toSorted() };
  } finally {
    workspace.dispose();
    await double.close();
  }
}

/** The bytes without what may differ: random references and ids, times, and the order of the items. */
function comparable(wires: readonly string[]): readonly string[] {
  return wires
    .map((wire) =>
      wire
        .replaceAll(/127\.0\.0\.1:\d+/g, "HOST")
        .replaceAll(/content-length: \d+\r\n/gi, "")
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID")
        .replaceAll(/"content":"[2-9a-hj-km-np-tv-z]{16}"/g, '"content":"REF"')
        .replaceAll(/· \d+ of \d+/g, "· N of M")
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "TIME"),
    )
    .toSorted();
}

const usual: Critic = {
  verdict: () => "PASS",
  further: (index) => ({ id: `usual-${index}`, score: 0.5 + index / 100 }),
};

const other: Critic = {
  verdict: (index) => (index % 2 === 0 ? "PASS" : "FAIL"),
  further: (index) => ({
    id: `zqxid${index}zqx`,
    score: 0.1234567 + index / 1000,
    cost_usd: 7.654321,
    model: "zqxmodelzqx",
    rubric: `sha256:${"abc123".repeat(11).slice(0, 64)}`,
    reason: "zqxreasonzqx",
    source: "zqxsourcezqx",
    latency_ms: 987_654,
    meta: { note: "zqxmetazqx" },
  }),
};

describe("what Notion learns before the close", () => {
  it("is the same, byte for byte, whatever the critic said, and why, and with which model", {
    timeout: 120_000,
  }, async () => {
    const one = await sentFor(usual);
    const two = await sentFor(other);
    expect(two.kinds).not.toEqual(one.kinds);
    expect(one.kinds).toHaveLength(count);
    expect(comparable(two.wires)).toEqual(comparable(one.wires));
    expect(one.wires.length).toBeGreaterThan(2 * count);
  });

  it("holds none of the tokens that stand in what is hidden", { timeout: 120_000 }, async () => {
    const { wires } = await sentFor(other);
    const bytes = wires.join("\n");
    // Texts do arrive: so a leak would be seen.
    expect(bytes).toContain("Anna sends the offer by Friday.");
    expect(bytes).not.toContain("zqx");
    expect(bytes).not.toMatch(/0\.1234567|7\.654321|987654|abc123/);
    expect(bytes).not.toMatch(/organic|adversarial|probe|gold|override|kappa|sample|critic/i);
  });

  it("comes in an order that tells nothing of the verdicts", { timeout: 120_000 }, async () => {
    // Each database has a salt of its own.
    const orders = await Promise.all([sentFor(other), sentFor(other, { database: "none" })]);
    const texts = orders.map(({ wires }) =>
      wires.flatMap((wire) =>
        wire.startsWith("POST /v1/pages ") ? (/Dispatch (\d+):/.exec(wire)?.slice(1) ?? []) : [],
      ),
    );
    expect(texts[0]).toHaveLength(count);
    expect(texts[0]).not.toEqual(texts[1]);
    expect(texts[0]).not.toEqual(texts[0]?.toSorted((a, b) => Number(a) - Number(b)));
  });
});
