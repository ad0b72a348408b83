import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkVaultWriters, readLogs } from "../../../src/cli/doctor/vault-writers.ts";
import type { Effect } from "../../../src/core/effect.ts";
import { appendVaultLog } from "../../../src/effects/vault-log.ts";

function entry(marker: string, changes: Partial<Effect> = {}): Effect {
  return {
    id: 1,
    axis: "*",
    period: marker.slice(4, 11),
    dedupeKey: marker,
    payload: { kind: "vault-log", marker, markdown: "## May 2026" },
    state: "done",
    attempts: 1,
    nextTryAt: null,
    plannedAt: 1,
    doneAt: 2,
    lastError: null,
    detail: `log.md: added ${marker}`,
    ...changes,
  };
}

function of(since: string): { readonly workspace: string; readonly since: string } {
  return { workspace: "default", since };
}

const opened = entry("^ic-2026-05-opened");

describe("checkVaultWriters", () => {
  it("is content with a log that this database alone has written", () => {
    const log = "# log\n\n^ic-2026-05-opened\n\nsee [[log#^ic-2026-05-opened]]\n";
    expect(checkVaultWriters(log, [opened], of("2026-03"))).toMatchObject({ ok: true });
    expect(checkVaultWriters("", [], of("2026-03"))).toMatchObject({ ok: true });
  });

  it("finds entries that this database never planned, of the last months", () => {
    const log = "^ic-2026-05-opened\n\n^ic-2026-05-tone-closed\n\n^ic-2025-01-opened\n";
    const check = checkVaultWriters(log, [opened], of("2026-03"));
    expect(check).toMatchObject({ name: "vault writers", ok: false });
    expect(check.message).toContain("1 entry");
    expect(check.message).toContain("^ic-2026-05-tone-closed");
    expect(check.message).not.toContain("2025");
  });

  it("finds an entry of its own that another machine wrote first", async () => {
    const folder = mkdtempSync(join(tmpdir(), "improve-cron-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "log.md");
    writeFileSync(path, "# log\n\nwritten elsewhere\n\n^ic-2026-05-opened\n");
    const outcome = await appendVaultLog({
      path,
      home: folder,
      marker: "^ic-2026-05-opened",
      markdown: "## May 2026",
      step: () => {},
    });
    if (outcome.state !== "done") throw new Error(outcome.because);
    const found = { ...opened, detail: outcome.detail };
    expect(checkVaultWriters(readLogs(path), [found], of("2026-03"))).toMatchObject({ ok: false });
    // After a crash the second attempt finds what the first one wrote.
    expect(checkVaultWriters(readLogs(path), [{ ...found, attempts: 2 }], of("2026-03")).ok).toBe(true);
    expect(checkVaultWriters(readLogs(path), [found], of("2026-06")).ok).toBe(true);
  });

  it("leaves the entries of other workspaces to them", () => {
    const log = "^ic-2026-05-opened\n\n^ic-second-2026-05-opened\n\n^ic-second-2026-05-tone-closed\n";
    expect(checkVaultWriters(log, [opened], of("2026-03")).ok).toBe(true);
    const second = entry("^ic-second-2026-05-opened", { period: "2026-05" });
    const check = checkVaultWriters(log, [second], { workspace: "second", since: "2026-03" });
    expect(check).toMatchObject({ ok: false });
    expect(check.message).toContain("(^ic-second-2026-05-tone-closed)");
  });

  it("reads the log beside the log", () => {
    const folder = mkdtempSync(join(tmpdir(), "improve-cron-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(readLogs(join(folder, "log.md"))).toBe("");
    writeFileSync(join(folder, "log (improve-cron).md"), "^ic-2026-05-opened\n");
    expect(readLogs(join(folder, "log.md"))).toContain("^ic-2026-05-opened");
  });
});
