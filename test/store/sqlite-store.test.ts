import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { openStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { storeContract } from "../contract/store.contract.ts";
import { midMay } from "./samples.ts";

storeContract("SQLite", async (salt) => {
  const folder = mkdtempSync(join(tmpdir(), "ic-store-"));
  const file = join(folder, "improve-cron.db");
  const stores: Store[] = [];
  return {
    open: async ({ workspace = "default", timezone = "America/New_York" } = {}) => {
      const store = await openStore({
        file,
        workspace,
        timezone,
        now: () => midMay,
        randomBytes: () => salt,
      });
      stores.push(store);
      return store;
    },
    execute: async (sql) => {
      const connection = new Database(file);
      try {
        connection.exec(sql);
      } finally {
        connection.close();
      }
    },
    dispose: async () => {
      for (const store of stores) await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
