import { Client, LogLevel } from "@notionhq/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type NotionDouble, openNotionDouble } from "../../support/notion-double/double.ts";
import { kinds } from "./board.ts";

describe("the pace of a client", () => {
  let double: NotionDouble;
  let client: Client;
  let patience: number;
  beforeEach(async () => {
    patience = 500;
    double = await openNotionDouble();
    client = new Client({
      auth: double.token,
      baseUrl: double.url,
      notionVersion: "2026-03-11",
      retry: false,
      logLevel: LogLevel.ERROR,
      fetch: (url, init = {}) => {
        const { agent: _agent, ...rest } = init;
        return fetch(url, { ...rest, signal: AbortSignal.timeout(patience) });
      },
    });
  });
  afterEach(() => double.close());

  async function calls(...waits: number[]): Promise<void> {
    for (const wait of waits) {
      double.clock.advance(wait);
      await client.users.me({}).catch(() => null);
    }
  }

  it("three a second are fine, a fourth is noted", async () => {
    await calls(0, 0, 0, 1000, 350, 350, 350, 350);
    expect(double.violations).toEqual([]);
    await calls(1000, 0, 0, 999);
    expect(double.violations).toMatchObject([{ kind: "rate", n: 12 }]);
  });

  it("notes a second request while one is in flight", async () => {
    await Promise.all([client.users.me({}), client.users.me({})]);
    expect(double.violations).toMatchObject([{ kind: "in-flight", n: 2 }]);
  });

  it("does not count a request that the client gave up", async () => {
    for (const kind of ["hang", "stall"] as const) {
      double.faults.add({ on: {}, fault: { kind } });
      await calls(1000, 1000);
    }
    expect(double.requests.map(({ fault }) => fault)).toEqual(["hang", null, "stall", null]);
    expect(double.violations).toEqual([]);
  });

  it("notes a second request while one hangs that nobody gave up", async () => {
    double.faults.add({ on: {}, fault: { kind: "hang" } });
    patience = 1_600;
    const hanging = client.users.me({}).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await calls(1000);
    await hanging;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(kinds(double)).toEqual(["in-flight"]);
  });

  it.each([2, 180])("wants Retry-After %s obeyed to the end", async (retryAfter) => {
    double.faults.add({ on: {}, fault: { kind: "rate-limited", retryAfter } });
    await calls(0, retryAfter * 1000);
    expect(double.violations).toEqual([]);
    double.faults.add({ on: {}, fault: { kind: "overloaded", retryAfter } });
    await calls(1000, retryAfter * 1000 - 1);
    expect(double.violations).toMatchObject([{ kind: "retry-after", n: 4 }]);
  });

  it("sees the SDK's own retries come too early where the wait passes its cap", async () => {
    const own = new Client({
      auth: double.token,
      baseUrl: double.url,
      notionVersion: "2026-03-11",
      logLevel: LogLevel.ERROR,
      retry: { maxRetries: 1, maxRetryDelayMs: 10 },
    });
    double.faults.add({ on: {}, fault: { kind: "rate-limited", retryAfter: 1 } });
    await own.users.me({});
    expect(kinds(double)).toEqual(["retry-after"]);
  });
});
