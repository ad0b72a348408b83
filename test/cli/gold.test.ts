import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callProgram } from "../support/call-program.ts";
import { criticCalls, criticLines, writeCritic } from "../support/scripted-critic.ts";
import { Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const now = "2026-06-10T13:00:00Z";
const rows = [
  {
    axis,
    label: "FAIL",
    text: "Ship it, nobody has complained.",
    failureMode: "no-check",
    reason: "names no check",
  },
  { axis, label: "PASS", text: "Run the tests, then ship it." },
  { axis, label: "FAIL", text: "It is fine.", split: "exposed" },
];

describe("gold", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace({ config: "notify: [{ channel: stdout }]\nprobes: { per_axis: 0 }\n" });
    workspace.write("rubric.md", "1. It names a check.\n");
    workspace.writeAxis(axis, `rubric: ../rubric.md\n${criticLines(workspace)}`);
    writeCritic(workspace, { fail: [{ has: "nobody|fine" }] });
  });
  afterEach(() => workspace.dispose());

  const call = (...args: readonly string[]): ReturnType<typeof callProgram> =>
    callProgram(["gold", ...args, "--config", workspace.configFile, "--now", now], { cwd: workspace.folder });
  const json = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await call(...args, "--json")).stdout);
  const file = (lines: readonly unknown[]): string =>
    workspace.write(
      "gold.jsonl",
      lines.map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\n`).join(""),
    );

  it("takes items from a file, names each row that it refuses by its line, and takes none twice", async () => {
    const bad = [
      "{",
      { axis, label: "MAYBE", text: "x y" },
      { axis, label: "PASS" },
      { axis, label: "PASS", text: "  " },
      { label: "PASS", text: "x y" },
      { axis: "No Axis", label: "PASS", text: "x y" },
      { axis, label: "PASS", text: "x y", split: "both" },
      { axis, label: "PASS", text: "x y", period: "May" },
      { axis, label: "PASS", text: "half \ud800" },
      { axis, label: "PASS", text: rows[0]?.text },
    ];
    const answer = await json("import", file([...rows, ...bad]));
    expect(answer).toMatchObject({ read: 13, stored: 3, duplicate: 0, rejected: 10 });
    expect(answer).toMatchObject({
      rejects: [
        { line: 4 },
        { line: 5, reason: expect.stringMatching(/^bad-label/) },
        { line: 6, reason: expect.stringMatching(/^bad-text/) },
        { line: 7, reason: expect.stringMatching(/^empty-text/) },
        { line: 8, reason: expect.stringMatching(/^missing-axis/) },
        { line: 9, reason: expect.stringMatching(/^bad-axis/) },
        { line: 10, reason: expect.stringMatching(/^bad-split/) },
        { line: 11, reason: expect.stringMatching(/^bad-period/) },
        { line: 12, reason: expect.stringMatching(/^bad-text/) },
        { line: 13, reason: expect.stringMatching(/^conflict/) },
      ],
    });
    expect(await json("import", file(rows))).toMatchObject({ stored: 0, duplicate: 3, rejected: 0 });
    expect((await call("import", file(bad.slice(0, 2)))).code).toBe(2);
    const own = file([
      { label: "PASS", text: "another one" },
      { axis: "other", label: "PASS", text: "x y" },
    ]);
    expect(await json("import", own, "--axis", axis)).toMatchObject({ stored: 1, rejected: 1 });
  });

  it("exports what an import of another database takes, splits and all", async () => {
    await call("import", file(rows));
    const target = workspace.path("out.jsonl");
    expect(await json("export", target)).toEqual({ exported: 3, file: target });
    const text = readFileSync(target, "utf8");
    const exported: readonly { readonly text: string; readonly split: string }[] = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(exported.map((one) => one.text).toSorted()).toEqual(rows.map((one) => one.text).toSorted());
    expect(exported.find((one) => one.text === "It is fine.")?.split).toBe("exposed");
    const other = new Workspace();
    writeFileSync(other.path("gold.jsonl"), text);
    const there = (...args: readonly string[]): ReturnType<typeof callProgram> =>
      callProgram(["gold", ...args, "--config", other.configFile, "--now", now], { cwd: other.folder });
    expect((await there("import", "gold.jsonl")).code).toBe(0);
    expect((await there("export", "out.jsonl")).code).toBe(0);
    expect(other.read("out.jsonl")).toBe(text);
    other.dispose();
  });

  it("runs them, and lists size, agreement and items without a word of their texts", async () => {
    await call("import", file(rows));
    expect(await json("run")).toMatchObject([
      { axis, period: "2026-05", state: "done", planned: 6, answered: 6 },
    ]);
    expect(criticCalls(workspace)).toHaveLength(6);
    const listed = await json("list", "--axis", axis);
    expect(listed).toMatchObject({
      axes: [{ axis, size: { items: 3, pass: 1, fail: 2, enoughIn: "2031-12" } }],
    });
    expect(listed).toMatchObject({ items: [{ axis }, { axis }, { axis }] });
    const { code, stdout } = await call("list", "--axis", axis);
    expect([code, stdout.includes("g-")]).toEqual([0, true]);
    for (const one of rows) {
      expect(stdout + JSON.stringify(listed)).not.toContain(one.text);
    }
  });

  it("ends with 1 where a run was stopped, with 2 where there is no such axis", async () => {
    await call("import", file(rows));
    writeCritic(workspace, { error: "auth" });
    const stopped = await call("run", "--json");
    expect([stopped.stdout, stopped.code]).toMatchObject([expect.stringContaining('"stopped"'), 1]);
    expect((await call("run", "--axis", "no-such")).code).toBe(2);
    workspace.writeAxis(axis, "rubric: ../rubric.md\n");
    expect(await json("run")).toMatchObject([{ state: "none", because: "no-critic" }]);
  });

  it("retires and exposes what is known by an import that says why", async () => {
    await call("import", file(rows));
    const again = [
      { ...rows[0], retiredBecause: "out of date" },
      { ...rows[1], exposedBecause: "shown in the workshop" },
    ];
    expect(await json("import", file(again))).toMatchObject({ stored: 2 });
    expect(await json("import", file(again))).toMatchObject({ duplicate: 2 });
    expect(await json("list")).toMatchObject({
      axes: [{ size: { items: 2, retired: 1, holdout: 0, exposed: 2 } }],
    });
  });
});
