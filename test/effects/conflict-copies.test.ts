import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { listConflictCopies } from "../../src/effects/conflict-copies.ts";

it("lists what sync clients leave beside the log, and nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vault-"));
  const copies = [
    "log 2.md",
    "log (Conflicted copy phone 202606011200).md",
    "log (founder's conflicted copy 2026-06-01).md",
    "log.sync-conflict-20260601-090000-ABCDEFG.md",
    "log_conflict.md",
  ];
  const others = [
    "log.md",
    "log (improve-cron).md",
    "logbook 2.md",
    "log 2.txt",
    "changelog 2.md",
    "log notes.md",
  ];
  for (const name of [...copies, ...others]) writeFileSync(join(folder, name), "");
  const found = await listConflictCopies(join(folder, "log.md"));
  expect(found.map((file) => basename(file))).toEqual(copies.sort());
  expect(await listConflictCopies(join(folder, "none", "log.md"))).toEqual([]);
  rmSync(folder, { recursive: true });
});
