import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkNativeModule, checkNodeVersion } from "../../../src/cli/doctor/runtime-checks.ts";

describe("checkNodeVersion", () => {
  it.each(["20.12.0", "20.20.2", "22.0.0", "24.9.1"])("takes %s", (version) => {
    expect(checkNodeVersion(version).ok).toBe(true);
  });

  it.each(["18.20.0", "20.10.9", "25.0.0"])("names %s", (version) => {
    expect(checkNodeVersion(version)).toMatchObject({ name: "node", ok: false });
  });
});

describe("checkNativeModule", () => {
  it("loads better-sqlite3 in this Node", async () => {
    expect(await checkNativeModule()).toMatchObject({ ok: true });
  });

  it("survives a Node that the module takes down", async () => {
    const folder = mkdtempSync(join(tmpdir(), "improve-cron-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const node = join(folder, "node");
    writeFileSync(node, "#!/bin/sh\nkill -SEGV $$\n");
    chmodSync(node, 0o755);
    expect(await checkNativeModule(node)).toMatchObject({ name: "native module", ok: false });
  });
});
