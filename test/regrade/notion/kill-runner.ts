import { openApp } from "../../../src/app.ts";
import { runMonth } from "../../../src/cycle/run-month.ts";

/**
 * The monthly job in a process of its own, to be killed at one of its requests: `kill-runner CONFIG NOW`. It does not
 * wait: until it is killed nothing goes wrong, and whoever kills it keeps the time.
 */
async function main([configFile = "", now = ""]: readonly string[]): Promise<void> {
  const app = await openApp({
    configFile,
    env: process.env,
    cwd: process.cwd(),
    now: Number(now),
    dryRun: false,
    write: () => {},
    notionTiming: { now: () => Number(now), wait: () => Promise.resolve() },
  });
  await runMonth(app.cycle, { month: null, sampleTarget: null });
  await app[Symbol.asyncDispose]();
}

await main(process.argv.slice(2));
