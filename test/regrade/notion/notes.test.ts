import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TaskNote } from "../../../src/core/effect.ts";
import { blindItems, type NotionBench, openBench, task } from "./notion-bench.ts";

const items = blindItems(2);
const note: TaskNote = {
  queue: "notion",
  axis: task.axis,
  period: task.period,
  heading: "Result of 2026-05",
  lines: [{ text: "kept" }, { text: "a probe", link: { url: "https://example.org/a" } }],
  page: {
    title: "verify-dispatch · result",
    lines: [{ text: "differed", link: { ref: items[0]?.ref ?? "" } }],
  },
};

let bench: NotionBench;
beforeEach(async () => {
  bench = await openBench();
  await bench.notion.queue.prepare(task);
  for (const item of items) await bench.notion.queue.publish(item, 1);
});
afterEach(async () => {
  expect(bench.double.violations).toEqual([]);
  await bench.close();
});

async function body(): Promise<string> {
  const [one] = await bench.tasks();
  return bench.double.founder.open(one?.pageId ?? "").body;
}

function occurrences(text: string, words: string): number {
  return text.split(words).length - 1;
}

describe("a note below an axis task", () => {
  it("is added once, with its page, however often it is asked for", async () => {
    for (let times = 0; times < 3; times += 1) {
      expect(await bench.restart().queue.addNote(note)).toMatchObject({ state: "done" });
      bench.double.clock.advance(1000);
    }
    const text = await body();
    expect(occurrences(text, "Result of 2026-05")).toBe(1);
    expect(occurrences(text, "[verify-dispatch · result]")).toBe(1);
    expect(text).toContain("kept");
  });

  it("stands beside another one", async () => {
    await bench.notion.queue.addNote(note);
    await bench.notion.queue.addNote({ ...note, heading: "Probes of 2026-05", page: null });
    const text = await body();
    expect(occurrences(text, "Result of 2026-05")).toBe(1);
    expect(occurrences(text, "Probes of 2026-05")).toBe(1);
  });

  it.each(
    (["pages.create", "blocks.children.append"] as const).flatMap((operation) =>
      [false, true].map((written) => ({ operation, written })),
    ),
  )(
    "is added once although $operation was interrupted (written $written)",
    async ({ operation, written }) => {
      bench.double.faults.add({ on: { operation }, fault: { kind: "reset" }, written });
      expect(await bench.notion.queue.addNote(note)).toMatchObject({ state: "done" });
      const text = await body();
      expect(occurrences(text, "Result of 2026-05")).toBe(1);
      expect(occurrences(text, "[verify-dispatch · result]")).toBe(1);
    },
  );

  it("leaves the items alone", async () => {
    const before = bench.double.requests.length;
    await bench.notion.queue.addNote(note);
    const pages = (await bench.items()).map(({ pageId }) => pageId);
    const written = bench.double.requests
      .slice(before)
      .filter(({ method, operation }) => method !== "GET" && operation !== "dataSources.query");
    expect(written.length).toBeGreaterThan(0);
    for (const { path } of written) for (const page of pages) expect(path).not.toContain(page);
  });

  it("waits while Notion is out of reach, and is dropped where the task is gone", async () => {
    await bench.double.refuseConnections(true);
    expect(await bench.notion.queue.addNote(note)).toMatchObject({ state: "waiting" });
    await bench.double.refuseConnections(false);
    const [one] = await bench.tasks();
    bench.double.founder.trash(one?.pageId ?? "");
    expect(await bench.notion.queue.addNote(note)).toMatchObject({ state: "done" });
  });
});
