import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const cache = join(import.meta.dirname, "../../node_modules/.cache");

/**
 * The runner of the crash points in one file, made for this run in a folder of its own: a trial is a process, and finding
 * and compiling two hundred modules at each start would take longer than the trial. Inside node_modules, so that it
 * finds better-sqlite3, whose compiled part cannot be bundled.
 */
export async function buildCrashRunner(): Promise<{ readonly folder: string; readonly file: string }> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "improve-cron-crash-runner-"));
  const file = join(folder, "crash-runner.mjs");
  const bundle = await rolldown({
    input: join(import.meta.dirname, "crash-runner.ts"),
    platform: "node",
    external: ["better-sqlite3"],
    logLevel: "silent",
  });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  await bundle.close();
  return { folder, file };
}
