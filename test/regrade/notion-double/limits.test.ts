import type { CreatePageParameters } from "@notionhq/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Board, openBoard, outcomeOf } from "./board.ts";

type Children = NonNullable<CreatePageParameters["children"]>;
type Properties = NonNullable<CreatePageParameters["properties"]>;

const text = (content: string): { text: { content: string } } => ({ text: { content } });
const paragraph = (content: string): Children[number] => ({ paragraph: { rich_text: [text(content)] } });
const link = (url: string): Children[number] => ({
  paragraph: { rich_text: [{ text: { content: "a link", link: { url } } }] },
});
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

const nested = (lists: number, each: number): Children =>
  times(lists, { toggle: { rich_text: [], children: times(each, { divider: {} }) } });

const blocks = (count: number): Children =>
  times(count, { paragraph: { rich_text: times(3, text("x".repeat(1900))) } });

describe("lengths, counts and links", () => {
  let board: Board;
  beforeAll(async () => {
    board = await openBoard();
  });
  afterAll(() => board.double.close());

  /** The outcome of creating a row, and whether it was noted as the client's doing. */
  async function create(children: Children, properties: Properties = {}): Promise<string> {
    const before = board.double.violations.length;
    const rows = board.double.rows(board.dataSourceId).length;
    const outcome = await outcomeOf(
      board.client.pages.create({ parent: { data_source_id: board.dataSourceId }, properties, children }),
    );
    // A refused page leaves nothing behind.
    const made = board.double.rows(board.dataSourceId).length - rows;
    expect(made).toBe(outcome === "ok" ? 1 : 0);
    const noted = board.double.violations.slice(before).map(({ kind }) => kind);
    return [outcome, ...noted].join(" ");
  }
  const refused = "400 validation_error limit";

  it("counts UTF-16 units: 2,000 pass, 2,001 do not, an emoji is two", async () => {
    expect(await create([paragraph("x".repeat(2000))])).toBe("ok");
    expect(await create([paragraph("x".repeat(2001))])).toBe(refused);
    expect(await create([paragraph(`${"x".repeat(1998)}👋`)])).toBe("ok");
    expect(await create([paragraph(`${"x".repeat(1999)}👋`)])).toBe(refused);
  });

  it("measures runs in properties, captions and cells too", async () => {
    const long = [text("x".repeat(2001))];
    expect(await create([], { Why: { rich_text: long } })).toBe(refused);
    expect(await create([], { Task: { title: long } })).toBe(refused);
    expect(await create([{ code: { rich_text: [], caption: long, language: "json" } }])).toBe(refused);
    expect(await create([{ table: { table_width: 1, children: [{ table_row: { cells: [long] } }] } }])).toBe(
      refused,
    );
  });

  it("takes 100 runs and no more", async () => {
    const runs = (count: number): Children => [{ paragraph: { rich_text: times(count, text("x")) } }];
    expect(await create(runs(100))).toBe("ok");
    expect(await create(runs(101))).toBe(refused);
    const cells = [times(101, text("x"))];
    expect(await create([{ table: { table_width: 1, children: [{ table_row: { cells } }] } }])).toBe(refused);
  });

  it("takes equations of 1,000", async () => {
    expect(await create([{ equation: { expression: "x".repeat(1000) } }])).toBe("ok");
    expect(await create([{ equation: { expression: "x".repeat(1001) } }])).toBe(refused);
  });

  it("takes 100 children in one list", async () => {
    expect(await create(times(100, paragraph("x")))).toBe("ok");
    expect(await create(times(101, paragraph("x")))).toBe(refused);
  });

  it("takes 1,000 blocks of all levels", async () => {
    expect(await create(nested(10, 99))).toBe("ok");
    expect(await create([...nested(10, 99), paragraph("one more")])).toBe(refused);
  });

  it("takes two levels below the top", async () => {
    const two = { bulleted_list_item: { rich_text: [], children: [{ quote: { rich_text: [] } }] } };
    expect(await create([{ toggle: { rich_text: [], children: [two] } }])).toBe("ok");
    // The SDK's types refuse the third level as well.
    const three: Children[number] = JSON.parse(
      JSON.stringify({
        paragraph: { rich_text: [], children: [{ toggle: { rich_text: [], children: [two] } }] },
      }),
    );
    expect(await create([three])).toBe(refused);
  });

  it("takes 500 KB", async () => {
    expect(await create(blocks(80))).toBe("ok");
    expect(await create(blocks(90))).toBe(refused);
  });

  it.each([
    ["https", "https://example.com/a?b=c#d", "ok"],
    ["http with a port", "http://localhost:3000/x", "ok"],
    ["2,000 characters", `https://example.com/${"x".repeat(1980)}`, "ok"],
    ["2,001 characters", `https://example.com/${"x".repeat(1981)}`, refused],
    ["obsidian", "obsidian://open?vault=a", refused],
    ["a file", "file:///etc/hosts", refused],
    ["mail", "mailto:mara@example.com", refused],
    ["a relative path", "notes/relative.md", refused],
    ["a bare word", "url", refused],
    ["nothing", "", refused],
    ["letters that are not ASCII", "https://例え.jp/概要", refused],
    ["a space", "https://exa mple.com", refused],
  ])("a link: %s", async (_what, url, outcome) => {
    expect(await create([link(url)])).toBe(outcome);
    expect(await create([{ bookmark: { url } }])).toBe(outcome);
  });

  it("takes any text in a URL property, up to 2,000", async () => {
    const source = board.double.founder.makeDatabase("Sources", board.double.parentPageId, {
      Link: { type: "url" },
    });
    const write = (url: string): Promise<string> =>
      outcomeOf(
        board.client.pages.create({
          parent: { data_source_id: source.dataSourceId },
          properties: { Link: { url } },
        }),
      );
    expect(await write("obsidian://open")).toBe("ok");
    expect(await write("x".repeat(2001))).toBe("400 validation_error");
  });

  it("refuses NUL and halves of emoji, takes other control characters", async () => {
    expect(await create([paragraph("bell \u0007 and tab \t")])).toBe("ok");
    expect(await create([paragraph("nul \u0000")])).toBe(refused);
    expect(await create([paragraph("half \ud83d")])).toBe(refused);
    expect(await create([paragraph("half \udc4b")])).toBe(refused);
  });

  it("takes 100 relations and 100 options", async () => {
    const ids = times(101, { id: board.double.parentPageId });
    expect(await create([], { Items: { relation: ids } })).toBe(refused);
    const options = Array.from({ length: 101 }, (_none, at) => ({ name: `option ${at}` }));
    const update = (count: number): Promise<string> =>
      outcomeOf(
        board.client.dataSources.update({
          data_source_id: board.dataSourceId,
          properties: { Axis: { select: { options: options.slice(0, count) } } },
        }),
      );
    expect(await update(100)).toBe("ok");
    expect(await update(101)).toBe("400 validation_error");
  });

  it("counts the blocks that were ever made where the workspace is free", async () => {
    board.double.quirks.lifetimeBlocks = 0;
    expect(await create([paragraph("one too many")])).toBe("400 validation_error");
    expect(await create([])).toBe("ok");
    board.double.quirks.lifetimeBlocks = null;
  });
});
