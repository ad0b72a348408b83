import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makePrivateFile, makePrivateFolder, refuseUnsafePlace } from "../../../src/store/sqlite/place.ts";

const root = mkdtempSync(join(tmpdir(), "ic-place-"));

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("refuseUnsafePlace", () => {
  it.each([
    "Library/Mobile Documents/com~apple~CloudDocs/state",
    "Library/CloudStorage/GoogleDrive-founder@example.org/state",
    "iCloud Drive/state",
    "iCloudDrive/state",
    "Dropbox/state",
    "Dropbox (Personal)/state",
    "OneDrive/state",
    "OneDrive - Example Corp/state",
  ])("refuses %s", (folder) => {
    expect(() => {
      refuseUnsafePlace(join(root, folder, "improve-cron.db"));
    }).toThrow(expect.objectContaining({ code: "store-place" }));
  });

  it("refuses a harmless name that leads into such a folder", () => {
    mkdirSync(join(root, "Dropbox/vault"), { recursive: true });
    symlinkSync(join(root, "Dropbox/vault"), join(root, "vault"));
    expect(() => {
      refuseUnsafePlace(join(root, "vault/state/improve-cron.db"));
    }).toThrow(expect.objectContaining({ code: "store-place" }));
  });

  it.each(["state", "dropbox-tools/state", "Documents/OneDriveNotes", "cloud-storage/state"])(
    "takes %s",
    (folder) => {
      refuseUnsafePlace(join(root, folder, "improve-cron.db"));
      expect(existsSync(join(root, folder))).toBe(false);
    },
  );
});

describe("private folders and files", () => {
  it("makes a folder for its owner alone, and leaves one that is there", () => {
    makePrivateFolder(join(root, "new/state"));
    for (const folder of ["new", "new/state"]) {
      expect(statSync(join(root, folder)).mode & 0o777).toBe(0o700);
    }
    mkdirSync(join(root, "shared"), { mode: 0o755 });
    makePrivateFolder(join(root, "shared"));
    expect(statSync(join(root, "shared")).mode & 0o777).toBe(0o755);
  });

  it("makes a file for its owner alone, and never touches one that is there", () => {
    const file = join(root, "private");
    expect(makePrivateFile(file)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, "content");
    expect(makePrivateFile(file)).toBe(false);
    expect(readFileSync(file, "utf8")).toBe("content");
  });
});
