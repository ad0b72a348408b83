import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkStateFolder } from "../../../src/cli/doctor/state-checks.ts";

describe("checkStateFolder", () => {
  it("wants a private folder, or none yet", () => {
    const folder = mkdtempSync(join(tmpdir(), "improve-cron-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const state = join(folder, "state");
    expect(checkStateFolder(state).ok).toBe(true);
    mkdirSync(state, { mode: 0o700 });
    expect(checkStateFolder(state).ok).toBe(true);
    chmodSync(state, 0o750);
    expect(checkStateFolder(state)).toMatchObject({ name: "state folder", ok: false });
    writeFileSync(join(folder, "file"), "");
    expect(checkStateFolder(join(folder, "file")).ok).toBe(false);
  });
});
