import { existsSync, readFileSync, renameSync, statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Health } from "../../src/daemon/health.ts";
import { type Daemon, startDaemon } from "../../src/daemon/daemon.ts";
import { trackTimers } from "../support/open-timers.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const slot = Date.parse("2026-06-01T13:00:00Z");

let workspace: Workspace;
let daemon: Daemon | null;
let warnings: string[];
beforeEach(() => {
  workspace = new Workspace();
  workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 12, fail: 3 }));
  daemon = null;
  warnings = [];
});
afterEach(async () => {
  await daemon?.stop("test");
  workspace.dispose();
});

async function start(further: { tickMs?: number; now?: number } = {}): Promise<Daemon> {
  daemon = await startDaemon({
    configFile: workspace.configFile,
    env: { PATH: process.env["PATH"], PLANTED_TOKEN: "planted-token-value" },
    cwd: workspace.folder,
    now: slot,
    write: (text) => workspace.messages.push(text),
    warn: (sentence) => warnings.push(sentence),
    port: 0,
    ...further,
  });
  return daemon;
}

async function health(): Promise<{ status: number; body: Health }> {
  const response = await fetch(`http://127.0.0.1:${daemon?.port}/health`);
  const body: Health = JSON.parse(await response.text());
  return { status: response.status, body };
}

async function post(rows: unknown): Promise<{ status: number; body: unknown }> {
  const token = readFileSync(workspace.path("state/token"), "utf8").trim();
  const response = await fetch(`http://127.0.0.1:${daemon?.port}/verdicts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: typeof rows === "string" ? rows : JSON.stringify(rows),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const begun = Date.now();
  while (!(await condition())) {
    if (Date.now() - begun > 20_000) throw new Error("never came");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Timers are counted by themselves, pipes are the test runner's. */
function resources(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((one) => !/^(Timeout|Immediate|PipeWrap|TCPSocketWrap)$/.test(one));
}

describe("the daemon", () => {
  it("runs the month at its start, takes verdicts, and tells how things stand", async () => {
    await start();
    await until(async () => (await health()).body.lastPass?.outcome === "ran");
    const { status, body } = await health();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      nextSlot: "2026-07-01T13:00:00.000Z",
      lastPass: { cause: "start", outcome: "ran" },
      open: [{ axis: "verify-dispatch", period: "2026-05", items: 8, graded: 0, pending: 8 }],
      pending: [],
      counters: { onTime: 1, late: 0, caughtUp: 0, skipped: 0, doubledPrevented: 0 },
      warnings: [],
    });
    expect(JSON.stringify(body)).not.toContain("pass text");

    const verdict = {
      axis: "verify-dispatch",
      verdict: "PASS",
      at: "2026-06-01T12:00:00Z",
      id: "over-http",
      artifact: { text: "Dear all" },
    };
    expect(await post(verdict)).toMatchObject({ status: 200, body: { read: 1, stored: 1 } });
    expect(await post([verdict, { axis: "verify-dispatch", verdict: "maybe" }])).toMatchObject({
      status: 200,
      body: { read: 2, duplicate: 1, rejected: 1, rejects: [{ line: 2 }] },
    });
    const outside = { ...verdict, id: "outside", artifact: { path: "/etc/passwd" } };
    expect(await post(outside)).toMatchObject({
      status: 400,
      body: { rejects: [{ reason: expect.stringMatching(/^artifact-outside-roots/) }] },
    });
    const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
    expect(await post(`[{"axis":"verify-dispatch","verdict":"PASS","meta":${deep}}]`)).toMatchObject({
      status: 400,
      body: { rejects: [{ reason: expect.stringMatching(/^too-deep/) }] },
    });
    expect(JSON.parse(readFileSync(workspace.path("state/serve.json"), "utf8"))).toMatchObject({
      pid: process.pid,
      port: daemon?.port,
    });
    for (const name of ["token", "serve.json", "improve-cron.jsonl"])
      expect(statSync(workspace.path(`state/${name}`)).mode & 0o777).toBe(0o600);
  });

  it("leaves nothing running, and the database closed", async () => {
    // The socket of the test before is closed a moment after its server is.
    await until(() => resources().length === 0);
    const timers = trackTimers();
    await start({ tickMs: 10 });
    await until(() => workspace.messages.length > 0);
    expect(resources()).toEqual(["TCPServerWrap"]);
    expect(timers.open().length).toBeGreaterThan(2);
    expect(await daemon?.stop("test")).toBe("finished");
    await until(() => resources().length === 0 && timers.open().length === 0);
    timers.stop();
    for (const name of ["serve.json", "improve-cron.db-wal", "improve-cron.db-shm", "run.lock.pid"])
      expect(existsSync(workspace.path(`state/${name}`))).toBe(false);
    expect(readFileSync(workspace.path("state/improve-cron.jsonl"), "utf8")).toContain('"msg":"stopped"');
  });

  it("ends itself when its database is taken away, and takes no verdict into nowhere", async () => {
    await start({ tickMs: 50 });
    await until(() => workspace.messages.length > 0);
    renameSync(workspace.path("state/improve-cron.db"), workspace.path("state/elsewhere.db"));
    const { status } = await post({ axis: "verify-dispatch", verdict: "PASS" });
    expect(status).toBe(503);
    await daemon?.failed;
    expect(warnings.join("\n")).toContain("deleted or moved");
  });

  it("warns of axis files that it cannot read, in the log and in /health", async () => {
    workspace.write("axes/broken.yaml", "axis: [\n");
    await start();
    expect((await health()).body.warnings).toHaveLength(1);
    expect(warnings.some((one) => one.includes("broken.yaml"))).toBe(true);
  });

  it("shows no secret, also where a file holds one", async () => {
    workspace.write("axes/planted-token-value.yaml", "axis: [\n");
    await start();
    const { body } = await health();
    expect(body.warnings[0]).toContain("[R]");
    expect(JSON.stringify(body) + warnings.join("\n")).not.toContain("planted-token-value");
  });
});
