import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { acquireRunLock } from "../../../src/store/sqlite/run-lock.ts";
import { startChild } from "./child/run-child.ts";

const folders: string[] = [];

function newState(): string {
  const folder = mkdtempSync(join(tmpdir(), "ic-lock-"));
  folders.push(folder);
  return join(folder, "state");
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("acquireRunLock", () => {
  it("gives the lock to one, names the holder to the next, and gives it again after the release", () => {
    const state = newState();
    const lock = acquireRunLock(state, process.pid);
    expect(lock.kind).toBe("held");
    expect(acquireRunLock(state, 1)).toEqual({ kind: "busy", pid: process.pid });
    if (lock.kind === "held") lock.release();
    expect(existsSync(join(state, "run.lock.pid"))).toBe(false);
    const next = acquireRunLock(state, process.pid);
    expect(next.kind).toBe("held");
    if (next.kind === "held") next.release();
    expect(statSync(state).mode & 0o777).toBe(0o700);
    expect(statSync(join(state, "run.lock")).mode & 0o777).toBe(0o600);
  });

  it("is free again after its holder was killed with -9", async () => {
    const state = newState();
    const child = startChild("hold-run-lock.ts", [state]);
    await child.waitForLine((line) => line === "held");
    expect(acquireRunLock(state, process.pid)).toEqual({ kind: "busy", pid: child.process.pid });
    child.process.kill("SIGKILL");
    await child.ended;
    const lock = acquireRunLock(state, process.pid);
    expect(lock.kind).toBe("held");
    if (lock.kind === "held") lock.release();
  });

  it("shows no number that is not a living process", () => {
    const state = newState();
    const lock = acquireRunLock(state, process.pid);
    for (const text of ["", "no number", "-1", "0", "4194999"]) {
      writeFileSync(join(state, "run.lock.pid"), text);
      expect(acquireRunLock(state, 1)).toEqual({ kind: "busy", pid: null });
    }
    if (lock.kind === "held") lock.release();
  });

  it("says what is wrong with a folder that cannot be", () => {
    const state = newState();
    writeFileSync(state, "a file");
    expect(() => acquireRunLock(state, 1)).toThrow(expect.objectContaining({ code: "io" }));
  });
});
