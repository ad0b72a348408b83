import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assistAxis } from "../../src/cycle/assist-axis.ts";
import { callProgram } from "../support/call-program.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const log = "vault/01-projects/self-review/improve-cron-log.md";
const pictures = "vault/01-projects/self-review/improve-cron";
const june1 = "2026-06-01T13:00:00Z";
const june15 = "2026-06-15T13:00:00Z";

describe("pictures beside the vault log", () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = new Workspace({ axes: { "verify-dispatch": "", "rules-judge": "" } });
    for (const axis of ["verify-dispatch", "rules-judge"]) {
      const lines = monthOfVerdicts("2026-05", { pass: 40, fail: 8 });
      workspace.writeLog(
        axis,
        lines.map((line) => ({ ...line, id: `${axis}-${line.id}` })),
      );
    }
    await workspace.run(june1);
  });
  afterAll(() => workspace.dispose());

  it("are drawn at a close, once, and try again where something stood in their way", async () => {
    expect(existsSync(workspace.path(pictures))).toBe(false);
    await workspace.grade(june1, agrees, "verify-dispatch");
    workspace.write(pictures, "in the way");
    const first = await workspace.run(june15);
    expect(first.closed.map(({ axis }) => axis)).toEqual(["verify-dispatch"]);
    expect(first.pending.map(({ axis, kind }) => [kind, axis])).toEqual([
      ["picture", "verify-dispatch"],
      ["picture", null],
    ]);
    rmSync(workspace.path(pictures));
    const second = await workspace.run(june15);
    expect(second.effects).toEqual([
      { kind: "picture", state: "done" },
      { kind: "picture", state: "done" },
    ]);
    expect(readdirSync(workspace.path(pictures)).toSorted()).toEqual([
      "_overview.svg",
      "verify-dispatch.svg",
    ]);
    expect((await workspace.run(june15)).effects).toEqual([]);
  });

  it("stand where the log's entry says, and tell no item's text", () => {
    const links = [...workspace.read(log).matchAll(/\]\(([^)]+\.svg)\)/g)].map(([, link = ""]) => link);
    expect(links).toEqual(["./improve-cron/verify-dispatch.svg", "./improve-cron/_overview.svg"]);
    for (const link of links) {
      const svg = readFileSync(join(workspace.path(log), "..", link), "utf8");
      expect(svg).toMatch(/^<\?xml [^>]+>\n<svg /);
      expect(svg).not.toContain("pass text");
    }
  });

  it("have their like on the terminal: in ASCII without a locale, and without an escape code in a pipe", async () => {
    for (const command of ["status", "history"]) {
      const args = ["--config", workspace.configFile, "--now", june15, command];
      const { code, stdout } = await callProgram(args, { cwd: workspace.folder });
      expect(code).toBe(0);
      expect(stdout).toMatch(/^[\n -~]*$/);
      // Kappa is 1, at the end of its interval, and the founder overrode nothing.
      expect(stdout).toMatch(/\[-*\+-*o/);
      expect(stdout).toContain("from 0 to 1, overrides");
    }
  });

  it("of another axis that closes later are drawn then, with the overview anew", async () => {
    const before = workspace.read(`${pictures}/_overview.svg`);
    await workspace.grade("2026-06-16T13:00:00Z", agrees, "rules-judge");
    const { effects } = await workspace.run("2026-06-16T14:00:00Z");
    expect(effects.filter(({ kind }) => kind === "picture")).toHaveLength(2);
    expect(workspace.read(`${pictures}/_overview.svg`)).not.toBe(before);
    expect(existsSync(workspace.path(`${pictures}/rules-judge.svg`))).toBe(true);
  });

  it("are planned also where a run was killed between the close and the plan", async () => {
    const closed = await workspace.at(june15, async (app) => {
      const effects = await app.store.listEffects();
      return effects.filter(({ payload }) => payload.kind === "picture").map(({ dedupeKey }) => dedupeKey);
    });
    // The keys follow from the closed months alone, not from what a run remembers to have closed.
    expect(closed).toEqual([
      "picture/2026-05/verify-dispatch/1",
      "picture/2026-05/*/1",
      "picture/2026-05/rules-judge/1",
      "picture/2026-05/*/2",
    ]);
  });

  it("are drawn anew after the status was changed by a person, once", async () => {
    const at = "2026-06-18T13:00:00Z";
    const axis = "verify-dispatch";
    await workspace.at(at, (app) => assistAxis(app.cycle, axis, "two wrong"));
    const before = workspace.read(`${pictures}/${axis}.svg`);
    const { effects } = await workspace.run(at);
    expect(effects).toEqual([
      { kind: "picture", state: "done" },
      { kind: "picture", state: "done" },
    ]);
    expect(workspace.read(`${pictures}/${axis}.svg`)).not.toBe(before);
    expect((await workspace.run(at)).effects).toEqual([]);
  });

  it("and the page are written by `report`, the same figures as JSON", async () => {
    const call = (...args: readonly string[]): ReturnType<typeof callProgram> =>
      callProgram(["--config", workspace.configFile, "--now", "2026-06-20T13:00:00Z", "report", ...args], {
        cwd: workspace.folder,
      });
    const made = await call("--html", "page.html", "--svg", "pictures", "--json");
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toEqual({
      files: [
        "page.html",
        "pictures/_overview.svg",
        "pictures/rules-judge.svg",
        "pictures/verify-dispatch.svg",
      ].map((name) => workspace.path(name)),
    });
    const page = await call("--html", "-");
    expect(page.stdout.replaceAll(/Made [^<]+/g, "")).toBe(
      workspace.read("page.html").replaceAll(/Made [^<]+/g, ""),
    );
    const data = JSON.parse((await call("--json")).stdout);
    const history = await workspace.history("2026-06-20T13:00:00Z");
    expect(
      data.axes.map(({ axis, months }: { axis: string; months: { kappa: unknown }[] }) => [
        axis,
        months[0]?.kappa,
      ]),
    ).toEqual(history.map(({ axis, kappa }) => [axis, kappa]));
    expect((await call()).stdout).toContain("verify-dispatch");
  });

  it("`report` refuses what cannot be written, before it draws", async () => {
    const call = (...args: readonly string[]): ReturnType<typeof callProgram> =>
      callProgram(["--config", workspace.configFile, "report", ...args], { cwd: workspace.folder });
    writeFileSync(workspace.path("taken"), "mine");
    for (const args of [
      ["--html", "-", "--json"],
      ["--html", "no/page.html"],
      ["--svg", "taken"],
      ["--svg", "no/such"],
    ]) {
      expect([args, (await call(...args)).code]).toEqual([args, 2]);
    }
    expect(workspace.read("taken")).toBe("mine");
  });

  it("are not drawn where there is no vault", async () => {
    const other = new Workspace({ config: "notify: [{ channel: stdout }]\nvault_log: null\n" });
    try {
      other.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 20, fail: 4 }));
      await other.run(june1);
      await other.grade(june1, agrees);
      const { closed, effects } = await other.run(june15);
      expect(closed).toHaveLength(1);
      expect(effects.map(({ kind }) => kind)).toEqual(["axis-file"]);
    } finally {
      other.dispose();
    }
  });
});
