import Database from "better-sqlite3";
import type { Item } from "../../src/core/cycle.ts";
import type { Workspace } from "./workspace.ts";

/** Does what the program never does: changes the database behind its back. */
export async function tamper(workspace: Workspace, now: string, sql: string): Promise<void> {
  const file = await workspace.at(now, async (app) => app.config.databaseFile);
  const database = new Database(file);
  const triggers = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    .pluck();
  const restore = database
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
    .pluck()
    .all();
  for (const name of triggers.all()) database.exec(`DROP TRIGGER ${name}`);
  database.exec(sql);
  for (const trigger of restore) database.exec(trigger);
  database.close();
}

/** Overwrites the artifacts of items with bytes that do not unpack. */
export async function damageArtifacts(
  workspace: Workspace,
  now: string,
  items: readonly Item[],
): Promise<void> {
  const hashes = items.flatMap(({ artifact }) =>
    artifact.kind === "snapshot" ? [`X'${artifact.sha256}'`] : [],
  );
  await tamper(
    workspace,
    now,
    `UPDATE artifact SET content = X'FFFF', encoding = 'deflate' WHERE sha256 IN (${hashes.join()})`,
  );
}
