import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Board, addRow, openBoard, outcomeOf, whole } from "./board.ts";

describe("pages", () => {
  let board: Board;
  beforeEach(async () => {
    board = await openBoard();
  });
  afterEach(() => board.double.close());

  const retrieve = async (id: string): Promise<ReturnType<typeof whole>> =>
    whole(await board.client.pages.retrieve({ page_id: id }));
  const order = (id: string, number: number): Promise<string> =>
    outcomeOf(board.client.pages.update({ page_id: id, properties: { Order: { number } } }));

  it("gives a row its parent, its maker and an address on the present host", async () => {
    const page = await addRow(board, "clarity · 4 of 12", { order: 4 });
    expect(page).toMatchObject({
      parent: { type: "data_source_id", data_source_id: board.dataSourceId, database_id: board.databaseId },
      created_by: { id: board.double.botId },
      last_edited_by: { id: board.double.botId },
      in_trash: false,
      is_archived: false,
      url: board.double.urlOf(page.id),
    });
    expect(page.url).toMatch(/^https:\/\/app\.notion\.com\//);
    expect("archived" in page).toBe(false);
    expect(page.properties).toMatchObject({
      Grade: { select: null },
      Order: { number: 4 },
      Why: { rich_text: [] },
    });
  });

  it("carries archived only where it is asked to", async () => {
    board.double.quirks.archivedInResponses = true;
    expect(await addRow(board, "clarity")).toMatchObject({ archived: false });
  });

  it("refuses a parent that is missing, the workspace, or not there", async () => {
    const create = (parent?: { workspace: true } | { page_id: string }): Promise<string> =>
      outcomeOf(board.client.pages.create(parent === undefined ? {} : { parent }));
    expect(await create()).toBe("400 validation_error");
    expect(await create({ workspace: true })).toBe("400 validation_error");
    expect(await create({ page_id: board.dataSourceId })).toBe("404 object_not_found");
    expect(await create({ page_id: board.double.parentPageId })).toBe("ok");
  });

  it("refuses a property that does not exist and a value of another type, and makes nothing", async () => {
    const create = (
      properties: Parameters<Board["client"]["pages"]["create"]>[0]["properties"],
    ): Promise<string> =>
      outcomeOf(
        board.client.pages.create({
          parent: { data_source_id: board.dataSourceId },
          ...(properties === undefined ? {} : { properties }),
        }),
      );
    expect(await create({ Verdict: { rich_text: [] } })).toBe("400 validation_error");
    expect(await create({ Grade: { rich_text: [] } })).toBe("400 validation_error");
    expect(await create({ Order: { number: 1 }, [board.properties["Order"] ?? ""]: { number: 2 } })).toBe(
      "400 validation_error",
    );
    expect(board.double.rows(board.dataSourceId)).toHaveLength(0);
    expect(board.double.violations).toEqual([]);
  });

  it("makes nothing where one block is refused", async () => {
    const create = board.client.pages.create({
      parent: { data_source_id: board.dataSourceId },
      children: [
        { paragraph: { rich_text: [] } },
        { table: { table_width: 2, children: [{ table_row: { cells: [[]] } }] } },
      ],
    });
    expect(await outcomeOf(create)).toBe("400 validation_error");
    expect(board.double.rows(board.dataSourceId)).toHaveLength(0);
  });

  it("cuts times to the minute: two edits in one minute look like one", async () => {
    const page = await addRow(board, "clarity");
    expect(page.created_time).toMatch(/T\d\d:\d\d:00\.000Z$/);
    board.double.clock.advance(5 * 60_000 - (board.double.clock.now() % 60_000));
    board.double.founder.select(page.id, "Grade", { name: "PASS" });
    const first = await retrieve(page.id);
    board.double.clock.advance(30_000);
    board.double.founder.select(page.id, "Grade", { name: "FAIL" });
    const second = await retrieve(page.id);
    expect(second.last_edited_time).toBe(first.last_edited_time);
    expect(second.properties["Grade"]).toMatchObject({ select: { name: "FAIL" } });
    expect(second.last_edited_by.id).toBe(board.double.founder.userId);
    expect(second.created_time).toBe(page.created_time);
  });

  it("in the trash: still retrieved, not edited, not added to, taken out again", async () => {
    const page = await addRow(board, "clarity");
    board.double.founder.trash(page.id);
    expect((await retrieve(page.id)).in_trash).toBe(true);
    expect(await order(page.id, 2)).toBe("400 validation_error");
    const append = board.client.blocks.children.append({ block_id: page.id, children: [{ divider: {} }] });
    expect(await outcomeOf(append)).toBe("400 validation_error");
    expect(await outcomeOf(board.client.pages.update({ page_id: page.id, in_trash: true }))).toBe("ok");
    expect(board.double.violations).toEqual([]);
    expect(await outcomeOf(board.client.pages.update({ page_id: page.id, in_trash: false }))).toBe("ok");
    expect(await order(page.id, 2)).toBe("ok");
  });

  it("archived is no trash: found by id, not by a query", async () => {
    const page = await addRow(board, "clarity");
    board.double.founder.archive(page.id);
    expect(await retrieve(page.id)).toMatchObject({ is_archived: true, in_trash: false });
    expect((await board.client.dataSources.query({ data_source_id: board.dataSourceId })).results).toEqual(
      [],
    );
    board.double.founder.unarchive(page.id);
    expect(
      (await board.client.dataSources.query({ data_source_id: board.dataSourceId })).results,
    ).toHaveLength(1);
  });

  it("edits a locked page over the API: the lock is one of the app", async () => {
    const page = await addRow(board, "clarity");
    board.double.founder.lock(page.id);
    expect((await retrieve(page.id)).is_locked).toBe(true);
    expect(await order(page.id, 2)).toBe("ok");
  });

  it("moves a page by the API", async () => {
    const page = await addRow(board, "clarity");
    const moved = whole(
      await board.client.pages.move({ page_id: page.id, parent: { page_id: board.double.parentPageId } }),
    );
    expect(moved.parent).toEqual({ type: "page_id", page_id: board.double.parentPageId });
    expect(Object.keys(moved.properties)).toEqual(["title"]);
    expect(board.double.rows(board.dataSourceId)).toEqual([]);
  });

  it("reads dates: a zone needs a time and no offset, answers carry the offset", async () => {
    const page = await addRow(board, "clarity");
    const write = async (date: { start: string; end?: string; time_zone?: string }): Promise<unknown> => {
      const updated = await board.client.pages.update({ page_id: page.id, properties: { Due: { date } } });
      const due = whole(updated).properties["Due"];
      return due?.type === "date" ? due.date : null;
    };
    expect(await write({ start: "2026-11-01" })).toEqual({ start: "2026-11-01", end: null, time_zone: null });
    expect(await write({ start: "2026-11-01T09:00:00", time_zone: "America/New_York" })).toEqual({
      start: "2026-11-01T09:00:00.000-05:00",
      end: null,
      time_zone: null,
    });
    expect(await write({ start: "2026-10-31T09:00:00", time_zone: "America/New_York" })).toMatchObject({
      start: "2026-10-31T09:00:00.000-04:00",
    });
    expect(await write({ start: "2026-11-01T09:00:00Z" })).toMatchObject({
      start: "2026-11-01T09:00:00.000+00:00",
    });
    for (const wrong of [
      { start: "2026-02-30" },
      { start: "8 Dec 2026" },
      { start: "2026-11-01", time_zone: "America/New_York" },
      { start: "2026-11-01T09:00:00-05:00", time_zone: "America/New_York" },
      { start: "2026-11-01T09:00:00", time_zone: "Mars" },
      { start: "2026-11-02", end: "2026-11-01" },
    ]) {
      expect([wrong, await outcomeOf(write(wrong))]).toEqual([wrong, "400 validation_error"]);
    }
  });

  it("reads icons and refuses what is none", async () => {
    const page = await addRow(board, "clarity");
    const icon = (emoji: string): Promise<string> =>
      outcomeOf(board.client.pages.update({ page_id: page.id, icon: { emoji } }));
    expect(await icon("📝")).toBe("ok");
    expect(await icon("x")).toBe("400 validation_error");
  });
});
