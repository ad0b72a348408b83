import type { Client } from "@notionhq/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../support/notion-double/fault.ts";
import { faultTable } from "../../support/notion-double/fault.ts";
import { type Board, kinds, openBoard, outcomeOf, realClient } from "./board.ts";

/** What the real client makes of each fault. */
const seenAs: Readonly<Record<string, string>> = {
  "429 with Retry-After 2": "429 rate_limited",
  "429 with Retry-After 180": "429 rate_limited",
  "529": "529 service_overload",
  "529 without Retry-After": "529 service_overload",
  "500 JSON": "500 internal_server_error",
  "500 HTML": "500 notionhq_client_response_error",
  "502 JSON": "502 notionhq_client_response_error",
  "502 HTML": "502 notionhq_client_response_error",
  "503 JSON": "503 service_unavailable",
  "503 HTML": "503 notionhq_client_response_error",
  "504 JSON": "504 gateway_timeout",
  "504 HTML": "504 notionhq_client_response_error",
  "409": "409 conflict_error",
  reset: "TypeError",
  hang: "TimeoutError",
  stall: "TimeoutError",
  truncate: "TypeError",
  empty: "SyntaxError",
  "HTML with 200": "SyntaxError",
  late: "TimeoutError",
  slow: "ok",
};

describe("faults", () => {
  let board: Board;
  beforeEach(async () => {
    board = await openBoard();
  });
  afterEach(() => board.double.close());

  const create = (client: Client, order: number): Promise<string> =>
    outcomeOf(
      client.pages.create({
        parent: { data_source_id: board.dataSourceId },
        properties: { Order: { number: order } },
      }),
    );
  /** A client that gives up soon, for answers that never come. */
  const hasty = (): Client => realClient(board.double, { timeoutMs: 700 });
  const orders = (): string[] =>
    board.double.rows(board.dataSourceId).map(({ values }) => values["Order"] ?? "");

  it("has a name for every kind", () => {
    expect(faultTable.map(({ name }) => name).sort()).toEqual(Object.keys(seenAs).sort());
  });

  it.each(
    faultTable.flatMap(({ name, fault }) => [true, false].map((written) => ({ name, fault, written }))),
  )("$name, write happened: $written", async ({ name, fault, written }) => {
    const rule = board.double.faults.add({ on: { operation: "pages.create" }, fault, written, nth: 2 });
    expect(await create(board.client, 1)).toBe("ok");
    expect(await create(board.client, 2)).toBe(seenAs[name]);
    // A late write happens on the clock, after the client gave up.
    board.double.clock.advance(200_000);
    const happened = written || fault.kind === "slow";
    expect(orders()).toEqual(happened ? ["1", "2"] : ["1"]);
    expect(await create(board.client, 3)).toBe("ok");
    expect(orders()).toEqual(happened ? ["1", "2", "3"] : ["1", "3"]);
    expect(rule.hits).toBe(1);
    const hit = board.double.requests.at(-2);
    expect(hit).toMatchObject({ fault: fault.kind, committed: happened });
    expect(kinds(board.double)).toEqual([]);
  });

  it("a late write is not there before its time", async () => {
    const fault: Fault = { kind: "late", commitAfterMs: 5000 };
    board.double.faults.add({ on: { operation: "pages.create" }, fault, written: true });
    expect(await create(hasty(), 1)).toBe("TimeoutError");
    expect(orders()).toEqual([]);
    board.double.clock.advance(5000);
    expect(orders()).toEqual(["1"]);
  });

  it("carries Retry-After and the reason", async () => {
    board.double.faults.add({ on: {}, fault: { kind: "rate-limited", retryAfter: 180 } });
    await expect(board.client.users.me({})).rejects.toMatchObject({
      additional_data: { rate_limit_reason: "public_api_space_request_rate_limit" },
    });
    board.double.clock.advance(180_000);
    board.double.faults.add({ on: {}, fault: { kind: "rate-limited", retryAfter: 7 } });
    const error: unknown = await board.client.users.me({}).catch((thrown: unknown) => thrown);
    const headers = typeof error === "object" && error !== null && "headers" in error ? error.headers : null;
    expect(headers instanceof Headers ? headers.get("retry-after") : null).toBe("7");
  });

  it("meets what it is told to meet: path, method, condition, how often", async () => {
    const { faults } = board.double;
    const refuse: Fault = { kind: "error", status: 400, code: "validation_error" };
    faults.add({
      on: { path: /^\/v1\/pages$/, where: ({ body }) => body.includes("42") },
      fault: refuse,
      times: 2,
    });
    expect(await create(board.client, 41)).toBe("ok");
    expect(await create(board.client, 42)).toBe("400 validation_error");
    expect(await create(board.client, 42)).toBe("400 validation_error");
    expect(await create(board.client, 42)).toBe("ok");
    const always = faults.add({ on: { method: "GET" }, fault: { kind: "conflict" }, times: "always" });
    for (let call = 0; call < 3; call += 1) {
      expect(await outcomeOf(board.client.users.me({}))).toBe("409 conflict_error");
    }
    expect(await create(board.client, 1)).toBe("ok");
    always.remove();
    expect(await outcomeOf(board.client.users.me({}))).toBe("ok");
    faults.add({ on: {}, fault: { kind: "conflict" }, times: "always" });
    faults.clear();
    expect(await outcomeOf(board.client.users.me({}))).toBe("ok");
  });

  it("tells listeners of each boundary, and what they do there counts", async () => {
    const heard: string[] = [];
    const stop = board.double.onRequest((request, phase) => {
      heard.push(`${request.operation} ${phase}`);
      if (phase === "arrived") board.double.founder.trash(board.databaseId);
    });
    expect(await create(board.client, 1)).toBe("400 validation_error");
    expect(heard).toEqual(["pages.create arrived", "pages.create written", "pages.create answered"]);
    stop();
    board.double.founder.restore(board.databaseId);
    expect(await create(board.client, 1)).toBe("ok");
    expect(heard).toHaveLength(3);
  });

  it("can refuse connections and come back on the same port, and drop idle ones", async () => {
    await board.double.refuseConnections(true);
    // The client's pool has to hear that its old connection is gone.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const error: unknown = await board.client.users.me({}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ cause: { code: "ECONNREFUSED" } });
    await board.double.refuseConnections(false);
    expect(await outcomeOf(board.client.users.me({}))).toBe("ok");
    board.double.dropIdleConnections();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await outcomeOf(board.client.users.me({}))).toBe("ok");
  });

  it("records every byte of a request", async () => {
    await create(board.client, 97);
    const request = board.double.requests.at(-1);
    expect(request).toMatchObject({
      operation: "pages.create",
      method: "POST",
      path: "/v1/pages",
      status: 200,
    });
    expect(request?.wire).toMatch(/^POST \/v1\/pages HTTP\/1\.1\r\n/);
    expect(request?.wire).toContain("user-agent: notionhq-client/5.26.0");
    expect(request?.wire.endsWith(request.body)).toBe(true);
    expect(request?.bytes).toBe(Buffer.byteLength(request?.body ?? ""));
    expect(request?.json).toMatchObject({ properties: { Order: { number: 97 } } });
  });
});
