import { extractDatabaseId } from "@notionhq/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Board, addRow, openBoard, outcomeOf, whole } from "./board.ts";

describe("what the integration reaches, and search and comments", () => {
  let board: Board;
  beforeEach(async () => {
    board = await openBoard({ capabilities: { comments: true } });
  });
  afterEach(() => board.double.close());

  const retrieve = (id: string): Promise<string> => outcomeOf(board.client.pages.retrieve({ page_id: id }));

  it("loses a page, its children and a database when it is not connected any more, and gets them back", async () => {
    const page = await addRow(board, "clarity");
    board.double.founder.unshare(board.databaseId);
    expect(await retrieve(page.id)).toBe("404 object_not_found");
    expect(await outcomeOf(board.client.databases.retrieve({ database_id: board.databaseId }))).toBe(
      "404 object_not_found",
    );
    expect(await outcomeOf(board.client.dataSources.query({ data_source_id: board.dataSourceId }))).toBe(
      "404 object_not_found",
    );
    expect(await retrieve(board.double.parentPageId)).toBe("ok");
    board.double.founder.reshare(board.databaseId);
    expect(await retrieve(page.id)).toBe("ok");
  });

  it("does not see a page of his that was never connected, nor what is moved there", async () => {
    const closed = board.double.founder.makePage("Private", { share: false });
    const page = await addRow(board, "clarity");
    expect(await retrieve(closed)).toBe("404 object_not_found");
    board.double.founder.move(page.id, { pageId: closed });
    expect(await retrieve(page.id)).toBe("404 object_not_found");
  });

  it("answers 404 for ever after a page was deleted for ever", async () => {
    const page = await addRow(board, "clarity");
    board.double.founder.trash(page.id);
    board.double.founder.deleteForEver(page.id);
    expect(await retrieve(page.id)).toBe("404 object_not_found");
    expect(board.double.rows(board.dataSourceId)).toEqual([]);
    expect(() => board.double.founder.open(page.id)).toThrow("no page");
  });

  it("takes ids with and without dashes, as they stand in an address", async () => {
    const database = await board.client.databases.retrieve({ database_id: board.databaseId });
    const id = extractDatabaseId("url" in database ? database.url : "") ?? "";
    expect(id.replaceAll("-", "")).toBe(board.databaseId.replaceAll("-", ""));
    expect(await outcomeOf(board.client.databases.retrieve({ database_id: id.replaceAll("-", "") }))).toBe(
      "ok",
    );
  });

  it("searches by title among what it reaches, as far as the index has come", async () => {
    await addRow(board, "clarity · 1");
    board.double.founder.makePage("clarity, private", { share: false });
    const find = async (more: Parameters<Board["client"]["search"]>[0]): Promise<string[]> =>
      (await board.client.search(more)).results.map(({ object }) => object);
    expect(await find({ query: "CLARITY" })).toEqual(["page"]);
    expect(await find({ query: "regrade" })).toEqual(["data_source"]);
    expect(await find({ filter: { property: "object", value: "data_source" } })).toEqual(["data_source"]);
    board.double.quirks.lagMs = 60_000;
    await addRow(board, "clarity · 2");
    expect(await find({ query: "clarity · 2" })).toEqual([]);
    board.double.clock.advance(60_000);
    expect(await find({ query: "clarity · 2" })).toEqual(["page"]);
  });

  it("reads and writes comments where it may", async () => {
    const page = await addRow(board, "clarity");
    board.double.founder.comment(page.id, "the second paragraph is off");
    await board.client.comments.create({
      parent: { page_id: page.id },
      rich_text: [{ text: { content: "noted" } }],
    });
    const list = await board.client.comments.list({ block_id: page.id });
    expect(list.results.map(({ created_by }) => created_by.id)).toEqual([
      board.double.founder.userId,
      board.double.botId,
    ]);
    expect(board.double.founder.open(page.id).comments).toEqual(["the second paragraph is off", "noted"]);
  });

  it("knows the founder as a person", async () => {
    const user = await board.client.users.retrieve({ user_id: board.double.founder.userId });
    expect(user).toMatchObject({ type: "person" });
    expect((await board.client.users.list({})).results).toHaveLength(2);
    expect(
      whole(await board.client.pages.retrieve({ page_id: board.double.parentPageId })).created_by.id,
    ).toBe(user.id);
  });
});
