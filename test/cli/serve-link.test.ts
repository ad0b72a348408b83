import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { callProgram } from "../support/call-program.ts";
import { Workspace } from "../support/workspace.ts";

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace({ config: "server: { port: 4321 }\nnotify: [{ channel: stdout }]\n" });
});
afterEach(() => workspace.dispose());

it("serve --link writes both links and nothing else on stdout, running or not", async () => {
  const args = ["--config", workspace.configFile, "serve", "--link"];
  const stopped = await callProgram(args, { cwd: workspace.folder });
  const token = readFileSync(workspace.path("state/token"), "utf8").trim();
  expect(stopped).toMatchObject({
    code: 0,
    stdout: `grading: http://127.0.0.1:4321/grade#t=${token}\nreport:  http://127.0.0.1:4321/report#t=${token}\n`,
  });
  expect(stopped.stderr).toContain("improve-cron serve");
  // A daemon that took another port than the config's.
  writeFileSync(workspace.path("state/serve.json"), JSON.stringify({ pid: process.pid, port: 5000 }));
  const running = await callProgram([...args, "--json"], { cwd: workspace.folder });
  expect(running.stderr).toBe("");
  expect(JSON.parse(running.stdout)).toMatchObject({
    page: "http://127.0.0.1:5000/grade",
    link: `http://127.0.0.1:5000/grade#t=${token}`,
    grading: `http://127.0.0.1:5000/grade#t=${token}`,
    report: `http://127.0.0.1:5000/report#t=${token}`,
    serving: true,
  });
});
