import { chmodSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../support/built-cli.ts";
import { Workspace } from "../support/workspace.ts";

describe("notify test", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
  });
  afterEach(() => workspace.dispose());

  const notifyTest = (args: readonly string[] = []) =>
    runCli(["notify", "test", "--config", workspace.configFile, ...args], { cwd: workspace.folder });

  it("tries every channel, and fails where one did not take it", async () => {
    const receiver = workspace.write("receiver.sh", "#!/bin/sh\ncat > received.json\n");
    chmodSync(receiver, 0o755);
    workspace.write(
      "improve-cron.yaml",
      `notify:\n  - { channel: imessage, to: null }\n  - { channel: command, command: ["${receiver}"] }\n  - { channel: stdout }\n`,
    );
    const { code, stdout, stderr } = await notifyTest(["--json"]);
    expect(code).toBe(1);
    const { ok, channels } = JSON.parse(stdout);
    expect(ok).toBe(false);
    expect(channels.map(({ kind }: { kind: string }) => kind)).toEqual(["unavailable", "sent", "sent"]);
    expect(stderr).toContain("a test");
    expect(JSON.parse(readFileSync(workspace.path("received.json"), "utf8"))).toMatchObject({ kind: "test" });
  });

  it("ends well where all of them work", async () => {
    const { code, stdout } = await notifyTest();
    expect(code).toBe(0);
    expect(stdout).toContain("stdout");
  });
});
