import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { connect, disconnect } from "../../../src/store/sqlite/connection.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { migrations } from "../../../src/store/sqlite/migrations.ts";
import { startChild } from "./child/run-child.ts";

const root = mkdtempSync(join(tmpdir(), "ic-database-"));
const now = (): number => Date.UTC(2026, 5, 1, 13, 0, 5);
let folders = 0;

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function newFile(): string {
  folders += 1;
  return join(root, `${folders}`, "state", "improve-cron.db");
}

/** A database with rows over several pages, closed. */
function closedDatabase(): string {
  const file = newFile();
  const connection = openDatabase(file, { now });
  const insert = connection.prepare("INSERT INTO setting VALUES ('w', ?, ?)");
  for (let index = 0; index < 300; index += 1) insert.run(`name ${index}`, "value ".repeat(50));
  disconnect(connection);
  return file;
}

const codeOf = (work: () => unknown): unknown => {
  try {
    work();
    return "nothing was thrown";
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
};

describe("openDatabase", () => {
  it("makes folder and files for their owner alone", () => {
    const file = newFile();
    const connection = openDatabase(file, { now });
    connection.exec("INSERT INTO setting VALUES ('w', 'n', 'v')");
    const modes = readdirSync(join(file, "..")).map((name) => [
      name,
      statSync(join(file, "..", name)).mode & 0o777,
    ]);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
    expect(Object.fromEntries(modes)).toEqual({
      "improve-cron.db": 0o600,
      "improve-cron.db-wal": 0o600,
      "improve-cron.db-shm": 0o600,
      "migrate.lock": 0o600,
    });
    disconnect(connection);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it("tightens the modes of a database that was restored by hand", () => {
    const file = closedDatabase();
    chmodSync(file, 0o644);
    disconnect(openDatabase(file, { now }));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("puts every connection in order, the first and each later one", () => {
    const file = newFile();
    for (let time = 0; time < 3; time += 1) {
      const connection = openDatabase(file, { now });
      const read = (name: string): unknown => connection.pragma(name, { simple: true });
      expect(read("journal_mode")).toBe("wal");
      // FULL: what is committed survives a power cut.
      expect(read("synchronous")).toBe(2);
      expect(read("foreign_keys")).toBe(1);
      expect(read("recursive_triggers")).toBe(1);
      expect(read("trusted_schema")).toBe(0);
      expect(read("busy_timeout")).toBe(5000);
      expect(read("wal_autocheckpoint")).toBe(1000);
      expect(read("journal_size_limit")).toBe(67_108_864);
      const darwin = process.platform === "darwin" ? 1 : 0;
      expect([read("fullfsync"), read("checkpoint_fullfsync")]).toEqual([darwin, darwin]);
      disconnect(connection);
    }
  });

  it("lets INSERT OR REPLACE not past the guards either", () => {
    const connection = openDatabase(newFile(), { now });
    const insert =
      "INTO status_change (id, workspace, axis, changed_at, status_to, changed_by, reason) VALUES (1, 'w', 'a', 1, 'assisted', 'run', ?)";
    connection.prepare(`INSERT ${insert}`).run("first");
    expect(() => connection.prepare(`INSERT OR REPLACE ${insert}`).run("second")).toThrow(/only ever added/);
    disconnect(connection);
  });

  it("is safe for four processes that open a new database at once", async () => {
    for (let trial = 0; trial < 2; trial += 1) {
      const file = newFile();
      const children = ["a", "b", "c", "d"].map((id) => startChild("open-store.ts", [file, id]));
      const ends = await Promise.all(children.map(({ ended }) => ended));
      expect(ends).toEqual(Array.from({ length: 4 }, () => ({ code: 0, errors: "" })));
      const salts = children.map(({ lines }) => lines[0]);
      expect(salts[0]).toMatch(/^salt [0-9a-f]{64}$/);
      expect(new Set(salts).size).toBe(1);
      const connection = openDatabase(file, { now });
      expect(connection.prepare("SELECT count(*) FROM verdict").pluck().get()).toBe(4);
      expect(connection.prepare("SELECT count(*) FROM schema_migration").pluck().get()).toBe(
        migrations.length,
      );
      disconnect(connection);
      expect(readdirSync(join(file, "..")).filter((name) => name.includes(".new"))).toEqual([]);
    }
  });

  it("begins anew where the making of a database was cut short", () => {
    const file = newFile();
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(`${file}.new`, "half a database");
    writeFileSync(`${file}.new-wal`, "and its log");
    const connection = openDatabase(file, { now });
    expect(connection.prepare("SELECT count(*) FROM verdict").pluck().get()).toBe(0);
    disconnect(connection);
  });
});

function copies(file: string): readonly string[] {
  return readdirSync(join(file, "..")).filter((name) => name.includes(".before-"));
}

describe("a database of another version", () => {
  const sql = "CREATE TABLE note (workspace TEXT NOT NULL) STRICT;";
  const hash = createHash("sha256").update(sql).digest("hex");
  const newer = [...migrations, { name: "0099_later", sql, hash }];

  it("is migrated after a copy of it when it holds rows", () => {
    const file = closedDatabase();
    const connection = openDatabase(file, { now, migrations: newer });
    expect(connection.prepare("SELECT count(*) FROM note").pluck().get()).toBe(0);
    expect(connection.prepare("SELECT count(*) FROM setting").pluck().get()).toBe(300);
    disconnect(connection);
    expect(copies(file)).toEqual(["improve-cron.db.before-0099_later-20260601T130005Z"]);
    const copy = join(file, "..", copies(file)[0] ?? "");
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const before = openDatabase(copy, { now });
    expect(before.prepare("SELECT count(*) FROM setting").pluck().get()).toBe(300);
    expect(codeOf(() => before.prepare("SELECT * FROM note"))).toBe("SQLITE_ERROR");
    disconnect(before);
  });

  it("of every earlier schema keeps all its rows, and its guards", () => {
    const rows = `INSERT INTO setting VALUES ('w', 'n', 'v');
      INSERT INTO cycle VALUES ('w', 'a', '2026-05', 'open', NULL, NULL, 1, 2, NULL, 1, 0, 0, NULL, 0, 0.1, 0.1, 1, NULL, 0, 'local');
      INSERT INTO status_change (id, workspace, axis, changed_at, status_from, status_to, changed_by, reason, period)
        VALUES (1, 'w', 'a', 1, 'graduated', 'assisted', 'run', 'kappa', '2026-05'), (2, 'w', 'a', 2, 'assisted', 'graduated', 'axis graduate', 'better', NULL);`;
    for (let schema = 1; schema < migrations.length; schema += 1) {
      const file = newFile();
      const old = openDatabase(file, { now, migrations: migrations.slice(0, schema) });
      old.exec(rows);
      disconnect(old);
      const connection = openDatabase(file, { now });
      const count = (table: string): unknown =>
        connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
      expect(["setting", "cycle", "status_change"].map(count)).toEqual([1, 1, 2]);
      expect(connection.prepare("SELECT reason, door, evidence FROM status_change").raw().all()).toEqual([
        ["kappa", null, null],
        ["better", null, null],
      ]);
      expect(codeOf(() => connection.exec("UPDATE status_change SET door = 'forced'"))).toBe(
        "SQLITE_CONSTRAINT_TRIGGER",
      );
      expect(copies(file)).toHaveLength(1);
      disconnect(connection);
    }
  });

  it("is migrated without a copy when it is empty", () => {
    const file = newFile();
    disconnect(openDatabase(file, { now }));
    disconnect(openDatabase(file, { now, migrations: newer }));
    expect(copies(file)).toEqual([]);
  });

  it("is refused and left alone when it is newer", () => {
    const file = newFile();
    disconnect(openDatabase(file, { now, migrations: newer }));
    const before = readFileSync(file);
    expect(codeOf(() => openDatabase(file, { now }))).toBe("store-newer");
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe("a file that is no database any more", () => {
  it.each([
    ["of no bytes", 0],
    ["of half a header", 50],
    ["cut after its header", 4096],
    ["cut in the middle of a page", 3 * 4096 + 100],
  ])("%s is refused and left as it is", (_what, size) => {
    const file = closedDatabase();
    truncateSync(file, size);
    const before = readFileSync(file);
    expect(codeOf(() => openDatabase(file, { now }))).toBe("store-damaged");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("that is something else is refused and left as it is", () => {
    const text = newFile();
    mkdirSync(join(text, ".."), { recursive: true });
    writeFileSync(text, "axis: verify-dispatch\n".repeat(500));
    expect(codeOf(() => openDatabase(text, { now }))).toBe("store-damaged");
    expect(readFileSync(text, "utf8")).toBe("axis: verify-dispatch\n".repeat(500));

    const other = newFile();
    mkdirSync(join(other, ".."), { recursive: true });
    const foreign = new Database(other);
    foreign.exec("CREATE TABLE bookmark (url TEXT)");
    foreign.close();
    expect(codeOf(() => openDatabase(other, { now }))).toBe("store-damaged");
  });

  it("that is gone while its log is still there is not replaced by a new one", () => {
    const file = closedDatabase();
    writeFileSync(`${file}-wal`, "the last verdicts");
    rmSync(file);
    expect(codeOf(() => openDatabase(file, { now }))).toBe("store-damaged");
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(`${file}-wal`, "utf8")).toBe("the last verdicts");
  });
});

describe("trouble below the database", () => {
  const isRoot = process.getuid?.() === 0;

  it("is reported as io where the path cannot be a database", () => {
    const folder = newFile();
    mkdirSync(folder, { recursive: true });
    expect(codeOf(() => openDatabase(folder, { now }))).toBe("io");
    const underFile = newFile();
    mkdirSync(join(underFile, "../.."), { recursive: true });
    writeFileSync(join(underFile, ".."), "a file where the folder should be");
    expect(codeOf(() => openDatabase(underFile, { now }))).toBe("io");
  });

  const nobody = 65_534;
  const readableByAll =
    isRoot && spawnSync("cat", [import.meta.filename], { uid: nobody, stdio: "ignore" }).status === 0;

  it.skipIf(!readableByAll)(
    "is reported as io where nothing may be written (needs root, and code that somebody else can read)",
    async () => {
      const file = closedDatabase();
      const folder = join(file, "..");
      chmodSync(root, 0o755);
      chmodSync(join(folder, ".."), 0o755);
      chmodSync(folder, 0o555);
      chmodSync(file, 0o444);
      const child = startChild("open-store.ts", [file, "x"], { uid: nobody });
      await child.ended;
      expect(child.lines).toEqual(["error io"]);
    },
  );

  it("is reported as native-module where the compiled module does not load", () => {
    const binding = join(root, "other-abi.node");
    writeFileSync(binding, "compiled for another Node");
    expect(codeOf(() => openDatabase(newFile(), { now, nativeBinding: binding }))).toBe("native-module");
  });

  it("is reported as store-place before anything is made", () => {
    const file = join(root, "Dropbox", "state", "improve-cron.db");
    expect(codeOf(() => openDatabase(file, { now }))).toBe("store-place");
    expect(existsSync(join(root, "Dropbox"))).toBe(false);
  });

  const disk = join(root, "small-disk");
  mkdirSync(disk);
  const mounted =
    process.platform === "linux" &&
    isRoot &&
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).status === 0;

  it.skipIf(!mounted)(
    "is reported as store-full on a disk without room (needs the right to mount one)",
    () => {
      try {
        const filler = join(disk, "filler");
        writeFileSync(filler, Buffer.alloc(900_000));
        const file = join(disk, "state", "improve-cron.db");
        expect(codeOf(() => openDatabase(file, { now }))).toBe("store-full");
        expect(existsSync(file)).toBe(false);
        rmSync(filler);
        disconnect(openDatabase(file, { now }));
      } finally {
        spawnSync("umount", [disk]);
      }
    },
  );
});

describe("connect", () => {
  it("makes no file", () => {
    const file = join(root, "nothing.db");
    expect(codeOf(() => connect(file))).toBe("SQLITE_CANTOPEN");
    expect(existsSync(file)).toBe(false);
  });

  it("does not wait for others when it ends", () => {
    const file = closedDatabase();
    const [one, other] = [openDatabase(file, { now }), openDatabase(file, { now })];
    other.exec("BEGIN IMMEDIATE; INSERT INTO setting VALUES ('w', 'n', 'v')");
    const begun = performance.now();
    disconnect(one);
    expect(performance.now() - begun).toBeLessThan(4500);
    other.exec("COMMIT");
    disconnect(other);
    copyFileSync(file, `${file}.copy`);
    const copy = openDatabase(`${file}.copy`, { now });
    expect(copy.prepare("SELECT value FROM setting WHERE name = 'n'").pluck().get()).toBe("v");
    disconnect(copy);
  });
});
