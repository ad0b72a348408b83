import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isMap, isScalar, LineCounter, parse, parseDocument } from "yaml";
import { readAxes } from "../../src/config/axis-file.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { allKeys } from "../../src/config/written-problems.ts";
import { writtenDefaults } from "../../src/config/written-config.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const shipped = join(root, "config/improve-cron.yaml");
const text = readFileSync(shipped, "utf8");

/** Dotted path and line (from 1) of every key that the text writes. */
function writtenKeys(source: string): readonly { readonly key: string; readonly line: number }[] {
  const lines = new LineCounter();
  const walk = (node: unknown, prefix: string): { key: string; line: number }[] =>
    isMap(node)
      ? node.items.flatMap((pair) => {
          if (!isScalar(pair.key) || !pair.key.range) return [];
          const key = `${prefix}${String(pair.key.value)}`;
          return [{ key, line: lines.linePos(pair.key.range[0]).line }, ...walk(pair.value, `${key}.`)];
        })
      : [];
  return walk(parseDocument(source, { lineCounter: lines }).contents, "");
}

describe("config/improve-cron.yaml", () => {
  it("holds exactly the defaults of the contract", () => {
    const contract: unknown = parse(readFileSync(join(root, "test/fixtures/config/defaults.yaml"), "utf8"));
    expect(parse(text)).toEqual(contract);
    expect(writtenDefaults).toEqual(contract);
  });

  it("writes every key that there is, and no other", () => {
    expect(new Set(writtenKeys(text).map(({ key }) => key))).toEqual(new Set(allKeys()));
  });

  it("has a comment above every key", () => {
    const lines = text.split("\n");
    for (const { key, line } of writtenKeys(text)) {
      expect([key, lines[line - 2]]).toEqual([key, expect.stringMatching(/^\s*# \S/)]);
    }
  });

  it("reads without a problem or a warning", () => {
    expect(readConfig({ file: shipped, env: {}, cwd: root, home: "/home/ada" }).warnings).toEqual([]);
  });
});

describe("config/axes", () => {
  it("works as shipped", () => {
    const config = readConfig({ file: shipped, env: {}, cwd: root, home: "/home/ada" });
    const { axes, problems } = readAxes(config);
    expect(problems).toEqual([]);
    expect(axes.map(({ name, status, verdictLog }) => ({ name, status, verdictLog }))).toEqual(
      ["verify-dispatch", "verify-strategic-output", "verify-vault-write"].map((name) => ({
        name,
        status: "graduated",
        verdictLog: join(root, `config/logs/${name}.jsonl`),
      })),
    );
    for (const axis of axes) {
      expect(existsSync(axis.rubricPath ?? "")).toBe(true);
      expect(axis.intent).not.toBeNull();
      expect(axis.file).toBe(join(root, `config/axes/${axis.name}.yaml`));
    }
  });
});
