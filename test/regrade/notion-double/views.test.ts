import type { CreateViewParameters } from "@notionhq/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Board, addRow, openBoard, outcomeOf } from "./board.ts";

type Filter = NonNullable<CreateViewParameters["filter"]>;
type Sorts = NonNullable<CreateViewParameters["sorts"]>;

/** The SDK types filters and sorts of views as objects without keys; what they hold is checked by the double. */
function filterOf(filter: object): Filter {
  const typed: Filter = JSON.parse(JSON.stringify(filter));
  return typed;
}

function ascending(property: string): Sorts {
  const typed: Sorts = JSON.parse(JSON.stringify([{ property, direction: "ascending" }]));
  return typed;
}

describe("views", () => {
  let board: Board;
  beforeEach(async () => {
    board = await openBoard();
  });
  afterEach(() => board.double.close());

  const id = (name: string): string => board.properties[name] ?? "";
  const toGrade = (): Filter =>
    filterOf({
      and: [
        { property: id("Grade"), select: { is_empty: true } },
        { property: id("Due"), date: { on_or_after: "today" } },
      ],
    });
  const create = (more: Partial<CreateViewParameters> = {}): ReturnType<Board["client"]["views"]["create"]> =>
    board.client.views.create({
      database_id: board.databaseId,
      data_source_id: board.dataSourceId,
      name: "To grade",
      type: "list",
      ...more,
    });

  it("comes with a table view nobody asked for; the last view cannot be deleted", async () => {
    const first = await board.client.views.list({ database_id: board.databaseId });
    expect(first.results).toHaveLength(1);
    const table = first.results[0]?.id ?? "";
    expect(await board.client.views.retrieve({ view_id: table })).toMatchObject({
      type: "table",
      filter: null,
    });
    expect(await outcomeOf(board.client.views.delete({ view_id: table }))).toBe("400 validation_error");
    const list = await create();
    await board.client.views.update({ view_id: table, name: "Everything" });
    expect(board.double.founder.views(board.databaseId).map(({ name }) => name)).toEqual([
      "Everything",
      "To grade",
    ]);
    await board.client.views.delete({ view_id: table });
    const left = await board.client.views.list({ data_source_id: board.dataSourceId });
    expect(left.results.map((view) => view.id)).toEqual([list.id]);
    expect(await outcomeOf(board.client.views.retrieve({ view_id: table }))).toBe("404 object_not_found");
  });

  it("keeps filter, sorts and shown properties, read back by id or by name", async () => {
    const view = await create({
      filter: toGrade(),
      sorts: ascending("Order"),
      configuration: { type: "list", properties: [{ property_id: id("Grade"), visible: false }] },
      position: { type: "start" },
    });
    const read = await board.client.views.retrieve({ view_id: view.id });
    expect(read).toMatchObject({
      name: "To grade",
      data_source_id: board.dataSourceId,
      filter: toGrade(),
      sorts: [{ property: id("Order"), direction: "ascending" }],
      configuration: { type: "list", properties: [{ property_id: id("Grade"), visible: false }] },
    });
    board.double.quirks.viewFilterProperty = "name";
    expect(await board.client.views.retrieve({ view_id: view.id })).toMatchObject({
      filter: { and: [{ property: "Grade" }, { property: "Due" }] },
    });
    expect(board.double.founder.views(board.databaseId)[0]?.viewId).toBe(view.id);
  });

  it("shows the founder what passes the filter now, in its order, with the visible properties", async () => {
    const rows = [];
    for (const [title, order] of [
      ["third", 3],
      ["first", 1],
      ["second", 2],
    ] as const) {
      rows.push(await addRow(board, title, { order }));
    }
    for (const { id: pageId } of rows) board.double.founder.setDate(pageId, "Due", "2026-06-15");
    const hidden = ["Grade", "Why", "Ref", "Order"].map((name) => ({
      property_id: id(name),
      visible: false,
    }));
    const view = await create({
      filter: toGrade(),
      sorts: ascending(id("Order")),
      configuration: { type: "list", properties: [{ property_id: id("Due") }, ...hidden] },
    });
    const seen = (): string[] => board.double.founder.view(view.id).rows.map(({ title }) => title);
    expect(seen()).toEqual(["first", "second", "third"]);
    expect(board.double.founder.view(view.id).rows[0]?.cells).toEqual([
      { propertyId: id("Due"), name: "Due", type: "date", text: "2026-06-15" },
    ]);
    board.double.founder.select(rows[1]?.id ?? "", "Grade", { name: "FAIL" });
    expect(seen()).toEqual(["second", "third"]);
    board.double.founder.trash(rows[2]?.id ?? "");
    expect(seen()).toEqual(["third"]);
    board.double.clock.advance(14 * 86_400_000);
    expect(seen()).toEqual(["third"]);
    board.double.clock.advance(86_400_000);
    expect(seen()).toEqual([]);
    board.double.founder.deleteProperty(board.dataSourceId, "Grade");
    expect(seen()).toEqual(["first", "third"]);
  });

  it("can lose a filter and the hidden properties without a word", async () => {
    board.double.quirks.dropViewFilters = 1;
    board.double.quirks.dropViewProperties = 1;
    const hide: NonNullable<CreateViewParameters["configuration"]> = {
      type: "list",
      properties: [{ property_id: id("Ref"), visible: false }],
    };
    const view = await create({ filter: toGrade(), configuration: hide });
    expect(view).toMatchObject({ filter: null, configuration: { properties: [{ visible: true }] } });
    const again = await board.client.views.update({
      view_id: view.id,
      filter: toGrade(),
      configuration: hide,
    });
    expect(again).toMatchObject({ filter: toGrade(), configuration: { properties: [{ visible: false }] } });
    expect(await board.client.views.update({ view_id: view.id, filter: null })).toMatchObject({
      filter: null,
    });
  });

  it("refuses what does not fit", async () => {
    const other = board.double.founder.makeDatabase("Other", board.double.parentPageId);
    const wrong: Partial<CreateViewParameters>[] = [
      { data_source_id: other.dataSourceId },
      { filter: filterOf({ property: "Verdict", select: { is_empty: true } }) },
      { sorts: ascending("Verdict") },
      { configuration: { type: "table" } },
      { configuration: { type: "list", properties: [{ property_id: "no;id" }] } },
    ];
    for (const more of wrong) expect(await outcomeOf(create(more))).toBe("400 validation_error");
    expect(await outcomeOf(board.client.views.list({}))).toBe("400 validation_error");
    expect(await outcomeOf(board.client.views.list({ database_id: board.dataSourceId }))).toBe(
      "404 object_not_found",
    );
    expect(board.double.founder.views(board.databaseId)).toHaveLength(1);
  });
});
