import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { aVerdict, midMay } from "../samples.ts";

const text = Buffer.from("Dear Ann, the room is booked. ".repeat(60));
const sha256 = createHash("sha256").update(text).digest("hex");

describe("reading an artifact", () => {
  let folder: string;
  let store: Store;
  let raw: Database.Database;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "improve-cron-artifact-"));
    const file = join(folder, "improve-cron.db");
    store = await openStore({
      file,
      workspace: "default",
      timezone: "America/New_York",
      now: () => midMay,
      randomBytes: (size) => randomBytes(size),
    });
    const verdicts = [aVerdict({ artifact: { kind: "snapshot", sha256 } })];
    await store.recordVerdicts({ verdicts, artifacts: new Map([[sha256, text]]), storedAt: midMay });
    raw = new Database(file);
    raw.exec("DROP TRIGGER artifact_no_update");
  });
  afterEach(async () => {
    raw.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const overwrite = (content: Buffer, encoding: "deflate" | "raw") =>
    raw.prepare("UPDATE artifact SET content = ?, encoding = ?").run(content, encoding).changes;

  it("gives back what was stored, and null for what is not there", async () => {
    expect(raw.prepare("SELECT encoding FROM artifact").pluck().get()).toBe("deflate");
    expect(Buffer.from((await store.readArtifact(sha256)) ?? [])).toEqual(text);
    expect(await store.readArtifact("0".repeat(64))).toBeNull();
    expect(await store.readArtifact("no hash")).toBeNull();
  });

  const packed = deflateRawSync(text);
  it.each<[what: string, content: Buffer, encoding: "deflate" | "raw"]>([
    ["are other bytes than its hash says", Buffer.from("Dear Eve"), "raw"],
    ["unpack to other bytes", deflateRawSync(Buffer.from("Dear Eve")), "deflate"],
    ["were overwritten", Buffer.alloc(packed.length, 0xff), "deflate"],
    ["were cut off", packed.subarray(0, packed.length >> 1), "deflate"],
    ["are gone", Buffer.alloc(0), "deflate"],
    ["were never compressed", text, "deflate"],
  ])("is damage where they %s", async (_what, content, encoding) => {
    expect(overwrite(content, encoding)).toBe(1);
    await expect(store.readArtifact(sha256)).rejects.toMatchObject({
      name: "ImproveCronError",
      code: "store-damaged",
      message: expect.stringContaining(sha256),
    });
  });
});
