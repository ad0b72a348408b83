import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");

/** The tests of core that import the file; where none does, those that import something that does. */
export function nearTests(file: string): readonly string[] {
  const tests = readdirSync(join(root, "test/core"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !name.startsWith("simulation"))
    .map((name) => `test/core/${name}`);
  const own = tests.filter((test) => importsOf(test).includes(file));
  if (own.length > 0) return own;
  return tests.filter((test) => importsOf(test).some((imported) => importsOf(imported).includes(file)));
}

const known = new Map<string, readonly string[]>();

/** What a file of this repository imports of it, but for types. */
function importsOf(file: string): readonly string[] {
  const found =
    known.get(file) ??
    [
      ...readFileSync(join(root, file), "utf8").matchAll(
        /^(?:import|export) (?!type )[^;]*? from "(\.[^"]+\.ts)"/gm,
      ),
    ].map(([, path = ""]) => relative(root, join(root, dirname(file), path)));
  known.set(file, found);
  return found;
}
