import type { AppendBlockChildrenParameters } from "@notionhq/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Board, addRow, openBoard, outcomeOf, whole } from "./board.ts";

type Children = AppendBlockChildrenParameters["children"];
const paragraph = (content: string): Children[number] => ({
  paragraph: { rich_text: [{ text: { content } }] },
});

describe("blocks", () => {
  let board: Board;
  beforeAll(async () => {
    board = await openBoard();
  });
  afterAll(() => board.double.close());

  async function lines(id: string): Promise<string[]> {
    const list = await board.client.blocks.children.list({ block_id: id });
    return list.results.map((block) => {
      if (!("type" in block)) return "";
      return block.type === "paragraph"
        ? block.paragraph.rich_text.map((run) => run.plain_text).join("")
        : block.type;
    });
  }

  it("keeps every kind of block an artifact needs, children on their own level", async () => {
    const page = await addRow(board, "kinds", {
      children: [
        { heading_1: { rich_text: [{ text: { content: "Title" } }] } },
        { callout: { rich_text: [{ text: { content: "Judge the text below." } }], icon: { emoji: "📝" } } },
        { divider: {} },
        { bulleted_list_item: { rich_text: [], children: [{ to_do: { rich_text: [], checked: true } }] } },
        { numbered_list_item: { rich_text: [] } },
        { quote: { rich_text: [{ text: { content: "said" }, annotations: { italic: true } }] } },
        { code: { rich_text: [{ text: { content: "let a = 1;" } }], language: "javascript" } },
        { equation: { expression: "a^2" } },
        { bookmark: { url: "https://example.com/full-text" } },
        { image: { external: { url: "https://example.com/a.png" } } },
        {
          table: { table_width: 2, has_column_header: true, children: [{ table_row: { cells: [[], []] } }] },
        },
      ],
    });
    const list = await board.client.blocks.children.list({ block_id: page.id });
    const types = list.results.map((block) => ("type" in block ? [block.type, block.has_children] : []));
    expect(types).toEqual([
      ["heading_1", false],
      ["callout", false],
      ["divider", false],
      ["bulleted_list_item", true],
      ["numbered_list_item", false],
      ["quote", false],
      ["code", false],
      ["equation", false],
      ["bookmark", false],
      ["image", false],
      ["table", true],
    ]);
    expect(await lines(list.results[3]?.id ?? "")).toEqual(["to_do"]);
    expect(await lines(list.results[10]?.id ?? "")).toEqual(["table_row"]);
  });

  it("appends at the end, at the start and after a block; each call adds again", async () => {
    const page = await addRow(board, "append", { children: [paragraph("a")] });
    const append = (text: string, position?: AppendBlockChildrenParameters["position"]): Promise<unknown> =>
      board.client.blocks.children.append({
        block_id: page.id,
        children: [paragraph(text)],
        ...(position === undefined ? {} : { position }),
      });
    await append("b");
    await append("b");
    const first = (await board.client.blocks.children.list({ block_id: page.id })).results[0]?.id ?? "";
    await append("after a", { type: "after_block", after_block: { id: first } });
    await append("start", { type: "start" });
    expect(await lines(page.id)).toEqual(["start", "a", "after a", "b", "b"]);
    expect(await outcomeOf(append("x", { type: "after_block", after_block: { id: page.id } }))).toBe(
      "400 validation_error",
    );
  });

  it("appends below a block and takes 100 at a time", async () => {
    const page = await addRow(board, "nested", { children: [{ toggle: { rich_text: [] } }] });
    const toggle = (await board.client.blocks.children.list({ block_id: page.id })).results[0]?.id ?? "";
    const append = (count: number): Promise<string> =>
      outcomeOf(
        board.client.blocks.children.append({
          block_id: toggle,
          children: Array.from({ length: count }, (_none, at) => paragraph(`${at}`)),
        }),
      );
    expect(await append(101)).toBe("400 validation_error");
    expect(await append(100)).toBe("ok");
    expect(await append(5)).toBe("ok");
    const first = await board.client.blocks.children.list({ block_id: toggle });
    expect(first).toMatchObject({ has_more: true });
    const rest = await board.client.blocks.children.list({
      block_id: toggle,
      start_cursor: first.next_cursor,
    });
    expect(rest.results).toHaveLength(5);
    expect(rest).toMatchObject({ has_more: false, next_cursor: null });
  });

  it.each([
    [
      "cells that do not fit the table",
      [{ table: { table_width: 2, children: [{ table_row: { cells: [[]] } }] } }],
    ],
    ["a table without rows", [{ table: { table_width: 2, children: [] } }]],
    ["a row outside a table", [{ table_row: { cells: [[]] } }]],
    [
      "children of a heading that is not toggleable",
      [{ heading_2: { rich_text: [], children: [{ divider: {} }] } }],
    ],
    ["one column alone", [{ column_list: { children: [{ column: { children: [{ divider: {} }] } }] } }]],
  ] satisfies [string, Children][])("refuses %s", async (_what, children) => {
    const page = await addRow(board, "refused");
    expect(await outcomeOf(board.client.blocks.children.append({ block_id: page.id, children }))).toBe(
      "400 validation_error",
    );
    expect(await lines(page.id)).toEqual([]);
  });

  it("updates and deletes blocks and notes the page as edited", async () => {
    const page = await addRow(board, "update", { children: [paragraph("old"), paragraph("stays")] });
    const [block] = (await board.client.blocks.children.list({ block_id: page.id })).results;
    board.double.clock.advance(180_000);
    await board.client.blocks.update({
      block_id: block?.id ?? "",
      paragraph: { rich_text: [{ text: { content: "new" } }] },
    });
    expect(await lines(page.id)).toEqual(["new", "stays"]);
    const edited = whole(await board.client.pages.retrieve({ page_id: page.id }));
    expect(edited.last_edited_time > page.last_edited_time).toBe(true);
    await board.client.blocks.delete({ block_id: block?.id ?? "" });
    expect(await lines(page.id)).toEqual(["stays"]);
    const gone = board.client.blocks.update({ block_id: block?.id ?? "", paragraph: { rich_text: [] } });
    expect(await outcomeOf(gone)).toBe("400 validation_error");
    await board.client.blocks.delete({ block_id: page.id });
    expect(whole(await board.client.pages.retrieve({ page_id: page.id })).in_trash).toBe(true);
  });

  it("shows pages and databases among the children of a page", async () => {
    const list = await board.client.blocks.children.list({ block_id: board.double.parentPageId });
    expect(list.results.map((block) => [block.id, "type" in block ? block.type : ""])).toContainEqual([
      board.databaseId,
      "child_database",
    ]);
  });
});
