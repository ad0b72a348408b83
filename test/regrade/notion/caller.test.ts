import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "../../../src/regrade/notion/caller.ts";
import { openClient } from "../../../src/regrade/notion/open-client.ts";
import { createRequests, type NotionRequests } from "../../../src/regrade/notion/requests.ts";
import { type NotionDouble, openNotionDouble } from "../../support/notion-double/double.ts";
import { faultTable } from "../../support/notion-double/fault.ts";
import { mapMemory } from "./notion-bench.ts";

let double: NotionDouble;
const memory = mapMemory();
const logged: string[] = [];

beforeEach(async () => {
  double = await openNotionDouble();
  memory.facts.clear();
  logged.length = 0;
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await double.close();
});

/** Patient, so that a busy machine is not taken for a silent service; where a service is silent on purpose, less so. */
function requests(timeoutMs = 10_000): NotionRequests {
  const client = {
    token: double.token,
    baseUrl: `${double.url}/`,
    timeoutMs,
    log: (...line: readonly unknown[]): void => void logged.push(JSON.stringify(line)),
  };
  const timing = { now: () => double.clock.now(), wait: double.clock.sleep, random: () => 0.5 };
  return createRequests(createCaller({ openClient: () => openClient(client), timing, memory }));
}

describe("requests to Notion", () => {
  it("go one after the other, three a second, however many are asked for at once", async () => {
    const asked = requests();
    await Promise.all(Array.from({ length: 9 }, () => asked.self()));
    const times = double.requests.map(({ at }) => at);
    expect(times).toHaveLength(9);
    for (const [index, at] of times.slice(1).entries())
      expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(350);
  });

  it("wait for the answers to the third last, however late it arrived", async () => {
    const { clock } = double;
    const starts: number[] = [];
    const answers: number[] = [];
    const client = await openClient({
      token: double.token,
      baseUrl: `${double.url}/`,
      timeoutMs: 10_000,
      log: () => {},
    });
    const caller = createCaller({
      openClient: async () => client,
      timing: { now: () => clock.now(), wait: clock.sleep, random: () => 0.5 },
      memory: mapMemory(),
    });
    const call = {
      name: "slow",
      kind: "read",
      send: async () => {
        starts.push(clock.now());
        // Only the first is long on its way.
        await clock.sleep(starts.length === 1 ? 900 : 1);
        answers.push(clock.now());
      },
      parse: () => null,
    } as const;
    for (let count = 0; count < 6; count += 1) await caller.call(call);
    for (let index = 3; index < 6; index += 1)
      expect((starts[index] ?? 0) - (answers[index - 3] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it.each(faultTable.filter(({ name }) => name !== "late"))(
    "a read is repeated until it succeeds: $name",
    async ({ fault }) => {
      const rule = double.faults.add({ on: {}, fault, times: fault.kind === "slow" ? 1 : 2 });
      const hangs = fault.kind === "hang" || fault.kind === "stall";
      expect(await requests(hangs ? 600 : 10_000).self()).toMatchObject({ id: double.botId });
      expect(rule.hits).toBeGreaterThan(0);
    },
  );

  it("a change is repeated after a conflict", async () => {
    const page = double.founder.makePage("mine", { parent: double.parentPageId });
    double.faults.add({ on: { operation: "pages.update" }, fault: { kind: "conflict" }, times: 3 });
    expect(await requests().trashPage(page)).toMatchObject({ id: page, inTrash: true });
  });

  it.each(
    faultTable.filter(
      ({ fault }) =>
        fault.kind === "reset" ||
        fault.kind === "server-error" ||
        fault.kind === "empty" ||
        fault.kind === "conflict",
    ),
  )("a creation is not repeated when it may have happened: $name", async ({ fault }) => {
    double.faults.add({ on: { operation: "pages.create" }, fault, written: true, times: "always" });
    const create = requests().createPage({
      parent: { type: "page_id", page_id: double.parentPageId },
      properties: { title: { title: [] } },
    });
    await expect(create).rejects.toMatchObject({ kind: "unclear" });
    expect(double.requests.filter(({ operation }) => operation === "pages.create")).toHaveLength(1);
  });

  it("a Retry-After is waited for in full, growing ones too, by everything that is asked", async () => {
    for (const [index, retryAfter] of [1, 7, 60, 61, 299].entries()) {
      double.faults.add({ on: {}, fault: { kind: "rate-limited", retryAfter }, nth: index + 1 });
    }
    const asked = requests();
    const begun = double.clock.now();
    await Promise.all([asked.self(), asked.self()]);
    expect(double.clock.now() - begun).toBeGreaterThanOrEqual(428_000);
  });

  it("a pause longer than five minutes ends the pass, and is kept by the next program", async () => {
    double.faults.add({ on: {}, fault: { kind: "rate-limited", retryAfter: 1200 } });
    const first = requests();
    await expect(first.self()).rejects.toMatchObject({ kind: "unavailable" });
    const begun = double.requests.length;
    await expect(first.self()).rejects.toMatchObject({ kind: "unavailable" });
    await expect(requests().self()).rejects.toMatchObject({ kind: "unavailable" });
    expect(double.requests).toHaveLength(begun);
    double.clock.advance(1_201_000);
    expect(await requests().self()).toMatchObject({ id: double.botId });
  });

  it("budgets are counted apart: faults of several kinds do not add up", async () => {
    for (let index = 0; index < 10; index += 1) {
      const fault =
        index % 2 === 0 ? ({ kind: "rate-limited", retryAfter: 1 } as const) : ({ kind: "reset" } as const);
      double.faults.add({ on: {}, fault, nth: index + 1 });
    }
    expect(await requests().self()).toMatchObject({ id: double.botId });
  });

  it("an outage ends by a failure and not by endless repeating", async () => {
    double.faults.add({
      on: {},
      fault: { kind: "server-error", status: 502, body: "html" },
      times: "always",
    });
    await expect(requests().self()).rejects.toMatchObject({ kind: "unavailable", status: 502 });
    expect(double.requests.length).toBeLessThanOrEqual(6);
    await double.refuseConnections(true);
    await expect(requests().self()).rejects.toMatchObject({ kind: "unavailable", status: null });
  });

  it.each([
    [401, "unauthorized", "denied"],
    [403, "restricted_resource", "denied"],
    [404, "object_not_found", "missing"],
    [400, "validation_error", "refused"],
  ] as const)("an answer of %i is final", async (status, code, kind) => {
    double.faults.add({ on: {}, fault: { kind: "error", status, code } });
    await expect(requests().self()).rejects.toMatchObject({ kind, status });
    expect(double.requests).toHaveLength(1);
  });

  it("what stands in a page of HTML, and the token, are told to nobody", async () => {
    for (const body of ["html", "json"] as const)
      double.faults.add({ on: {}, fault: { kind: "server-error", status: 502, body }, times: 12 });
    const failure: unknown = await requests()
      .self()
      .catch((error: unknown) => error);
    expect(logged.length).toBeGreaterThan(0);
    const told = `${logged.join("\n")}\n${String(failure)}\n${JSON.stringify(failure)}`;
    expect(told).not.toMatch(/<html|<!doctype|<body/i);
    expect(told).not.toContain(double.token);
  });

  it("the first request after a long silence survives a connection that was dropped", async () => {
    const asked = requests();
    await asked.self();
    double.dropIdleConnections();
    expect(await asked.self()).toMatchObject({ id: double.botId });
  });
});
