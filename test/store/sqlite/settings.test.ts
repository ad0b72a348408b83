import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { midMay } from "../samples.ts";

describe("changeSetting", () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "ic-settings-"));
    store = await openStore({
      file: join(folder, "improve-cron.db"),
      workspace: "default",
      timezone: "America/New_York",
      now: () => midMay,
      randomBytes: (size) => new Uint8Array(size).fill(7),
    });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("lets no other connection write between its reading and its writing", async () => {
    const other = new Database(join(folder, "improve-cron.db"), { timeout: 0 });
    const write = () => other.exec("UPDATE setting SET value = 'theirs' WHERE name = 'waiting'");
    try {
      await store.writeSetting("waiting", "a");
      await store.changeSetting("waiting", (value) => {
        expect(write).toThrow(expect.objectContaining({ code: "SQLITE_BUSY" }));
        return `${value} b`;
      });
      expect(await store.readSetting("waiting")).toBe("a b");
      expect(write).not.toThrow();
    } finally {
      other.close();
    }
  });
});
