import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Board, addRow, openBoard, outcomeOf, whole } from "./board.ts";

describe("databases, data sources and their properties", () => {
  let board: Board;
  beforeEach(async () => {
    board = await openBoard();
  });
  afterEach(() => board.double.close());

  async function column(name: string): Promise<unknown> {
    const source = await board.client.dataSources.retrieve({ data_source_id: board.dataSourceId });
    return source.properties[name];
  }

  const create = (
    properties: Parameters<Board["client"]["dataSources"]["create"]>[0]["properties"],
  ): Promise<string> =>
    outcomeOf(board.client.dataSources.create({ parent: { database_id: board.databaseId }, properties }));

  it("keeps the rows in the data source: a query by the database's id finds nothing", async () => {
    const query = board.client.dataSources.query({ data_source_id: board.databaseId });
    expect(await outcomeOf(query)).toBe("404 object_not_found");
    expect(await outcomeOf(board.client.databases.retrieve({ database_id: board.dataSourceId }))).toBe(
      "404 object_not_found",
    );
  });

  it("gives property ids that have to be escaped and finds them in every spelling", async () => {
    const id = board.properties["Grade"] ?? "";
    expect(id).toMatch(/^[\w%]+$/);
    expect(decodeURIComponent(id)).not.toBe(id);
    const page = await addRow(board, "clarity");
    const grade = { select: { id: board.options["PASS"] ?? "" } };
    for (const key of ["Grade", id, decodeURIComponent(id)]) {
      const call = board.client.pages.update({ page_id: page.id, properties: { [key]: grade } });
      expect([key, await outcomeOf(call)]).toEqual([key, "ok"]);
    }
    const item = await board.client.pages.properties.retrieve({ page_id: page.id, property_id: id });
    expect(item).toMatchObject({ id, type: "select", select: { name: "PASS" } });
    const filtered = whole(await board.client.pages.retrieve({ page_id: page.id, filter_properties: [id] }));
    expect(Object.keys(filtered.properties)).toEqual(["Grade"]);
  });

  it("takes parents by database only while there is one data source", async () => {
    const page = (): Promise<unknown> =>
      board.client.pages.create({ parent: { database_id: board.databaseId }, properties: {} });
    expect(await outcomeOf(page())).toBe("ok");
    const second = board.double.founder.addDataSource(board.databaseId, "Reading list");
    const database = await board.client.databases.retrieve({ database_id: board.databaseId });
    expect("data_sources" in database ? database.data_sources.map(({ id }) => id) : []).toEqual([
      second,
      board.dataSourceId,
    ]);
    await expect(page()).rejects.toMatchObject({
      code: "validation_error",
      additional_data: { error_type: "multiple_data_sources_for_database" },
    });
  });

  it("needs exactly one title", async () => {
    expect(await create({ Why: { rich_text: {} } })).toBe("400 validation_error");
    expect(await create({ A: { title: {} }, B: { title: {} } })).toBe("400 validation_error");
    expect(await create({ A: { title: {} } })).toBe("ok");
  });

  it.each([
    ["a comma", "tone, voice"],
    ["101 characters", "x".repeat(101)],
    ["nothing", ""],
  ])("refuses an option name of %s, in the schema and in a row", async (_what, name) => {
    expect(await create({ A: { title: {} }, Axis: { select: { options: [{ name }] } } })).toBe(
      "400 validation_error",
    );
    const page = await addRow(board, "clarity");
    const write = board.client.pages.update({
      page_id: page.id,
      properties: { Grade: { select: { name } } },
    });
    expect(await outcomeOf(write)).toBe("400 validation_error");
  });

  it("refuses two options of one name", async () => {
    expect(
      await create({
        A: { title: {} },
        Axis: { select: { options: [{ name: "clarity" }, { name: "clarity" }] } },
      }),
    ).toBe("400 validation_error");
  });

  it("makes an option where a row names one that does not exist, and refuses an id that does not", async () => {
    const page = await addRow(board, "clarity");
    await board.client.pages.update({
      page_id: page.id,
      properties: { Grade: { select: { name: "pass" } } },
    });
    expect(await column("Grade")).toMatchObject({
      select: { options: [{ name: "PASS" }, { name: "FAIL" }, { name: "Can't tell" }, { name: "pass" }] },
    });
    const write = board.client.pages.update({
      page_id: page.id,
      properties: { Grade: { select: { id: "no;id" } } },
    });
    expect(await outcomeOf(write)).toBe("400 validation_error");
  });

  it("replaces the list of options: what is left out is gone from the rows too", async () => {
    const page = await addRow(board, "clarity");
    const pass = board.options["PASS"] ?? "";
    await board.client.pages.update({ page_id: page.id, properties: { Grade: { select: { id: pass } } } });
    const update = (options: { id?: string; name: string; color?: "blue" }[]): Promise<string> =>
      outcomeOf(
        board.client.dataSources.update({
          data_source_id: board.dataSourceId,
          properties: { Grade: { select: { options } } },
        }),
      );
    expect(await update([{ name: "PASS" }, { name: "FAIL" }, { name: "Later" }])).toBe("ok");
    expect(whole(await board.client.pages.retrieve({ page_id: page.id })).properties["Grade"]).toMatchObject({
      select: { id: pass, name: "PASS" },
    });
    expect(await update([{ name: "PASS", color: "blue" }])).toBe("400 validation_error");
    expect(await update([{ id: pass, name: "GOOD" }])).toBe("ok");
    expect(await column("Grade")).toMatchObject({
      select: { options: [{ id: pass, name: "GOOD", color: "green" }] },
    });
    expect(await update([{ name: "FAIL" }])).toBe("ok");
    expect(whole(await board.client.pages.retrieve({ page_id: page.id })).properties["Grade"]).toMatchObject({
      select: null,
    });
  });

  it("adds, renames, deletes and re-types properties; the title stays", async () => {
    const update = (
      properties: NonNullable<Parameters<Board["client"]["dataSources"]["update"]>[0]["properties"]>,
    ): Promise<string> =>
      outcomeOf(board.client.dataSources.update({ data_source_id: board.dataSourceId, properties }));
    expect(await update({ Minutes: { number: {} } })).toBe("ok");
    expect(await column("Minutes")).toMatchObject({ type: "number" });
    const why = board.properties["Why"] ?? "";
    expect(await update({ [why]: { name: "Reason" } })).toBe("ok");
    expect(await column("Reason")).toMatchObject({ id: why, type: "rich_text" });
    expect(await update({ Reason: { name: "Grade" } })).toBe("400 validation_error");
    expect(await update({ [why]: { select: {} } })).toBe("ok");
    expect(await column("Reason")).toMatchObject({ id: why, type: "select" });
    expect(await update({ Reason: null })).toBe("ok");
    expect(await column("Reason")).toBeUndefined();
    expect(await update({ Reason: null })).toBe("400 validation_error");
    expect(await update({ Task: null })).toBe("400 validation_error");
    expect(await update({ Task: { rich_text: {} } })).toBe("400 validation_error");
  });

  it("has status properties that are never empty and take no new names", async () => {
    await board.client.dataSources.update({
      data_source_id: board.dataSourceId,
      properties: { State: { status: {} } },
    });
    const page = await addRow(board, "clarity");
    expect(page.properties["State"]).toMatchObject({ status: { name: "Not started" } });
    const write = (status: { name: string } | null): Promise<string> =>
      outcomeOf(board.client.pages.update({ page_id: page.id, properties: { State: { status } } }));
    expect(await write(null)).toBe("400 validation_error");
    expect(await write({ name: "Half done" })).toBe("400 validation_error");
    expect(await write({ name: "Done" })).toBe("ok");
  });

  it("keeps a two-way relation true on both sides and edits nobody's row by it", async () => {
    const tasks = await board.client.dataSources.create({
      parent: { database_id: board.databaseId },
      properties: {
        Task: { title: {} },
        Items: {
          relation: {
            data_source_id: board.dataSourceId,
            dual_property: { synced_property_name: "Axis task" },
          },
        },
      },
    });
    const item = await addRow(board, "clarity");
    board.double.clock.advance(120_000);
    const task = await board.client.pages.create({
      parent: { data_source_id: tasks.id },
      properties: { Items: { relation: [{ id: item.id }] } },
    });
    const seen = whole(await board.client.pages.retrieve({ page_id: item.id }));
    expect(seen.properties["Axis task"]).toMatchObject({ relation: [{ id: task.id }] });
    expect(seen.last_edited_time).toBe(item.last_edited_time);
    await board.client.pages.update({ page_id: task.id, properties: { Items: { relation: [] } } });
    const after = whole(await board.client.pages.retrieve({ page_id: item.id }));
    expect(after.properties["Axis task"]).toMatchObject({ relation: [] });
    const stranger = board.client.pages.update({
      page_id: task.id,
      properties: { Items: { relation: [{ id: board.double.parentPageId }] } },
    });
    expect(await outcomeOf(stranger)).toBe("400 validation_error");
  });

  it("shows 25 related pages on the row and all of them through the property", async () => {
    const tasks = await board.client.dataSources.create({
      parent: { database_id: board.databaseId },
      properties: {
        Task: { title: {} },
        Items: { relation: { data_source_id: board.dataSourceId, single_property: {} } },
      },
    });
    const relation = Array.from({ length: 30 }, (_none, at) => ({
      id: board.double.founder.makeRow(board.dataSourceId, `item ${at}`),
    }));
    const task = whole(
      await board.client.pages.create({
        parent: { data_source_id: tasks.id },
        properties: { Items: { relation } },
      }),
    );
    const items = task.properties["Items"];
    expect(items?.type === "relation" ? items.relation : []).toHaveLength(25);
    const all = await board.client.pages.properties.retrieve({
      page_id: task.id,
      property_id: items?.id ?? "",
    });
    expect("results" in all ? all.results : []).toHaveLength(30);
  });

  it("renames a database and puts it into the trash with all that is in it", async () => {
    const page = await addRow(board, "clarity");
    const renamed = await board.client.databases.update({
      database_id: board.databaseId,
      title: [{ text: { content: "Grading" } }],
    });
    expect(renamed).toMatchObject({ title: [{ plain_text: "Grading" }] });
    await board.client.databases.update({ database_id: board.databaseId, in_trash: true });
    expect(whole(await board.client.pages.retrieve({ page_id: page.id })).in_trash).toBe(true);
    const edit = board.client.pages.update({ page_id: page.id, properties: { Order: { number: 1 } } });
    expect(await outcomeOf(edit)).toBe("400 validation_error");
    const row = board.client.pages.create({ parent: { data_source_id: board.dataSourceId } });
    expect(await outcomeOf(row)).toBe("400 validation_error");
  });
});
