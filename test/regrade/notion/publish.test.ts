import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { printable } from "../../../src/regrade/notion/rich-text.ts";
import type { BlindItem } from "../../../src/regrade/queue.ts";
import { blindItems, type NotionBench, openBench, task } from "./notion-bench.ts";

const bell = String.fromCharCode(7);
const escape = String.fromCharCode(27);
const paragraph = "Anna sends the offer by Friday, and Ben calls the client on Monday. ";

/** Each with what must be readable of it. `whole`: every word of it has to be on the page, in its order. */
const artifacts: readonly {
  readonly name: string;
  readonly text: string;
  readonly seen: readonly string[];
  readonly whole?: boolean;
}[] = [
  { name: "empty", text: "", seen: ["(The text is empty.)"] },
  { name: "white space only", text: " \n\t\n", seen: ["(The text is empty.)"] },
  { name: "1 character", text: "x", seen: ["x"] },
  { name: "300 KB in one line", text: paragraph.repeat(4500), seen: [], whole: true },
  { name: "300 KB in paragraphs", text: `${paragraph.repeat(10)}\n\n`.repeat(450), seen: [], whole: true },
  { name: "1 MB of what takes two bytes in JSON", text: '"'.repeat(1_000_000), seen: [], whole: true },
  {
    name: "5,000 lines",
    text: Array.from({ length: 5000 }, (_, index) => `line ${index}`).join("\n"),
    seen: [],
    whole: true,
  },
  {
    name: "5,000 paragraphs",
    text: Array.from({ length: 5000 }, (_, index) => `paragraph ${index}`).join("\n\n"),
    seen: [],
    whole: true,
  },
  {
    name: "250 list entries",
    text: Array.from({ length: 250 }, (_, index) => `- entry ${index}`).join("\n"),
    seen: ["entry 0", "entry 249"],
  },
  { name: "only emoji", text: "👩‍👩‍👧‍👦🎉".repeat(700), seen: [], whole: true },
  {
    name: "an emoji across position 2,000",
    text: `${"a".repeat(1999)}😀${"b".repeat(100)}`,
    seen: ["😀"],
    whole: true,
  },
  { name: "2,001 characters", text: "a".repeat(2001), seen: [], whole: true },
  {
    name: "right to left",
    text: "שלום עולם\n\nمرحبا بالعالم",
    seen: ["שלום עולם", "مرحبا بالعالم"],
    whole: true,
  },
  {
    name: "control characters",
    text: `one${bell}two\u0000three${escape}[31mred`,
    seen: ["one␇two␀three␛[31mred"],
  },
  { name: "lone surrogates", text: "one \ud83d two \udc00 three", seen: ["one � two � three"] },
  { name: "CRLF", text: "one\r\ntwo\r\n\r\nthree\r", seen: ["one", "two", "three"] },
  {
    name: "fences",
    text: "```ts\nconst a = 1;\n```\n\n~~~~nonsense-language\nx\n~~~~\n\n```\nnever closed",
    seen: ["const a = 1;", "x", "never closed"],
  },
  { name: "tables", text: "| who | when |\n|---|---|\n| Anna | Friday |", seen: ["| Anna | Friday |"] },
  {
    name: "links that Notion refuses",
    text: "[a](obsidian://open?vault=x) [b](./there.md) [c](https://example.org/ü) [d](file:///etc/passwd) [e](javascript:alert(1)) ![f](https://example.org/f.png) [g](https://)",
    seen: [
      "[a](obsidian://open?vault=x)",
      "[b](./there.md)",
      "[d](file:///etc/passwd)",
      "![f](https://example.org/f.png)",
      "[g](https://)",
    ],
  },
  {
    name: "a link longer than Notion takes",
    text: `[long](https://example.org/${"a".repeat(2100)})`,
    seen: ["[long](https://example.org/"],
  },
  { name: "300 links in a paragraph", text: "[here](https://example.org/a) ".repeat(300), seen: ["here"] },
  {
    name: "HTML",
    text: "<script>alert(1)</script>\n<b>bold</b>",
    seen: ["<script>alert(1)</script>", "<b>bold</b>"],
  },
  {
    name: "headings and nested lists",
    text: "# One\n\n#### Four\n\n- a\n  - b\n      - c\n\n1. first\n2. second\n7. seventh",
    seen: ["One", "Four", "a", "b", "c", "first", "second", "7. seventh"],
  },
  {
    name: "the closing line of the page itself",
    text: "Grade at the top. One line in Why helps most when you choose FAIL.",
    seen: [],
    whole: true,
  },
  { name: "JSON", text: JSON.stringify({ a: [1, { b: "c" }] }, null, 2), seen: ['"b": "c"'], whole: true },
];

