import { describe, expect, it } from "vitest";
import { readAxisEntry } from "../../src/config/axis-entry.ts";
import { readCriticEntry } from "../../src/config/critic-entry.ts";

const place = { folder: "/w/axes", home: "/home/ada" };
const usual = { env: [], timeoutMs: 300_000, maxCostUsd: 1, model: null };

const specOf = (value: unknown, model: string | null = null): unknown => {
  const read = readCriticEntry(value, model, place);
  return read.kind === "critic" ? read.spec : read.path.join(".");
};

describe("readCriticEntry", () => {
  it("takes a list as program and arguments, paths from the file's folder", () => {
    expect(specOf(["./judge.sh", "a b", "$(x)", "../r.md", "~/k", "plain.mjs"])).toEqual({
      ...usual,
      kind: "command",
      command: ["/w/axes/judge.sh", "a b", "$(x)", "/w/r.md", "/home/ada/k", "plain.mjs"],
    });
  });

  it("takes a plain text for a command, and nothing that only a shell would understand", () => {
    expect(specOf("node ./judge.mjs --fast")).toMatchObject({
      kind: "command",
      command: ["node", "/w/axes/judge.mjs", "--fast"],
    });
    for (const text of [
      "judge | tee log",
      "judge 'a b'",
      "judge $HOME",
      "judge > out",
      "judge *.md",
      "",
      "  ",
    ]) {
      expect([text, specOf(text)]).toEqual([text, ""]);
    }
  });

  it.each([
    ["claude", "claude", ["claude"]],
    ["claude -p", "claude", ["claude"]],
    [["/opt/homebrew/bin/claude", "--print"], "claude", ["/opt/homebrew/bin/claude"]],
    ["codex exec", "codex", ["codex"]],
    [{ kind: "claude" }, "claude", ["claude"]],
    [{ kind: "codex", command: ["codex", "-c", "a=b"] }, "codex", ["codex", "-c", "a=b"]],
    [{ kind: "claude", command: "~/bin/claude -p" }, "claude", ["/home/ada/bin/claude"]],
    [{ kind: "command", command: ["claude", "--wrapped"] }, "command", ["claude", "--wrapped"]],
    [{ command: ["./judge"] }, "command", ["/w/axes/judge"]],
  ])("knows %j", (value, kind, command) => {
    expect(specOf(value)).toMatchObject({ kind, command });
  });

  it("asks for the axis's model unless the critic names its own", () => {
    expect(specOf("claude", "sonnet")).toMatchObject({ model: "sonnet" });
    expect(specOf({ kind: "claude", model: "opus" }, "sonnet")).toMatchObject({ model: "opus" });
  });

  it("reads the limits", () => {
    expect(
      specOf({ kind: "codex", env: ["MY_KEY"], timeout_seconds: 12.5, max_cost_usd: 0.2 }),
    ).toMatchObject({
      env: ["MY_KEY"],
      timeoutMs: 12_500,
      maxCostUsd: 0.2,
    });
  });

  it.each([
    [{ kind: "gpt" }, "kind"],
    [{}, "command"],
    [{ kind: "command" }, "command"],
    [{ kind: "claude", command: [] }, "command"],
    [{ command: ["./judge", 5] }, "command"],
    [{ command: "judge | sh" }, "command"],
    [{ command: ["~ada/judge"] }, "command"],
    [{ command: ["judge\u0000"] }, "command"],
    [{ kind: "claude", model: 5 }, "model"],
    [{ kind: "claude", env: { KEY: "x" } }, "env"],
    [{ kind: "claude", env: ["KEY=secret"] }, "env"],
    [{ kind: "claude", timeout_seconds: 0 }, "timeout_seconds"],
    [{ kind: "claude", timeout_seconds: 1801 }, "timeout_seconds"],
    [{ kind: "claude", max_cost_usd: 0 }, "max_cost_usd"],
    [{ kind: "claude", modle: "x" }, "modle"],
    [["claude", "-p", "--model", "opus"], ""],
    ["codex exec --full-auto", ""],
    [[], ""],
    [5, ""],
    [true, ""],
  ])("refuses %j at %j", (value, path) => {
    const read = readCriticEntry(value, null, place);
    expect(read).toMatchObject({ kind: "fault", path: path === "" ? [] : [path] });
  });

  it("gives no critic a secret of the program itself, and names which one", () => {
    const own = { ...place, secretNames: ["NTFY_TOKEN"] };
    for (const name of ["NOTION_TOKEN", "IMPROVE_CRON_CONFIG", "IMPROVE_CRON_TOKEN", "NTFY_TOKEN"]) {
      const read = readCriticEntry({ kind: "claude", env: ["MY_KEY", name] }, null, own);
      expect([name, read]).toMatchObject([name, { kind: "fault", path: ["env", 1] }]);
    }
    // A name that no channel of this config uses.
    expect(specOf({ kind: "claude", env: ["NTFY_TOKEN"] })).toMatchObject({ env: ["NTFY_TOKEN"] });
  });

  it("names the nearest known key", () => {
    const read = readCriticEntry({ kind: "claude", timeout: 5 }, null, place);
    expect(read).toMatchObject({ hint: expect.stringContaining("nearest known key is timeout_seconds") });
    expect(readCriticEntry({ kind: "claude", modle: "x" }, null, place)).toMatchObject({
      hint: expect.stringContaining("nearest known key is model"),
    });
  });
});

describe("critic of an axis file", () => {
  const file = { file: "/w/axes/a.yaml", ...place, statusKey: "status", lineOf: () => 7 };
  const axis = { axis: "a", status: "graduated" };

  it("is null where none is given", () => {
    expect(readAxisEntry(axis, file)).toMatchObject({ problems: [], axis: { critic: null } });
    expect(readAxisEntry({ ...axis, critic: null }, file)).toMatchObject({ axis: { critic: null } });
  });

  it("gets the axis's model", () => {
    expect(readAxisEntry({ ...axis, model: "sonnet", critic: "claude -p" }, file).axis).toMatchObject({
      model: "sonnet",
      critic: { kind: "claude", model: "sonnet" },
    });
  });

  it("makes the axis unusable where it cannot be read, beside its other faults", () => {
    const { axis: read, problems } = readAxisEntry({ ...axis, probes: "x", critic: { kind: "gpt" } }, file);
    expect(read).toBeNull();
    expect(problems).toMatchObject([
      { key: "probes", code: "wrong-value" },
      { key: "critic.kind", code: "wrong-value", line: 7 },
    ]);
    expect(readAxisEntry({ ...axis, critic: {} }, file).problems).toMatchObject([
      { key: "critic.command", code: "missing-key" },
    ]);
    expect(readAxisEntry({ ...axis, critic: "a | b" }, file).problems).toMatchObject([{ key: "critic" }]);
  });

  it("may have another one beside it that writes the probes, with a model of its own", () => {
    const { axis: read } = readAxisEntry(
      { ...axis, model: "sonnet", critic: "claude -p", probe_generator: "codex exec" },
      file,
    );
    expect(read).toMatchObject({
      critic: { model: "sonnet" },
      probeGenerator: { kind: "codex", model: null },
    });
    expect(readAxisEntry({ ...axis, critic: "claude -p" }, file).axis).not.toHaveProperty("probeGenerator");
    expect(readAxisEntry({ ...axis, probe_generator: { kind: "gpt" } }, file)).toMatchObject({
      axis: null,
      problems: [{ key: "probe_generator.kind", code: "wrong-value" }],
    });
  });
});
