import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { watchDatabase } from "../../src/daemon/database-watch.ts";

it("notices that a file was deleted, replaced by a copy of itself, or moved away, and nothing else", () => {
  const folder = mkdtempSync(join(tmpdir(), "improve-cron-watch-"));
  const file = join(folder, "a.db");
  writeFileSync(file, "one");
  const check = watchDatabase(file);
  check();
  writeFileSync(file, "written to");
  check();
  copyFileSync(file, `${file}.copy`);
  renameSync(file, `${file}.away`);
  const gone = expect.objectContaining({ code: "store-damaged" });
  expect(check).toThrow(gone);
  renameSync(`${file}.copy`, file);
  expect(check).toThrow(gone);
  renameSync(`${file}.away`, file);
  check();
  rmSync(folder, { recursive: true });
  expect(check).toThrow(gone);
});
