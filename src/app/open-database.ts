import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppOptions } from "../app.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import { openStore } from "../store/sqlite/sqlite-store.ts";
import type { Store } from "../store/store.ts";

/** A dry run works on a copy, which is thrown away: nothing that it stores is ever seen again. */
export async function openStoreOf(
  config: Config,
  clock: Clock,
  options: AppOptions,
  owned: (() => unknown)[],
): Promise<Store> {
  const { workspace, timezone } = config;
  const { step = () => {}, quickCheck = "after-unclean-end" } = options;
  const open = (file: string): Promise<Store> =>
    openStore({ file, workspace, timezone, now: clock.now, randomBytes, step, quickCheck });
  if (!options.dryRun) {
    const store = await open(config.databaseFile);
    owned.push(() => store.close());
    return store;
  }
  const folder = mkdtempSync(join(tmpdir(), "improve-cron-dry-run-"));
  owned.push(() => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, "improve-cron.db");
  if (existsSync(config.databaseFile)) {
    const real = await open(config.databaseFile);
    try {
      await real.copyTo(copy);
    } finally {
      await real.close();
    }
  }
  const store = await open(copy);
  owned.push(() => store.close());
  return store;
}
