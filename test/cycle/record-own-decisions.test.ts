import { existsSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const spaces: Workspace[] = [];
afterEach(() => {
  for (const one of spaces.splice(0)) one.dispose();
});

const months = ["2026-01", "2026-02", "2026-03", "2026-04"];
const axes = ["verify-dispatch", "verify-vault-write"];

function next(month: string): string {
  return `${month.slice(0, 5)}${String(Number(month.slice(5)) + 1).padStart(2, "0")}`;
}

/** Opens and closes the months, each on time; the founder agrees with every verdict. */
async function work(space: Workspace, done: readonly string[]): Promise<void> {
  for (const month of done) {
    for (const axis of axes) space.appendLog(axis, monthOfVerdicts(month, { pass: 20, fail: 6 }));
    await space.run(`${next(month)}-02T12:00:00Z`);
    await space.grade(`${next(month)}-03T12:00:00Z`, agrees);
    await space.run(`${next(month)}-04T12:00:00Z`);
  }
}

function newSpace(): Workspace {
  const space = new Workspace({ axes: Object.fromEntries(axes.map((name) => [name, ""])) });
  spaces.push(space);
  return space;
}

const own = { axis: "verify-improve-cron" } as const;

function recorded(space: Workspace, now: string) {
  return space.at(now, async ({ store }) => {
    const counts = (await store.listMonthCounts(own)).flatMap(({ period }) => period);
    const found = [];
    for (const period of new Set(counts)) {
      found.push(...(await store.listVerdicts({ ...own, period, word: "PASS" })));
      found.push(...(await store.listVerdicts({ ...own, period, word: "FAIL" })));
    }
    const texts = [];
    for (const { verdict } of found) {
      const sha256 = verdict.artifact.kind === "snapshot" ? verdict.artifact.sha256 : "";
      texts.push(Buffer.from((await store.readArtifact(sha256)) ?? []).toString());
    }
    return { ids: found.map(({ verdict }) => verdict.externalId ?? "").toSorted(), texts };
  });
}

describe("the program's own decisions", () => {
  it("are recorded from three clean months on, once each, with evidence that does not tell them", async () => {
    const space = newSpace();
    await work(space, months.slice(0, 2));
    expect((await recorded(space, "2026-03-05T12:00:00Z")).ids).toEqual([]);
    await work(space, months.slice(2, 3));
    const three = months.slice(0, 3).flatMap((month) => axes.map((axis) => `${month}/${axis}`));
    expect((await recorded(space, "2026-04-05T12:00:00Z")).ids).toEqual(three);
    await space.run("2026-04-05T12:00:00Z");
    await work(space, months.slice(3));
    const { ids, texts } = await recorded(space, "2026-05-05T12:00:00Z");
    expect(ids).toEqual(months.flatMap((month) => axes.map((axis) => `${month}/${axis}`)));
    for (const text of texts) {
      expect(text).toContain("graded");
      expect(text).not.toMatch(/keep|watch|revert|graduated|assisted|confirm/i);
      expect(text).not.toContain("pass text");
    }
    // No axis file: nothing is asked, no row is opened, and the log says how to, once.
    const rows = await space.history("2026-05-05T12:00:00Z");
    expect(new Set(rows.map(({ axis }) => axis))).toEqual(new Set(axes));
    const log = space.read("vault/01-projects/self-review/improve-cron-log.md");
    expect(log.split("^ic-own-decisions")).toHaveLength(2);
  });

  it("are sampled like any other once there is a file", async () => {
    const space = newSpace();
    await work(space, months.slice(0, 3));
    space.write("axes/own.yaml", "axis: verify-improve-cron\nstatus: assisted\n");
    const summary = await space.run("2026-05-02T12:00:00Z", { sampleTarget: 2 });
    expect(summary.opened).toContainEqual(
      expect.objectContaining({ axis: "verify-improve-cron", period: "2026-04", state: "open", items: 2 }),
    );
    expect(existsSync(space.path("axes/own.yaml"))).toBe(true);
  });

  it("wait while a decision reads otherwise by later grades, or a month was closed late", async () => {
    const space = newSpace();
    await work(space, months.slice(0, 2));
    space.appendLog("verify-dispatch", monthOfVerdicts("2026-03", { pass: 20, fail: 6 }));
    await space.run("2026-04-02T12:00:00Z");
    await space.grade("2026-04-03T12:00:00Z", agrees);
    // Two days behind the due slot, 1 May at nine in New York.
    await space.run("2026-05-03T14:00:00Z");
    expect((await recorded(space, "2026-05-05T12:00:00Z")).ids).toEqual([]);
  });
});
