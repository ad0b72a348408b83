import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { startDaemon } from "../../src/daemon/daemon.ts";
import type { Health } from "../../src/daemon/health.ts";

/**
 * Starts the daemon on a workspace at an instant, in a process of its own, until its first pass is over:
 * `daemon-runner FOLDER INSTANT [STEP NTH]`. With a step it kills itself, as `kill -9` does, at the n-th time that the
 * step is reached; without one it stops the daemon and prints the names of all steps in the order in which they came.
 */
async function main([folder = "", now = "", killAt, nth]: readonly string[]): Promise<void> {
  const reached: string[] = [];
  let left = Number(nth);
  const daemon = await startDaemon({
    configFile: join(folder, "improve-cron.yaml"),
    env: { PATH: process.env["PATH"], HOME: folder },
    cwd: folder,
    now: Date.parse(now),
    port: 0,
    write: (text) => appendFileSync(join(folder, "messages.jsonl"), `${JSON.stringify({ text })}\n`),
    warn: (sentence) => process.stderr.write(`${sentence}\n`),
    step: (name) => {
      reached.push(name);
      if (name !== killAt) return;
      left -= 1;
      if (left === 0) process.kill(process.pid, "SIGKILL");
    },
  });
  for (let lastPass: Health["lastPass"] = null; lastPass === null; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const response = await fetch(`http://127.0.0.1:${daemon.port}/health`, {
      headers: { connection: "close" },
    });
    const health: Health = JSON.parse(await response.text());
    ({ lastPass } = health);
  }
  await daemon.stop("done");
  process.stdout.write(JSON.stringify(reached));
}

await main(process.argv.slice(2));
