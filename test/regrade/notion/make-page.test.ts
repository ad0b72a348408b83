import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "../../support/notion-double/fault.ts";
import { faultTable } from "../../support/notion-double/fault.ts";
import { isRecord } from "../../../src/regrade/notion/record.ts";
import type { BlindItem } from "../../../src/regrade/queue.ts";
import { blindItems, type NotionBench, openBench } from "./notion-bench.ts";

const positions = ["first", "middle", "last"] as const;
const cases = [false, true].flatMap((written) =>
  positions.flatMap((position) => [0, 10_000].map((lagMs) => ({ written, position, lagMs }))),
);

/** The months of one bench, so that no case sees the pages of another. */
function periodOf(index: number): string {
  return `20${String(26 + Math.floor(index / 12))}-${String(1 + (index % 12)).padStart(2, "0")}`;
}

describe.each(faultTable)("a page is made once, whatever comes of the request: $name", ({ fault }) => {
  let bench: NotionBench;
  beforeAll(async () => {
    bench = await openBench({ timeoutMs: hangs(fault) ? 600 : 10_000 });
  });
  afterAll(() => bench.close());

  it.each(cases)(
    "written $written, $position create, index lag $lagMs ms",
    async ({ lagMs, position, written }) => {
      const index = cases.findIndex(
        (one) => one.written === written && one.position === position && one.lagMs === lagMs,
      );
      const period = periodOf(index);
      const { double } = bench;
      double.quirks.lagMs = lagMs;
      const items = blindItems(3, { period }).map((item) => ({ ...item, ref: `${item.ref}-${index}` }));
      const nth = positions.indexOf(position) + 1;
      const before = { requests: double.requests.length, violations: double.violations.length };
      const rule = double.faults.add({
        on: { operation: "pages.create", where: ({ body }) => body.includes("Dispatch") },
        fault,
        written,
        nth,
      });
      await publishUntilDone(bench, period, items);
      expect(rule.hits).toBe(1);
      double.faults.clear();
      double.clock.advance(20_000);
      await sweepTwice(bench, items);

      const rows = await bench.items();
      for (const { ref } of items) {
        const pages = rows.filter(({ values }) => values["Ref"] === ref).map(({ pageId }) => pageId);
        expect(pages).toHaveLength(1);
        const looks = double.requests
          .slice(before.requests)
          .filter(({ operation, body }) => operation === "dataSources.query" && asksFor(body, ref));
        expect(looks.length).toBeLessThanOrEqual(6);
      }
      expect(double.violations.slice(before.violations)).toEqual([]);
      expect(bench.complaints).toEqual([]);
    },
  );
});

function hangs(fault: Fault): boolean {
  return fault.kind === "hang" || fault.kind === "stall" || fault.kind === "late";
}

function asksFor(body: string, ref: string): boolean {
  const { filter }: { filter?: unknown } = JSON.parse(body);
  return isRecord(filter) && isRecord(filter["rich_text"]) && filter["rich_text"]["equals"] === ref;
}

/** As passes a quarter of an hour apart do it: what waits is tried again by the next. */
async function publishUntilDone(
  bench: NotionBench,
  period: string,
  items: readonly BlindItem[],
): Promise<void> {
  const waiting = new Map(items.map((item) => [item.ref, { item, attempts: 0 }]));
  for (let pass = 0; pass < 4 && waiting.size > 0; pass += 1) {
    const { queue } = bench.restart();
    await queue.prepare({
      axis: "verify-dispatch",
      period,
      due: "2026-07-01",
      items: items.length,
      minutes: 5,
    });
    for (const [ref, one] of waiting) {
      one.attempts += 1;
      const outcome = await queue.publish(one.item, one.attempts);
      if (outcome.state === "created") waiting.delete(ref);
    }
    bench.double.clock.advance(15 * 60_000);
  }
  expect([...waiting.keys()]).toEqual([]);
}

async function sweepTwice(bench: NotionBench, items: readonly BlindItem[]): Promise<void> {
  const queued = items.map(({ ref }) => ({ ref, externalId: null }));
  const { queue } = bench.restart();
  for (let times = 0; times < 2; times += 1) {
    const outcome = await queue.sweep(queued, bench.double.clock.now(), bench.double.clock.now());
    expect(outcome.status).toBe("ok");
    bench.double.clock.advance(20_000);
  }
}
