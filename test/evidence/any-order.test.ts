import { createHash } from "node:crypto";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectiveGrade, type Grade, type GradeObservation } from "../../src/core/cycle.ts";
import { listBlindItems, type OpenItem } from "../../src/cycle/blind-items.ts";
import { collectPass } from "../../src/cycle/collect-pass.ts";
import { readStatus } from "../../src/cycle/read-status.ts";
import { openStore } from "../../src/store/sqlite/sqlite-store.ts";
import { type LogLine, Workspace } from "../support/workspace.ts";

const axes = ["verify-dispatch", "verify-vault-write"] as const;

/** In which order things come in: a permutation of a list, the same for the same seed and name. */
type Shuffle = <T>(name: string, list: readonly T[]) => readonly T[];

interface Orders {
  readonly shuffle: Shuffle;
  /** Into how many pieces each log is cut, each read on its own. */
  readonly pieces: number;
  /** Into how many sittings the grades of a month are cut, with a look for grades after each. */
  readonly sittings: number;
}

const asWritten: Orders = { shuffle: (_, list) => list, pieces: 1, sittings: 1 };

describe("order of grades, of ingestion and of collection", () => {
  it("never changes the history, the decisions or the status", async () => {
    const expected = await twoMonths(asWritten);
    // What the comparison rests on: months with a decision each, an override, a can't-tell, errors and two epochs.
    const may = expected.history.find(({ axis, period }) => axis === axes[0] && period === "2026-05");
    expect(expected.history.map(({ axis, period, state }) => [axis, period, state])).toEqual(
      axes.flatMap((axis) => ["2026-05", "2026-06"].map((period) => [axis, period, "closed"])),
    );
    expect(expected.aggregate.judgeCostUsd).toBeGreaterThan(0);
    expect(may?.errors).toHaveLength(4);
    expect(may?.otherEpochs).toHaveLength(1);
    expect([(may?.overrides ?? 0) > 0, (may?.sampled.risk ?? 0) > 0, (may?.cantTell ?? 0) > 0]).toEqual([
      true,
      true,
      true,
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 5 }),
        async (seed, pieces, sittings) => {
          expect(await twoMonths({ shuffle: shuffleBy(seed), pieces, sittings })).toEqual(expected);
        },
      ),
      { numRuns: 2, examples: [[1, 3, 4]], endOnFailure: true },
    );
  });

  it("never changes which grade counts: three words of one founder, in all their orders", async () => {
    const changes: readonly (readonly (Grade | null)[])[] = [
      ["PASS", "FAIL", "PASS"],
      ["FAIL", "CANT_TELL", "FAIL"],
      ["PASS", null, "FAIL"],
    ];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    const workspace = await saltedWorkspace();
    try {
      workspace.writeLog(axes[0], logOf(axes[0], "2026-05"));
      await workspace.run("2026-06-01T13:00:00Z", { sampleTarget: 20 });
      const now = Date.parse("2026-06-02T13:00:00Z");
      await workspace.at(now, async (app) => {
        const items = await listBlindItems(app.cycle, { axis: axes[0] });
        const cases = changes.flatMap((said) => orders.map((order) => ({ said, order })));
        expect(items.length).toBeGreaterThanOrEqual(cases.length);
        for (const [index, { said, order }] of cases.entries()) {
          const ref = items[index]?.ref ?? "";
          const spoken = said.map((grade, turn) => wordAt(ref, grade, now - 3_600_000 + turn * 60_000, now));
          for (const turn of order) await app.localQueue.answer(spoken.slice(turn, turn + 1));
          const { observations } = await app.store.listGrades({ axis: axes[0] });
          const own = observations.filter((one) => one.ref === ref);
          const counts = effectiveGrade(own, Number.POSITIVE_INFINITY)?.grade;
          expect([said, order, counts]).toEqual([said, order, said.at(-1)]);
          // The same words once more are nothing new.
          const again = await app.localQueue.answer(spoken.filter(({ grade }) => grade !== null));
          expect(again.every(({ outcome }) => outcome === "duplicate")).toBe(true);
        }
      });
    } finally {
      workspace.dispose();
    }
  });
});

/** Two months of two axes from the first verdict to the second decision; everything but the order is the same. */
async function twoMonths(orders: Orders) {
  const workspace = await saltedWorkspace();
  try {
    for (const [month, opening] of [
      ["2026-05", "2026-06-01T13:00:00Z"],
      ["2026-06", "2026-07-01T13:00:00Z"],
    ] as const) {
      await comeIn(workspace, month, Date.parse(opening) - 3_600_000, orders);
      await workspace.run(opening);
      // Once for the base sample, and again for every batch that the month's doubt may bring.
      for (let look = 1; look <= 4; look += 1) {
        const now = Date.parse(opening) + look * 3_600_000;
        if ((await gradeAll(workspace, now, orders)) === 0) break;
        await workspace.run(now + 60_000);
      }
    }
    const end = "2026-07-02T13:00:00Z";
    const history = await workspace.history(end);
    const status = await workspace.at(end, (app) =>
      readStatus(app.cycle, { warnings: [], productionUsdPerMonth: 10 }),
    );
    const files = axes.map((axis) => workspace.read(`axes/${axis}.yaml`));
    return { history, aggregate: status.aggregate, axes: status.axes, files };
  } finally {
    workspace.dispose();
  }
}

