import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import type { OpenGrading } from "../../src/core/open-grading.ts";
import { type Daemon, startDaemon } from "../../src/daemon/daemon.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let daemon: Daemon | null = null;
afterEach(async () => {
  await daemon?.stop("test");
  workspace.dispose();
});

it("the daemon lists its open month, gives the texts, and takes grades once", async () => {
  workspace = new Workspace();
  workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 10, fail: 1 }));
  await workspace.run("2026-06-01T13:00:00Z");
  daemon = await startDaemon({
    configFile: workspace.configFile,
    env: { PATH: process.env["PATH"] },
    cwd: workspace.folder,
    now: Date.parse("2026-06-01T14:00:00Z"),
    write: () => {},
    warn: () => {},
    port: 0,
  });
  const token = readFileSync(workspace.path("state/token"), "utf8").trim();
  const ask = async (path: string, body?: unknown): Promise<string> => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    return (await fetch(`http://127.0.0.1:${daemon?.port}${path}`, { headers, ...sent })).text();
  };
  const open: OpenGrading = JSON.parse(await ask("/grading/items"));
  expect(open.items).toHaveLength(6);
  const ref = open.items[0]?.ref ?? "";
  expect(JSON.parse(await ask(`/grading/text?ref=${ref}`))).toMatchObject({ ref, html: expect.any(String) });
  const grade = { ref, grade: "PASS", reason: null, at: "2026-06-01T13:59:00Z" };
  expect(JSON.parse(await ask("/grading/grades", grade))).toMatchObject({ outcome: "stored", late: false });
  expect(JSON.parse(await ask("/grading/grades", grade))).toMatchObject({ outcome: "duplicate" });
  const after: OpenGrading = JSON.parse(await ask("/grading/items"));
  expect(after.items.map((item) => item.grade)).toEqual(["PASS", null, null, null, null, null]);
});
