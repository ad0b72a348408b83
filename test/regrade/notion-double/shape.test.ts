import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Board, addRow, openBoard } from "./board.ts";

/** Bodies that the SDK would not send, or only with a cast: sent by hand. */
describe("the shape of requests", () => {
  let board: Board;
  beforeAll(async () => {
    board = await openBoard();
  });
  afterAll(() => board.double.close());

  async function send(method: string, path: string, body: unknown): Promise<string> {
    const before = board.double.violations.length;
    board.double.clock.advance(350);
    const answer = await fetch(`${board.double.url}/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${board.double.token}`,
        "notion-version": "2026-03-11",
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    await answer.text();
    const noted = board.double.violations.slice(before).map(({ kind }) => kind);
    return [answer.status, ...noted].join(" ");
  }

  const title = { Task: { title: [{ text: { content: "clarity" } }] } };
  const rows = (): unknown => ({ data_source_id: board.dataSourceId });

  it("takes a good page", async () => {
    expect(await send("POST", "pages", { parent: rows(), properties: title })).toBe("200");
  });

  it.each([
    ["an unknown key beside the properties", () => ({ parent: rows(), properties: title, verdict: "PASS" })],
    [
      "an unknown key in a block",
      () => ({ parent: rows(), children: [{ paragraph: { rich_text: [], note: 1 } }] }),
    ],
    [
      "an unknown key in a run",
      () => ({
        parent: rows(),
        children: [{ paragraph: { rich_text: [{ text: { content: "a" }, bold: true }] } }],
      }),
    ],
    ["a block without a type", () => ({ parent: rows(), children: [{ object: "block" }] })],
    [
      "a block of two types",
      () => ({ parent: rows(), children: [{ divider: {}, paragraph: { rich_text: [] } }] }),
    ],
    [
      "an unknown code language",
      () => ({ parent: rows(), children: [{ code: { rich_text: [], language: "improve" } }] }),
    ],
    ["an object sent as a string", () => ({ parent: JSON.stringify(rows()), properties: title })],
    [
      "two parents",
      () => ({ parent: { data_source_id: board.dataSourceId, page_id: board.double.parentPageId } }),
    ],
    [
      "a parent whose type says otherwise",
      () => ({ parent: { data_source_id: board.dataSourceId, type: "page_id" } }),
    ],
    ["a value of two types", () => ({ parent: rows(), properties: { Grade: { select: null, number: 1 } } })],
    ["a path parameter in the body", () => ({ parent: rows(), page_id: board.double.parentPageId })],
    ["an empty select as an empty object", () => ({ parent: rows(), properties: { Grade: { select: {} } } })],
  ])("refuses %s", async (_what, body) => {
    expect(await send("POST", "pages", body())).toBe("400 schema");
    expect(board.double.rows(board.dataSourceId)).toHaveLength(1);
  });

  it("refuses what version 2026-03-11 took away", async () => {
    const page = await addRow(board, "old keys");
    expect(await send("PATCH", `pages/${page.id}`, { archived: true })).toBe("400 schema");
    expect(
      await send("PATCH", `blocks/${page.id}/children`, { children: [{ divider: {} }], after: page.id }),
    ).toBe("400 schema");
    expect(await send("POST", `data_sources/${board.dataSourceId}/query`, { archived: true })).toBe(
      "400 schema",
    );
  });

  it("refuses a view's own id in the body", async () => {
    const [view] = board.double.founder.views(board.databaseId);
    const path = `views/${view?.viewId ?? ""}`;
    expect(await send("PATCH", path, { name: "All" })).toBe("200");
    expect(await send("PATCH", path, { name: "All", view_id: view?.viewId })).toBe("400 schema");
  });

  it("refuses properties at the top of databases.create", async () => {
    const body = {
      parent: { type: "page_id", page_id: board.double.parentPageId },
      properties: { Name: { title: {} } },
    };
    expect(await send("POST", "databases", body)).toBe("400 schema");
  });

  it("refuses filter_properties in the body and takes them in the query", async () => {
    const query = `data_sources/${board.dataSourceId}/query`;
    expect(await send("POST", query, { filter_properties: ["title"] })).toBe("400 schema");
    expect(await send("POST", `${query}?filter_properties=title`, {})).toBe("200");
    expect(await send("POST", `${query}?page=2`, {})).toBe("400 schema");
  });

  it.each([0, 101, 2.5])("refuses a page size of %s", async (size) => {
    expect(await send("POST", `data_sources/${board.dataSourceId}/query`, { page_size: size })).toBe(
      "400 schema",
    );
  });

  it("says that it does not know what the API may do and it does not", async () => {
    expect(await send("POST", "pages", { parent: rows(), properties: title, markdown: "# a" })).toBe(
      "400 unsupported",
    );
    expect(
      await send("POST", "pages", { parent: rows(), children: [{ synced_block: { synced_from: null } }] }),
    ).toBe("400 unsupported");
  });

  it("notes a PATCH that takes a page out of the trash", async () => {
    const page = await addRow(board, "un-trashed");
    expect(await send("PATCH", `pages/${page.id}`, { in_trash: false })).toBe("200 untrash");
  });
});