/** The verdicts of a month, each log in the given order and number of pieces. */
async function comeIn(workspace: Workspace, month: string, now: number, orders: Orders): Promise<void> {
  for (let piece = 0; piece < orders.pieces; piece += 1) {
    for (const axis of orders.shuffle(`axes ${month} ${piece}`, axes)) {
      const lines = orders.shuffle(`log ${axis} ${month}`, logOf(axis, month));
      workspace.appendLog(
        axis,
        lines.filter((_, index) => index % orders.pieces === piece),
      );
    }
    await workspace.at(now, (app) => app.ingestLogs());
  }
}

/** Every open item is graded, in the given order, in several sittings with a look for grades after each. */
async function gradeAll(workspace: Workspace, now: number, orders: Orders): Promise<number> {
  return workspace.at(now, async (app) => {
    const items = await listBlindItems(app.cycle, { axis: null });
    const observations = orders.shuffle(
      `grades ${now}`,
      items.toSorted((a, b) => (a.text < b.text ? -1 : 1)).flatMap((item) => wordsFor(item, now)),
    );
    const size = Math.ceil(observations.length / orders.sittings);
    for (let start = 0; start < observations.length; start += size) {
      await app.localQueue.answer(observations.slice(start, start + size));
      await collectPass(app.cycle);
    }
    return items.length;
  });
}

/** What the founder says of an item, by its text alone: mostly one word, sometimes a can't-tell or a change of mind. */
function wordsFor({ ref, text }: OpenItem, now: number): readonly GradeObservation[] {
  const dice = numberOf(text);
  const word: Grade = text.startsWith("pass") ? "PASS" : "FAIL";
  const other: Grade = word === "PASS" ? "FAIL" : "PASS";
  const said: readonly Grade[] =
    dice % 9 === 0 ? ["CANT_TELL"] : dice % 5 === 0 ? [other] : dice % 4 === 0 ? [word, other, word] : [word];
  // Before the file came in, each word at an instant of its own.
  const first = now - 3_000_000 + (dice % 1000) * 1000;
  return said.map((grade, turn) => wordAt(ref, grade, first + turn * 60_000, now));
}

function wordAt(ref: string, grade: Grade | null, at: number, observedAt: number): GradeObservation {
  const reason = grade === "FAIL" ? "No date in it." : null;
  return { ref, grade, reason, by: "founder", at, observedAt, via: "import" };
}

/** A month of one axis: two rubrics, verdicts without ids, costs and scores, and errors at one and the same instant. */
function logOf(axis: string, month: string): readonly LogLine[] {
  const size = axis === axes[0] ? { pass: 60, fail: 12, error: 4 } : { pass: 14, fail: 3, error: 1 };
  const line = (word: "pass" | "fail" | "error", index: number): LogLine => ({
    verdict: word === "error" ? { error: index % 2 === 0 ? "timeout" : "refusal" } : word.toUpperCase(),
    at: `${month}-${String(1 + (index % 20)).padStart(2, "0")}T15:00:00Z`,
    id: `${axis}-${month}-${word}-${index}`,
    text: `${word} text ${axis} ${month} ${index}`,
    rubric: `sha256:${(index % 20 < 4 ? "1" : "2").repeat(64)}`,
    cost_usd: 0.1 + index / 1000,
    score: (index % 10) / 10,
  });
  const errorAt = (one: LogLine): LogLine => ({ ...one, at: `${month}-09T15:00:00Z` });
  return [
    ...Array.from({ length: size.pass }, (_, index) => line("pass", index)),
    ...Array.from({ length: size.fail }, (_, index) => line("fail", index)),
    ...Array.from({ length: size.error }, (_, index) => errorAt(line("error", index))),
  ];
}

/** A workspace whose database draws as every other one of these does. */
async function saltedWorkspace(): Promise<Workspace> {
  const workspace = new Workspace({ axes: Object.fromEntries(axes.map((axis) => [axis, ""])) });
  const store = await openStore({
    file: join(workspace.folder, "state/improve-cron.db"),
    workspace: "default",
    timezone: "America/New_York",
    now: () => 0,
    randomBytes: (size) => new Uint8Array(size).fill(7),
  });
  await store.close();
  return workspace;
}

function shuffleBy(seed: number): Shuffle {
  return (name, list) =>
    list
      .map((one, index) => ({ one, place: numberOf(`${seed} ${name} ${index}`) }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ one }) => one);
}

function numberOf(text: string): number {
  return createHash("sha256").update(text).digest().readUIntBE(0, 6);
}
