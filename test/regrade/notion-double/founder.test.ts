import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Founder } from "../../support/notion-double/founder-hands.ts";
import { type Board, addRow, openBoard, whole } from "./board.ts";

const paragraph = (content: string): { paragraph: { rich_text: { text: { content: string } }[] } } => ({
  paragraph: { rich_text: [{ text: { content } }] },
});

describe("the founder's hands", () => {
  let board: Board;
  let founder: Founder;
  let pageId: string;
  beforeEach(async () => {
    board = await openBoard();
    founder = board.double.founder;
    pageId = (await addRow(board, "clarity · 4 of 12", { order: 4, children: [paragraph("The text.")] })).id;
  });
  afterEach(() => board.double.close());

  const read = async (): Promise<ReturnType<typeof whole>> =>
    whole(await board.client.pages.retrieve({ page_id: pageId }));
  const grade = async (): Promise<unknown> => {
    const value = Object.values((await read()).properties).find(({ id }) => id === board.properties["Grade"]);
    return value?.type === "select" ? value.select : value?.type;
  };

  it("grades by an option, types a new one, clears", async () => {
    const pass = board.options["PASS"] ?? "";
    founder.select(pageId, "Grade", { optionId: pass });
    expect(await grade()).toMatchObject({ id: pass, name: "PASS" });
    founder.select(pageId, board.properties["Grade"] ?? "", { name: "PASS" });
    expect(await grade()).toMatchObject({ id: pass });
    founder.select(pageId, "Grade", { name: "pass" });
    expect(await grade()).toMatchObject({ name: "pass" });
    for (const id of Object.values(board.options)) expect(await grade()).not.toMatchObject({ id });
    founder.clear(pageId, "Grade");
    expect(await grade()).toBeNull();
    expect((await read()).last_edited_by.id).toBe(founder.userId);
    expect(() => founder.select(pageId, "Grade", { optionId: "no;id" })).toThrow("does not exist");
    expect(() => founder.select(pageId, "Why", { name: "PASS" })).toThrow("no select");
  });

  it("writes reasons and bodies", async () => {
    founder.write(pageId, "Why", "the tone is off 👋");
    expect(founder.open(pageId).cells.find(({ name }) => name === "Why")?.text).toBe("the tone is off 👋");
    const own = founder.addParagraph(pageId, "my note");
    founder.editBlock(own, "my longer note");
    expect(founder.open(pageId).body).toBe("The text.\nmy longer note");
    founder.deleteBlock(own);
    expect(founder.open(pageId).body).toBe("The text.");
  });

  it("does not edit what is locked or in the trash", () => {
    founder.lock(pageId);
    expect(() => founder.select(pageId, "Grade", { name: "PASS" })).toThrow("locked");
    founder.unlock(pageId);
    founder.trash(pageId);
    expect(() => founder.write(pageId, "Why", "x")).toThrow("trash");
    founder.restore(pageId);
    founder.write(pageId, "Why", "x");
  });

  it("renames a property and an option: ids and values stay", async () => {
    founder.select(pageId, "Grade", { name: "PASS" });
    const edited = await read();
    board.double.clock.advance(120_000);
    founder.renameProperty(board.dataSourceId, "Grade", "My grade");
    founder.renameOption(board.dataSourceId, "My grade", board.options["PASS"] ?? "", "Good");
    expect(await grade()).toMatchObject({ id: board.options["PASS"], name: "Good" });
    expect((await read()).properties["Grade"]).toBeUndefined();
    expect((await read()).last_edited_time).toBe(edited.last_edited_time);
    expect(() => founder.renameProperty(board.dataSourceId, "Why", "My grade")).toThrow("exists");
  });

  it("deletes an option and a property: the value is gone", async () => {
    founder.select(pageId, "Grade", { name: "PASS" });
    founder.deleteOption(board.dataSourceId, "Grade", board.options["PASS"] ?? "");
    expect(await grade()).toBeNull();
    founder.deleteProperty(board.dataSourceId, "Grade");
    expect(await grade()).toBeUndefined();
    expect(() => founder.deleteProperty(board.dataSourceId, "Task")).toThrow("cannot be deleted");
  });

  it("re-types a property: the id stays, text goes along", async () => {
    founder.select(pageId, "Grade", { name: "PASS" });
    founder.retypeProperty(board.dataSourceId, "Grade", "rich_text");
    expect(await grade()).toBe("rich_text");
    expect(founder.open(pageId).cells[0]?.text).toBe("PASS");
    founder.retypeProperty(board.dataSourceId, "Grade", "select");
    expect(await grade()).toMatchObject({ name: "PASS" });
    expect(await grade()).not.toMatchObject({ id: board.options["PASS"] });
    founder.retypeProperty(board.dataSourceId, "Grade", "checkbox");
    expect(await grade()).toBe("checkbox");
  });

  it("duplicates a row with its key, its grade and its body", async () => {
    founder.select(pageId, "Grade", { name: "FAIL" });
    const copyId = founder.duplicate(pageId);
    const copy = whole(await board.client.pages.retrieve({ page_id: copyId }));
    expect(copy.created_by.id).toBe(founder.userId);
    expect(founder.open(copyId)).toMatchObject({ title: "clarity · 4 of 12 (1)", body: "The text." });
    const [one, two] = board.double.rows(board.dataSourceId).map(({ values }) => values);
    expect(two).toEqual(one);
    founder.editBlock(
      (await board.client.blocks.children.list({ block_id: copyId })).results[0]?.id ?? "",
      "changed",
    );
    expect(founder.open(pageId).body).toBe("The text.");
  });

  it("copies the inner blocks too", async () => {
    const inner = { toggle: { rich_text: [], children: [paragraph("inside")] } };
    const nested = await addRow(board, "nested", { children: [inner] });
    const copyId = founder.duplicate(nested.id);
    const toggle = (await board.client.blocks.children.list({ block_id: copyId })).results[0]?.id ?? "";
    founder.editBlock(
      (await board.client.blocks.children.list({ block_id: toggle })).results[0]?.id ?? "",
      "changed",
    );
    expect(founder.open(copyId).body).toContain("changed");
    expect(founder.open(nested.id).body).toContain("inside");
  });

  it("moves a row out and into another data source", async () => {
    const other = founder.makeDatabase("Archive", board.double.parentPageId, {
      Why: { type: "rich_text" },
      Grade: { type: "number" },
    });
    founder.write(pageId, "Why", "kept");
    founder.select(pageId, "Grade", { name: "PASS" });
    founder.move(pageId, { dataSourceId: other.dataSourceId });
    const moved = await read();
    expect(moved.parent).toMatchObject({ data_source_id: other.dataSourceId });
    expect(founder.open(pageId)).toMatchObject({
      title: "clarity · 4 of 12",
      cells: [{ text: "kept" }, { text: "" }],
    });
    founder.move(pageId, { pageId: founder.makePage("Elsewhere") });
    expect((await read()).parent).toMatchObject({ type: "page_id" });
  });

  it("makes his own rows, databases and data sources, renames them and their views", async () => {
    const row = founder.makeRow(board.dataSourceId, "my own");
    expect(board.double.rows(board.dataSourceId).map(({ createdBy }) => createdBy)).toEqual([
      board.double.botId,
      founder.userId,
    ]);
    expect(founder.open(row).title).toBe("my own");
    founder.renameDatabase(board.databaseId, "Blind grading");
    founder.renameDataSource(board.dataSourceId, "Items");
    const last = founder.addDataSource(board.databaseId, "Later", "last");
    expect(await board.client.databases.retrieve({ database_id: board.databaseId })).toMatchObject({
      title: [{ plain_text: "Blind grading" }],
      data_sources: [{ name: "Items" }, { id: last, name: "Later" }],
    });
    const [first] = founder.views(board.databaseId);
    founder.renameView(first?.viewId ?? "", "All");
    expect(founder.view(first?.viewId ?? "").name).toBe("All");
    founder.deleteView(first?.viewId ?? "");
    expect(founder.views(board.databaseId)).toHaveLength(1);
    founder.deleteForEver(board.databaseId);
    expect(() => founder.views(board.databaseId)).toThrow("no database");
  });

  it("sees a screen: the view as cards, the row with all its properties", () => {
    const [view] = founder.views(board.databaseId);
    founder.write(pageId, "Why", "the word 👋 stands where nobody expects it");
    expect(founder.screen(pageId, 24)).toBe(
      [
        "┌──────────────────────────┐",
        "│ clarity · 4 of 12        │",
        "│                          │",
        "│ Grade  Empty             │",
        "│ Why    the word 👋       │",
        "│        stands where      │",
        "│        nobody expects it │",
        "│ Ref    clarity · 4 of 12 │",
        "│ Due    Empty             │",
        "│ Order  4                 │",
        "│ ──────────────────────── │",
        "│ The text.                │",
        "└──────────────────────────┘",
      ].join("\n"),
    );
    const list = founder.screen(view?.viewId ?? "", 24).split("\n");
    expect(list.slice(1, 5)).toEqual([
      "│ Regrade                  │",
      "│ [ Default view ▾ ]       │",
      "│                          │",
      "│ clarity · 4 of 12        │",
    ]);
    expect(founder.screen(board.databaseId, 24)).toBe(founder.screen(view?.viewId ?? "", 24));
  });
});
