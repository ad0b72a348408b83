import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareVerdictInsert } from "../../../src/store/sqlite/insert-verdict.ts";
import { openStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { aVerdict, midMay } from "../samples.ts";

let folder: string;
let file: string;
let store: Store;
let raw: Database.Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "improve-cron-pack-"));
  file = join(folder, "improve-cron.db");
  store = await open();
  raw = new Database(file);
});

afterEach(async () => {
  raw.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

function open(workspace = "default"): Promise<Store> {
  const timezone = "America/New_York";
  return openStore({
    file,
    workspace,
    timezone,
    now: () => midMay,
    randomBytes: (size) => randomBytes(size),
  });
}

/** As a light `record` leaves them. */
function leaveRaw(contents: readonly Uint8Array[], workspace = "default"): void {
  const insert = prepareVerdictInsert(raw, workspace, "07".repeat(32), () => {}, 65_536);
  const artifacts = new Map(contents.map((content) => [hashOf(content), content]));
  const verdicts = [...artifacts.keys()].map((hash) =>
    aVerdict({ externalId: hash, artifact: { kind: "snapshot", sha256: hash } }),
  );
  insert.batch({ verdicts, artifacts, storedAt: midMay });
}

function hashOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

const letter = (name: string): Buffer => Buffer.from(`Dear ${name}, the room is booked. `.repeat(60));
const encodings = (): unknown => raw.prepare("SELECT encoding FROM artifact ORDER BY rowid").pluck().all();
const bytesOf = async (content: Uint8Array): Promise<Buffer> =>
  Buffer.from((await store.readArtifact(hashOf(content))) ?? []);

describe("packing artifacts", () => {
  it("compresses what was left raw and gives back the same bytes before and after", async () => {
    const long = letter("Ann");
    const short = Buffer.from("Thanks, received.");
    leaveRaw([long, short]);
    expect(encodings()).toEqual(["raw", "raw"]);
    expect(await bytesOf(long)).toEqual(long);
    expect(await store.packArtifacts(10)).toEqual({ packed: 1, more: false });
    expect(encodings()).toEqual(["deflate", "raw"]);
    expect(await bytesOf(long)).toEqual(long);
    expect(await bytesOf(short)).toEqual(short);
    expect(raw.prepare("SELECT size, length(content) < size FROM artifact LIMIT 1").raw().get()).toEqual([
      long.length,
      1,
    ]);
  });

  it("goes on in pieces, and looks at nothing twice", async () => {
    leaveRaw([letter("Ann"), randomBytes(4_000), letter("Ben"), letter("Cid")]);
    expect(await store.packArtifacts(2)).toEqual({ packed: 1, more: true });
    expect(await store.packArtifacts(2)).toEqual({ packed: 2, more: false });
    expect(encodings()).toEqual(["deflate", "raw", "deflate", "deflate"]);
    const before = raw.pragma("data_version", { simple: true });
    expect(await store.packArtifacts(2)).toEqual({ packed: 0, more: false });
    // Nothing is written where there is nothing new, and what came later is found.
    expect(raw.pragma("data_version", { simple: true })).toBe(before);
    leaveRaw([letter("Dan")]);
    expect(await store.packArtifacts(2)).toEqual({ packed: 1, more: false });
  });

  it("ends, however many rows there are to look through", async () => {
    leaveRaw([...Array.from({ length: 4_100 }, (_, index) => Buffer.from(`${index}`)), letter("Ann")]);
    expect(await store.packArtifacts(5)).toEqual({ packed: 0, more: true });
    expect(await store.packArtifacts(5)).toEqual({ packed: 0, more: true });
    expect(await store.packArtifacts(5)).toEqual({ packed: 1, more: false });
  });

  it("leaves the artifacts of other workspaces to them", async () => {
    const other = await open("other");
    leaveRaw([letter("Ann")], "other");
    leaveRaw([letter("Ben")]);
    expect(await store.packArtifacts(5)).toEqual({ packed: 1, more: false });
    expect(encodings()).toEqual(["raw", "deflate"]);
    expect(await other.packArtifacts(5)).toEqual({ packed: 1, more: false });
    await other.close();
  });

  it("leaves content that is not what its hash says, so that reading it goes on refusing", async () => {
    const long = letter("Ann");
    raw
      .prepare("INSERT INTO artifact VALUES ('default', ?, 'raw', ?, ?, 0)")
      .run(Buffer.from(hashOf(long), "hex"), long.length, letter("Eve"));
    expect(await store.packArtifacts(5)).toEqual({ packed: 0, more: false });
    expect(encodings()).toEqual(["raw"]);
    await expect(store.readArtifact(hashOf(long))).rejects.toMatchObject({ code: "store-damaged" });
  });

  it("finds its place in a copy of the database", async () => {
    leaveRaw([letter("Ann"), randomBytes(2_000)]);
    await store.packArtifacts(5);
    leaveRaw([letter("Ben")]);
    const copy = join(folder, "copy.db");
    await store.copyTo(copy);
    const copied = await openStore({
      file: copy,
      workspace: "default",
      timezone: "America/New_York",
      now: () => midMay,
      randomBytes: (size) => randomBytes(size),
    });
    expect(await copied.packArtifacts(5)).toEqual({ packed: 1, more: false });
    expect(Buffer.from((await copied.readArtifact(hashOf(letter("Ben")))) ?? [])).toEqual(letter("Ben"));
    await copied.close();
  });
});

describe("the guard of artifacts", () => {
  const refused: readonly [string, string][] = [
    ["raw content under the same encoding", "content = x'00'"],
    ["content that is longer", "encoding = 'deflate', content = zeroblob(size + 1)"],
    ["another size", "encoding = 'deflate', content = x'00', size = 1"],
    ["another hash", "encoding = 'deflate', content = x'00', sha256 = zeroblob(32)"],
    ["another time", "encoding = 'deflate', content = x'00', stored_at = 1"],
    ["another workspace", "encoding = 'deflate', content = x'00', workspace = 'other'"],
    ["another row", "encoding = 'deflate', content = x'00', rowid = 99"],
  ];

  it.each(refused)("refuses %s", (_name, change) => {
    leaveRaw([letter("Ann")]);
    expect(() => raw.exec(`UPDATE artifact SET ${change}`)).toThrow(/only ever added/);
  });

  it("refuses every change of what is compressed", async () => {
    leaveRaw([letter("Ann")]);
    await store.packArtifacts(1);
    for (const change of ["encoding = 'raw'", "content = x'00'", "encoding = 'deflate'"]) {
      expect(() => raw.exec(`UPDATE artifact SET ${change}`)).toThrow(/only ever added/);
    }
  });
});
