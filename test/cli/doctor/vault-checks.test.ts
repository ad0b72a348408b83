import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { checkVault, describeConflictCopies } from "../../../src/cli/doctor/vault-checks.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "improve-cron-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

describe("checkVault", () => {
  it("is content without a vault", () => {
    expect(checkVault({ vaultLog: null, home: folder }).ok).toBe(true);
  });

  it("leaves folders inside the config's own to be made later", () => {
    expect(checkVault({ vaultLog: join(folder, "vault/01/log.md"), home: folder }).ok).toBe(true);
  });

  it("misses a folder elsewhere", () => {
    expect(checkVault({ vaultLog: join(folder, "vault/log.md"), home: join(folder, "config") }).ok).toBe(
      false,
    );
    mkdirSync(join(folder, "vault"));
    expect(checkVault({ vaultLog: join(folder, "vault/log.md"), home: join(folder, "config") }).ok).toBe(
      true,
    );
  });

  it("takes no neighbour for the config's own folder", () => {
    expect(
      checkVault({ vaultLog: join(folder, "config-old/x/log.md"), home: join(folder, "config") }).ok,
    ).toBe(false);
  });

  it("wants a file where the log is", () => {
    const log = join(folder, "log.md");
    writeFileSync(log, "# log\n");
    expect(checkVault({ vaultLog: log, home: folder }).ok).toBe(true);
    expect(checkVault({ vaultLog: folder, home: folder }).ok).toBe(false);
  });

  it.skipIf(process.getuid?.() === 0)("names a folder that cannot be written (root can write any)", () => {
    mkdirSync(join(folder, "vault"), { mode: 0o500 });
    expect(checkVault({ vaultLog: join(folder, "vault/log.md"), home: "/nowhere" }).ok).toBe(false);
  });
});

describe("describeConflictCopies", () => {
  it("makes a finding of each", () => {
    expect(describeConflictCopies([])).toEqual([]);
    const checks = describeConflictCopies(["/vault/log 2.md"]);
    expect(checks).toMatchObject([{ ok: false }]);
    expect(checks[0]?.message).toContain("/vault/log 2.md");
  });
});
