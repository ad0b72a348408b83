import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type NotionDouble, openNotionDouble } from "../../support/notion-double/double.ts";
import { outcomeOf, realClient } from "./board.ts";

describe("who and what the double lets in", () => {
  let double: NotionDouble;
  beforeAll(async () => {
    double = await openNotionDouble({ checkAnswers: true });
  });
  afterAll(() => double.close());

  async function raw(path: string, init: RequestInit): Promise<{ status: number; code: unknown }> {
    const answer = await fetch(`${double.url}${path}`, init);
    const body: unknown = await answer.json();
    return {
      status: answer.status,
      code: typeof body === "object" && body !== null && "code" in body ? body.code : null,
    };
  }

  const headers = (more: Record<string, string> = {}): Record<string, string> => ({
    authorization: `Bearer ${double.token}`,
    "notion-version": "2026-03-11",
    ...more,
  });

  it("knows its own bot", async () => {
    expect(await realClient(double).users.me({})).toMatchObject({ id: double.botId, type: "bot" });
  });

  it("refuses another token and a revoked one", async () => {
    expect(await outcomeOf(realClient(double, { token: "ntn_other" }).users.me({}))).toBe("401 unauthorized");
    double.founder.revokeToken();
    expect(await outcomeOf(realClient(double).users.me({}))).toBe("401 unauthorized");
    double.founder.restoreToken();
    expect(await outcomeOf(realClient(double).users.me({}))).toBe("ok");
  });

  it("refuses a missing and an old Notion-Version and notes both", async () => {
    const { "notion-version": _version, ...without } = headers();
    expect(await raw("/v1/users/me", { headers: without })).toEqual({ status: 400, code: "missing_version" });
    expect(await outcomeOf(realClient(double, { version: "2025-09-03" }).users.me({}))).toBe(
      "400 validation_error",
    );
    expect(double.violations.filter(({ kind }) => kind === "version")).toHaveLength(2);
  });

  it("accepts the old version only where it is told to", async () => {
    const old = await openNotionDouble({ acceptOldVersion: true });
    expect(await outcomeOf(realClient(old, { version: "2025-09-03" }).users.me({}))).toBe("ok");
    await old.close();
  });

  it("refuses an address with a doubled slash and calls it does not know", async () => {
    expect(await raw("//v1/users/me", { headers: headers() })).toEqual({
      status: 400,
      code: "invalid_request_url",
    });
    expect(await raw("/v1/agents", { headers: headers() })).toEqual({
      status: 400,
      code: "invalid_request_url",
    });
    expect(double.violations.filter(({ kind }) => kind === "unsupported")).toHaveLength(2);
  });

  it("refuses a body that is no JSON and an id that is none", async () => {
    const bad = { method: "POST", headers: headers({ "content-type": "application/json" }), body: "{" };
    expect(await raw("/v1/pages", bad)).toEqual({ status: 400, code: "invalid_json" });
    expect(await outcomeOf(realClient(double).pages.retrieve({ page_id: "clarity-4" }))).toBe(
      "400 validation_error",
    );
  });

  it.each([
    ["read", "users.me"],
    ["insert", "pages.create"],
    ["update", "pages.update"],
    ["comments", "comments.list"],
  ] as const)("without the capability to %s, %s is 403", async (capability, call) => {
    const closed = await openNotionDouble({ capabilities: { comments: true, [capability]: false } });
    const client = realClient(closed);
    const calls = {
      "users.me": () => client.users.me({}),
      "pages.create": () => client.pages.create({ parent: { page_id: closed.parentPageId } }),
      "pages.update": () => client.pages.update({ page_id: closed.parentPageId, icon: { emoji: "📝" } }),
      "comments.list": () => client.comments.list({ block_id: closed.parentPageId }),
    };
    for (const [name, make] of Object.entries(calls)) {
      const outcome = name === call ? "403 restricted_resource" : "ok";
      expect([name, await outcomeOf(make())]).toEqual([name, outcome]);
    }
    await closed.close();
  });

  it("has comments off where nobody turned them on", async () => {
    expect(await outcomeOf(realClient(double).comments.list({ block_id: double.parentPageId }))).toBe(
      "403 restricted_resource",
    );
  });
});
