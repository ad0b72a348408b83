import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureLogFolder } from "../../src/effects/log-folder.ts";

let root: string;
let home: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "vault-"));
  home = join(root, "config");
  mkdirSync(home);
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("ensureLogFolder", () => {
  it("creates folders inside the config's own folder", async () => {
    const folder = join(home, "vault", "01-projects", "self-review");
    expect(await ensureLogFolder(folder, home)).toBeNull();
    expect(existsSync(folder)).toBe(true);
    expect(await ensureLogFolder(folder, home)).toBeNull();
    expect(await ensureLogFolder(home, home)).toBeNull();
  });

  it("takes a folder elsewhere only if it stands", async () => {
    const folder = join(root, "vault", "self-review");
    expect(await ensureLogFolder(folder, home)).toMatchObject({ code: "folder-missing" });
    expect(existsSync(join(root, "vault"))).toBe(false);
    mkdirSync(folder, { recursive: true });
    expect(await ensureLogFolder(folder, home)).toBeNull();
  });

  it("does not take a sibling with the same beginning, or a way out, for the inside", async () => {
    expect(await ensureLogFolder(join(root, "config-other", "a"), home)).toMatchObject({
      code: "folder-missing",
    });
    expect(await ensureLogFolder(join(home, "..", "b", "c"), home)).toMatchObject({ code: "folder-missing" });
    mkdirSync(join(root, "elsewhere"));
    symlinkSync(join(root, "elsewhere"), join(home, "link"));
    expect(await ensureLogFolder(join(home, "link", "new"), home)).toMatchObject({ code: "folder-missing" });
    expect(await ensureLogFolder(join(home, "link"), home)).toBeNull();
    expect(await ensureLogFolder(join(home, "..fine", "new"), home)).toBeNull();
  });

  it("knows the inside through a link to the config's folder", async () => {
    symlinkSync(home, join(root, "alias"));
    expect(await ensureLogFolder(join(root, "alias", "vault"), home)).toBeNull();
  });

  it("waits where a file stands in place of the folder", async () => {
    writeFileSync(join(home, "vault"), "");
    expect(await ensureLogFolder(join(home, "vault"), home)).toMatchObject({ code: "folder-missing" });
  });
});
