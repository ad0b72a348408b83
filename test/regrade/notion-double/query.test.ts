import { iteratePaginatedAPI, type QueryDataSourceParameters } from "@notionhq/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Board, addRow, openBoard, outcomeOf, whole } from "./board.ts";

type Query = Omit<QueryDataSourceParameters, "data_source_id">;

describe("queries", () => {
  let board: Board;
  beforeEach(async () => {
    board = await openBoard();
  });
  afterEach(() => board.double.close());

  const query = (more: Query = {}): ReturnType<Board["client"]["dataSources"]["query"]> =>
    board.client.dataSources.query({ data_source_id: board.dataSourceId, ...more });
  async function titles(more: Query = {}): Promise<string[]> {
    return (await query(more)).results.map((row) => {
      const task = whole(row).properties["Task"];
      return task?.type === "title" ? task.title.map((run) => run.plain_text).join("") : "";
    });
  }
  function rows(count: number): void {
    for (let at = 0; at < count; at += 1) board.double.founder.makeRow(board.dataSourceId, `row ${at}`);
  }

  it("finds a row by its key and by property id", async () => {
    await addRow(board, "clarity · 1", { ref: "K7QJ2M" });
    await addRow(board, "clarity · 2", { ref: "K7QJ2N" });
    const ref = board.properties["Ref"] ?? "";
    expect(await titles({ filter: { property: ref, rich_text: { equals: "K7QJ2M" } } })).toEqual([
      "clarity · 1",
    ]);
    expect(await titles({ filter: { property: "Ref", rich_text: { starts_with: "k7" } } })).toHaveLength(2);
  });

  it("filters by grade, date, number and both, two levels deep and no more", async () => {
    const pass = await addRow(board, "graded", { order: 2 });
    await addRow(board, "open", { order: 1 });
    board.double.founder.select(pass.id, "Grade", { name: "PASS" });
    board.double.founder.setDate(pass.id, "Due", "2026-06-15");
    const empty = { property: "Grade", select: { is_empty: true } } as const;
    const late = { property: "Order", number: { greater_than: 1 } } as const;
    const due = { property: "Due", date: { on_or_after: "2026-06-15" } } as const;
    expect(await titles({ filter: empty })).toEqual(["open"]);
    expect(await titles({ filter: { property: "Grade", select: { equals: "PASS" } } })).toEqual(["graded"]);
    expect(
      await titles({ filter: { property: "Grade", select: { does_not_equal: ["PASS", "FAIL"] } } }),
    ).toEqual(["open"]);
    expect(await titles({ filter: due })).toEqual(["graded"]);
    expect(await titles({ filter: { and: [late, due] } })).toEqual(["graded"]);
    expect(await titles({ filter: { or: [empty, late] } })).toHaveLength(2);
    expect(await titles({ filter: { or: [empty, { and: [late, due] }] } })).toHaveLength(2);
    const deep: NonNullable<Query["filter"]> = JSON.parse(
      JSON.stringify({ or: [{ and: [{ or: [empty] }] }] }),
    );
    expect(await outcomeOf(query({ filter: deep }))).toBe("400 validation_error");
  });

  it("refuses filters on what is not there", async () => {
    const wrong: NonNullable<Query["filter"]>[] = [
      { property: "Verdict", select: { is_empty: true } },
      { property: "Grade", rich_text: { is_empty: true } },
      { property: "Grade", select: { equals: "GOOD" } },
    ];
    for (const filter of wrong) expect(await outcomeOf(query({ filter }))).toBe("400 validation_error");
    expect(await outcomeOf(query({ sorts: [{ property: "Verdict", direction: "ascending" }] }))).toBe(
      "400 validation_error",
    );
  });

  it("sorts by property and time, empty ones last", async () => {
    await addRow(board, "b", { order: 2 });
    await addRow(board, "none");
    board.double.clock.advance(1000);
    await addRow(board, "a", { order: 1 });
    const by = (direction: "ascending" | "descending"): Promise<string[]> =>
      titles({ sorts: [{ property: "Order", direction }] });
    expect(await by("ascending")).toEqual(["a", "b", "none"]);
    expect(await by("descending")).toEqual(["b", "a", "none"]);
    expect(await titles({ sorts: [{ timestamp: "created_time", direction: "descending" }] })).toEqual([
      "a",
      "none",
      "b",
    ]);
  });

  it("leaves the trash out unless it is asked for", async () => {
    const page = await addRow(board, "withdrawn");
    await addRow(board, "stays");
    board.double.founder.trash(page.id);
    expect(await titles()).toEqual(["stays"]);
    expect(await titles({ in_trash: true })).toEqual(["withdrawn"]);
    board.double.founder.deleteForEver(page.id);
    expect(await titles({ in_trash: true })).toEqual([]);
  });

  it("pages through everything once", async () => {
    rows(250);
    const first = await query({ page_size: 100 });
    expect(first).toMatchObject({ has_more: true });
    const second = await query({ page_size: 100, start_cursor: first.next_cursor });
    const third = await query({ page_size: 100, start_cursor: second.next_cursor });
    expect(third).toMatchObject({ has_more: false, next_cursor: null, request_status: { type: "complete" } });
    const ids = [first, second, third].flatMap(({ results }) => results.map(({ id }) => id));
    expect(new Set(ids).size).toBe(250);
  });

  it("refuses a cursor of another query or of nobody", async () => {
    rows(3);
    const { next_cursor } = await query({ page_size: 2 });
    const other = { filter: { property: "Order", number: { is_empty: true } } } as const;
    expect(await outcomeOf(query({ page_size: 2, start_cursor: next_cursor, ...other }))).toBe(
      "400 validation_error",
    );
    expect(await outcomeOf(query({ start_cursor: "7c0ab3c1-0000-4000-8000-000000000000" }))).toBe(
      "400 validation_error",
    );
    expect(await outcomeOf(query({ page_size: 2, start_cursor: next_cursor }))).toBe("ok");
  });

  it("can invalidate a cursor in the middle of a scan", async () => {
    rows(3);
    const { next_cursor } = await query({ page_size: 2 });
    board.double.quirks.invalidateCursors = 1;
    expect(await outcomeOf(query({ page_size: 2, start_cursor: next_cursor }))).toBe("400 validation_error");
    expect(await outcomeOf(query({ page_size: 2, start_cursor: next_cursor }))).toBe("ok");
  });

  it.each(["cursorAfterEnd", "repeatCursor"] as const)(
    "%s makes the SDK's own iteration endless",
    async (quirk) => {
      rows(5);
      board.double.quirks[quirk] = true;
      let seen = 0;
      const args = { data_source_id: board.dataSourceId, page_size: 2 };
      for await (const row of iteratePaginatedAPI(board.client.dataSources.query, args)) {
        expect(row.object).toBe("page");
        seen += 1;
        if (seen > 20) break;
      }
      expect(seen).toBe(21);
    },
  );

  it("says has_more false beside a cursor, or repeats the cursor", async () => {
    rows(3);
    board.double.quirks.cursorAfterEnd = true;
    const end = await query();
    expect(end.has_more).toBe(false);
    expect(end.next_cursor).not.toBeNull();
    board.double.quirks.cursorAfterEnd = false;
    board.double.quirks.repeatCursor = true;
    const first = await query({ page_size: 2 });
    const second = await query({ page_size: 2, start_cursor: first.next_cursor });
    expect(second.next_cursor).toBe(first.next_cursor);
  });

  it("stops at the row limit and says so only on the last page", async () => {
    rows(5);
    board.double.quirks.rowLimit = 4;
    const first = await query({ page_size: 3 });
    expect(first).toMatchObject({ has_more: true, request_status: { type: "complete" } });
    expect(await query({ page_size: 3, start_cursor: first.next_cursor })).toMatchObject({
      has_more: false,
      request_status: { type: "incomplete", incomplete_reason: "query_result_limit_reached" },
    });
  });

  it("shows a row exactly when the lag is over", async () => {
    board.double.quirks.lagMs = 10_000;
    rows(1);
    const made = board.double.clock.now();
    // Each call of this client lets 350 ms pass before it is sent.
    const titlesAt = async (at: number): Promise<string[]> => {
      board.double.clock.advance(at - 350 - board.double.clock.now());
      return titles();
    };
    expect(await titlesAt(made + 9000)).toEqual([]);
    expect(await titlesAt(made + 9999)).toEqual([]);
    board.double.quirks.lagMs = 9000;
    expect(await titlesAt(made + 10_400)).toHaveLength(1);
  });

  it("shows it at that very millisecond", async () => {
    rows(1);
    board.double.quirks.lagMs = 350;
    expect(await titles()).toHaveLength(1);
  });

  it("lags: rows and values appear later in a query, at once by id", async () => {
    board.double.quirks.lagMs = 10_000;
    const page = await addRow(board, "late");
    expect(await titles()).toEqual([]);
    expect(await outcomeOf(board.client.pages.retrieve({ page_id: page.id }))).toBe("ok");
    board.double.clock.advance(10_000);
    expect(await titles()).toEqual(["late"]);
    board.double.founder.select(page.id, "Grade", { name: "PASS" });
    const grade = async (): Promise<unknown> => whole((await query()).results[0] ?? {}).properties["Grade"];
    expect(await grade()).toMatchObject({ select: null });
    board.double.founder.trash(page.id);
    expect(await titles()).toEqual(["late"]);
    board.double.clock.advance(10_000);
    expect(await titles()).toEqual([]);
    expect(whole((await query({ in_trash: true })).results[0] ?? {}).properties["Grade"]).toMatchObject({
      select: { name: "PASS" },
    });
  });
});
