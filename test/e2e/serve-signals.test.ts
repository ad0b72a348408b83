import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCli } from "../support/built-cli.ts";
import { freePort, type Serving, startServing } from "../support/serving.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

/** May is over, and its slot (09:00 in New York) has come: the daemon opens it at once, whenever the test runs. */
const now = "2026-06-01T13:00:00Z";

let workspace: Workspace;
let port: number;
let serving: Serving | null;
beforeEach(async () => {
  port = await freePort();
  serving = null;
  workspace = newWorkspace("[{ channel: stdout }]");
});
afterEach(async () => {
  await serving?.end("SIGKILL");
  workspace.dispose();
});

function newWorkspace(notify: string): Workspace {
  return new Workspace({
    config: `server: { port: ${port} }\nnotify: ${notify}\nvault_log: ./vault/log.md\n`,
  });
}

it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s ends it with 0, and nothing is left behind",
  async (signal) => {
    serving = await startServing(workspace.folder, port, { now });
    await serving.until(({ lastPass }) => lastPass !== null);
    expect(serving.out()).toMatch(/^serving on http:\/\/127\.0\.0\.1:\d+; next run /);
    expect((await serving.end(signal)).code).toBe(0);
    // And not since its 5 seconds were over.
    expect(workspace.read("state/improve-cron.jsonl")).toMatch(/"msg":"stopped"\}\n$/);
    for (const name of ["serve.json", "improve-cron.db-wal", "run.lock.pid"])
      expect(existsSync(workspace.path(`state/${name}`))).toBe(false);
  },
);

/** A message whose channel takes so many seconds, as long as a file says so. */
function slowChannel(seconds: number): string {
  return `[{ channel: command, command: [sh, -c, "cat >/dev/null; touch begun; sleep ${seconds}; touch sent"] }]`;
}

async function startInTheMiddle(seconds: number): Promise<Serving> {
  workspace.dispose();
  workspace = newWorkspace(slowChannel(seconds));
  workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 12, fail: 3 }));
  const started = await startServing(workspace.folder, port, { now });
  const begun = Date.now();
  while (!existsSync(workspace.path("begun"))) {
    if (Date.now() - begun > 30_000) throw new Error(`the message was not begun: ${started.err()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return started;
}

it("lets a pass that runs come to its end", async () => {
  serving = await startInTheMiddle(1);
  expect((await serving.end("SIGTERM")).code).toBe(0);
  expect(existsSync(workspace.path("sent"))).toBe(true);
  const status = await runCli(["status", "--json", "--config", workspace.configFile, "--now", now], {
    cwd: workspace.folder,
  });
  expect(JSON.parse(status.stdout)).toMatchObject({ pending: [], open: [{ period: "2026-05" }] });
});

it("does not wait longer than 5 seconds for one, and a run finishes what is left", async () => {
  serving = await startInTheMiddle(40);
  const { code, ms } = await serving.end("SIGTERM");
  expect(code).toBe(0);
  expect(ms).toBeGreaterThan(4_000);
  expect(ms).toBeLessThan(30_000);
  writeFileSync(workspace.configFile, `server: { port: ${port} }\nnotify: [{ channel: stdout }]\n`);
  const run = await runCli(["run", "--config", workspace.configFile, "--now", now], {
    cwd: workspace.folder,
  });
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("2026-05 is open");
});

it("ends at once at the second signal", async () => {
  serving = await startInTheMiddle(40);
  serving.child.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 300));
  // With 0 it would have waited for its 5 seconds, and then given up.
  expect((await serving.end("SIGINT")).code).toBe(1);
});

it("says what to do when the port is taken, and leaves the other one alone", async () => {
  serving = await startServing(workspace.folder, port, { now });
  const second = await runCli(["serve", "--json", "--config", workspace.configFile], {
    cwd: workspace.folder,
  });
  expect(second.code).toBe(1);
  expect(JSON.parse(second.stdout)).toMatchObject({
    error: { code: "io", hint: expect.stringContaining("server.port") },
  });
  expect(JSON.parse(readFileSync(workspace.path("state/serve.json"), "utf8"))).toMatchObject({
    pid: serving.child.pid,
    port,
  });
  expect((await serving.health()).ok).toBe(true);
});