describe("an artifact in Notion", () => {
  let bench: NotionBench;
  beforeAll(async () => {
    bench = await openBench();
    await bench.notion.queue.prepare({ ...task, items: artifacts.length });
  });
  afterAll(() => bench.close());

  it.each(artifacts)("$name: arrives readable and whole", async ({ name, text, seen, whole = false }) => {
    const ref = `artifact${artifacts.findIndex((one) => one.name === name)}`;
    const item: BlindItem = { ...itemOf(), ref, text };
    expect(await bench.notion.queue.publish(item, 1)).toMatchObject({ state: "created" });
    const { body } = bench.double.founder.open(await bench.pageOf(ref));
    for (const words of seen) expect(body).toContain(words);
    expect(bare(body)).toContain(whole ? bare(printable(text)) : "");
    expect(body).toContain("Judge the text below on its own");
    expect(body.trimEnd().endsWith("choose FAIL.")).toBe(true);
    expect(bench.double.violations).toEqual([]);
    expect(bench.complaints).toEqual([]);
  });
});

function itemOf(): BlindItem {
  const [item] = blindItems(1);
  if (item === undefined) throw new Error("there is one");
  return item;
}

/** Where blocks and pieces are cut is no part of the text. */
function bare(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

describe("publishing an item", () => {
  let bench: NotionBench;
  beforeEach(async () => {
    bench = await openBench();
    return async () => {
      expect(bench.double.violations).toEqual([]);
      await bench.close();
    };
  });

  it("gives up the form and not the text where Notion refuses it", async () => {
    const { double, notion } = bench;
    const rule = double.faults.add({
      on: { operation: "pages.create", where: ({ body }) => body.includes('"link"') },
      fault: { kind: "error", status: 400, code: "validation_error", message: "Invalid URL for link." },
      times: "always",
    });
    const item = { ...itemOf(), text: "See [this](https://example.org/a)." };
    expect(await notion.queue.publish(item, 1)).toMatchObject({ state: "created" });
    expect(rule.hits).toBe(1);
    expect(double.founder.open(await bench.pageOf(item.ref)).body).toContain(
      "See [this](https://example.org/a).",
    );
  });

  it("sets one item aside that Notion will not have, and goes on with the others", async () => {
    const { double, notion } = bench;
    double.faults.add({
      on: { operation: "pages.create", where: ({ body }) => body.includes("Dispatch 1") },
      fault: {
        kind: "error",
        status: 400,
        code: "validation_error",
        message: "body failed validation: instead was `Dispatch 1 secret text`",
      },
      times: "always",
    });
    const outcomes = [];
    for (const item of blindItems(3)) outcomes.push(await notion.queue.publish(item, 1));
    expect(outcomes.map(({ state }) => state)).toEqual(["created", "refused", "created"]);
    // What Notion quotes of the text goes no further.
    expect(JSON.stringify(outcomes)).not.toContain("secret text");
  });

  it("takes a refusal that follows a deleted property for what it is", async () => {
    const place = await bench.place();
    await bench.notion.queue.prepare(task);
    bench.double.founder.deleteProperty(place.items.dataSourceId, place.items.properties.ref);
    expect(await bench.notion.queue.publish(itemOf(), 1)).toMatchObject({
      state: "waiting",
      everywhere: true,
    });
  });

  it("stops where the workspace may hold no more blocks", async () => {
    await bench.notion.queue.prepare(task);
    bench.double.quirks.lifetimeBlocks = 0;
    expect(await bench.notion.queue.publish(itemOf(), 1)).toMatchObject({
      state: "waiting",
      everywhere: true,
    });
  });

  it.each([false, true])(
    "brings the parts of a long text once, whatever comes of a request (written %s)",
    async (written) => {
      const { double, notion } = bench;
      const text = Array.from({ length: 400 }, (_, index) => `paragraph ${index}`).join("\n\n");
      const item = { ...itemOf(), text };
      for (const fault of [
        { kind: "reset" },
        { kind: "server-error", status: 500, body: "html" },
        { kind: "conflict" },
      ] as const) {
        double.faults.add({ on: { operation: "blocks.children.append" }, fault, written, nth: 2 });
      }
      expect(await notion.queue.publish(item, 1)).toMatchObject({ state: "created" });
      const { body } = double.founder.open(await bench.pageOf(item.ref));
      const lines = body.split("\n").filter((line) => line.startsWith("paragraph "));
      expect(lines).toEqual(text.split("\n\n"));
    },
  );

  it("completes a long text whose parts were interrupted", async () => {
    const { double, notion } = bench;
    const text = Array.from({ length: 400 }, (_, index) => `paragraph ${index}`).join("\n\n");
    const item = { ...itemOf(), text };
    const rule = double.faults.add({
      on: { operation: "blocks.children.append" },
      fault: { kind: "rate-limited", retryAfter: 4000 },
      nth: 2,
      times: "always",
    });
    expect(await notion.queue.publish(item, 1)).toMatchObject({ state: "waiting", everywhere: true });
    rule.remove();
    double.clock.advance(2 * 3_600_000);
    expect(await bench.restart().queue.publish(item, 2)).toMatchObject({ state: "created" });
    const { body } = double.founder.open(await bench.pageOf(item.ref));
    expect(body.split("\n").filter((line) => line.startsWith("paragraph "))).toEqual(text.split("\n\n"));
    expect(await bench.items()).toHaveLength(1);
  });

  it("finds its pages again after its own database was restored from an old copy", async () => {
    const { memory, notion } = bench;
    const old = new Map(memory.facts);
    for (const item of blindItems(3)) await notion.queue.publish(item, 1);
    memory.facts.clear();
    for (const [name, value] of old) memory.facts.set(name, value);
    bench.double.clock.advance(60_000);
    const { queue } = bench.restart();
    for (const item of blindItems(3))
      expect(await queue.publish(item, 1)).toMatchObject({ state: "created" });
    expect(await bench.items()).toHaveLength(3);
    expect(await bench.tasks()).toHaveLength(1);
  });

  it("writes the axis by the id of its option, whatever the founder calls it", async () => {
    const { double, notion } = bench;
    const [one, two] = blindItems(2);
    if (one === undefined || two === undefined) throw new Error("there are two");
    await notion.queue.publish(one, 1);
    const place = await bench.place();
    const optionId = bench.memory.facts.get("axis-option/verify-dispatch") ?? "";
    double.founder.renameOption(
      place.items.dataSourceId,
      place.items.properties.axis,
      optionId,
      "Dispatches",
    );
    await bench.restart().queue.publish(two, 1);
    expect((await bench.items()).map(({ values }) => values["Axis"])).toEqual(["Dispatches", "Dispatches"]);
  });

  it("tells the new number when more items were drawn, and makes a task anew that was thrown away", async () => {
    const { double, notion } = bench;
    await notion.queue.prepare(task);
    await notion.queue.prepare({ ...task, items: 9, minutes: 14 });
    expect(await bench.tasks()).toMatchObject([{ values: { "Items to grade": "9", Minutes: "14" } }]);
    const [made] = await bench.tasks();
    double.founder.trash(made?.pageId ?? "");
    await notion.queue.prepare(task);
    const again = await bench.tasks();
    expect(again).toHaveLength(1);
    expect(again[0]?.pageId).not.toBe(made?.pageId);
  });

  it("dates an item by its day, also where the clocks change", async () => {
    const item = { ...itemOf(), due: "2026-11-01" };
    await bench.notion.queue.publish(item, 1);
    expect(
      bench.double.founder.open(await bench.pageOf(item.ref)).cells.find(({ name }) => name === "Due")?.text,
    ).toBe("2026-11-01");
  });
});

describe("a page whose making was not answered", () => {
  it("is found in the trash, where the founder put it meanwhile", async () => {
    const bench = await openBench();
    const { double, notion } = bench;
    await notion.queue.prepare(task);
    double.faults.add({ on: { operation: "pages.create" }, fault: { kind: "reset" }, written: true });
    const stop = double.onRequest(async ({ operation }, phase) => {
      if (operation !== "pages.create" || phase !== "answered") return;
      for (const { pageId } of await bench.items()) double.founder.trash(pageId);
    });
    expect(await notion.queue.publish(itemOf(), 1)).toMatchObject({ state: "created" });
    stop();
    expect(double.requests.filter(({ operation }) => operation === "pages.create")).toHaveLength(2);
    expect(await bench.items()).toHaveLength(0);
    await bench.close();
  });

  it("is looked for by the next program after Notion was out of reach, and not made a second time", async () => {
    const bench = await openBench();
    const { double } = bench;
    double.quirks.lagMs = 10_000;
    double.faults.add({ on: { operation: "pages.create" }, fault: { kind: "reset" }, written: true });
    const outage = double.faults.add({
      on: { operation: "dataSources.query" },
      fault: { kind: "server-error", status: 503, body: "html" },
      nth: 2,
      times: "always",
    });
    for (let passes = 1; passes <= 8; passes += 1) {
      expect(await bench.restart().queue.prepare(task)).toMatchObject({ state: "waiting", everywhere: true });
      double.clock.advance(900_000);
    }
    outage.remove();
    expect(await bench.restart().queue.prepare(task)).toEqual({ state: "ready" });
    expect(await bench.tasks()).toHaveLength(1);
    await bench.close();
  });
});
