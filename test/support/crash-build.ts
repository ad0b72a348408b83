import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const cache = join(import.meta.dirname, "../../node_modules/.cache");

/**
 * A runner of this folder (that of the crash points unless another is named) in one file, made for this run in a folder
 * of its own: a trial is a process, and finding and compiling two hundred modules at each start would take longer than
 * the trial. Inside node_modules, so that it finds better-sqlite3, whose compiled part cannot be bundled.
 */
export async function buildCrashRunner(
  name = "crash-runner",
  source = join(import.meta.dirname, `${name}.ts`),
): Promise<{ readonly folder: string; readonly file: string }> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, `improve-cron-${name}-`));
  const file = join(folder, `${name}.mjs`);
  const bundle = await rolldown({
    input: source,
    platform: "node",
    external: ["better-sqlite3", "@notionhq/client"],
    // Node 20 does not know `using` yet.
    transform: { target: "node20" },
    logLevel: "silent",
  });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  await bundle.close();
  return { folder, file };
}
