import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  constants,
  cpSync,
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { builtCli, builtFolder } from "../support/built-cli.ts";
import { lightOnlyBuild, ordinaryPath, RecordWorkspace, removeLightOnlyBuild } from "./record-workspace.ts";

const pass = ["record", "--axis", "plain", "--verdict", "PASS", "--text", "Dear all"];

let prepared: RecordWorkspace;
let workspace: RecordWorkspace;

beforeAll(async () => {
  prepared = RecordWorkspace.make();
  await prepared.call(["record", "--axis", "plain", "--verdict", "FAIL", "--id", "first"]);
});

beforeEach(() => {
  workspace = prepared.copy();
});

afterEach(() => {
  workspace.dispose();
});

afterAll(() => {
  prepared.dispose();
  removeLightOnlyBuild();
});

/** Makes the copied folder's own compiled copy, which the one that came along is not. */
async function compile(): Promise<void> {
  expect((await workspace.ordinarily(["status"])).code).toBe(0);
  expect((await workspace.lightly([...pass, "--id", "compiled"])).code).toBe(0);
}

describe("the light record", () => {
  it("is taken as soon as any command has left a compiled copy, and not before", async () => {
    expect((await workspace.lightly(pass)).code).toBe(ordinaryPath);
    expect((await workspace.call(["axis", "list"])).code).toBe(0);
    expect((await workspace.lightly(pass)).code).toBe(0);
    expect(workspace.count("verdict")).toBe(2);
  });

  it("heals itself: after a change one call is slow and the next is light again", async () => {
    await compile();
    workspace.write("config/axes/plain.yaml", "axis: plain\nstatus: graduated\nmodel: judge-4\n");
    expect((await workspace.lightly(pass)).code).toBe(ordinaryPath);
    expect((await workspace.call([...pass, "--id", "slow"])).code).toBe(0);
    expect((await workspace.lightly([...pass, "--id", "fast"])).code).toBe(0);
    const models = workspace.query((database) =>
      database.prepare("SELECT model FROM verdict WHERE external_id IN ('slow', 'fast')").pluck().all(),
    );
    expect(models).toEqual(["judge-4", "judge-4"]);
  });

  it("reads the rubric as it stands at the moment of the verdict", async () => {
    await compile();
    const verdict = ["record", "--axis", "verify-dispatch", "--verdict", "PASS"];
    expect((await workspace.lightly([...verdict, "--id", "old"])).code).toBe(0);
    writeFileSync(workspace.path("config/rubric.md"), "Another rubric.\n");
    expect((await workspace.lightly([...verdict, "--id", "new"])).code).toBe(0);
    const rubrics = workspace.query((database) =>
      database.prepare("SELECT DISTINCT rubric FROM verdict WHERE axis = 'verify-dispatch'").pluck().all(),
    );
    expect(rubrics).toHaveLength(2);
  });

  it("leaves no write-ahead log and no other file behind", async () => {
    await compile();
    expect(() => readFileSync(workspace.path("config/state/improve-cron.db-wal"))).toThrow("ENOENT");
    expect(() => readFileSync(workspace.path("config/state/improve-cron.db-shm"))).toThrow("ENOENT");
  });

  it("works through a link, as a package manager makes one", async () => {
    await compile();
    const through = `ln -s ${JSON.stringify(builtCli())} ic && ./ic record --axis plain --verdict PASS --id linked --json`;
    const { code, stdout } = await workspace.call([], { program: ["/bin/sh", "-c", through] });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ stored: 1 });
  });

  it("waits for stdin that comes late and in pieces", async () => {
    await compile();
    const pieces = `(printf '{"axis":"plain",'; sleep 0.4; printf '"verdict":"PASS"}') | ${process.execPath} ${JSON.stringify(builtCli())} record -`;
    const { code, stdout } = await workspace.call([], { program: ["/bin/sh", "-c", pieces] });
    expect([code, stdout.slice(0, 21)]).toEqual([0, "1 row read = 1 stored"]);
  });

  it("reads a pipe that was left in a mode in which reading does not wait", async () => {
    await compile();
    const pipe = workspace.path("pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(pipe, constants.O_WRONLY);
    // As descriptor 3, since Node makes a child's first three wait.
    const command = `exec ${process.execPath} ${JSON.stringify(builtCli())} record - <&3 3<&-`;
    const child = spawn("/bin/sh", ["-c", command], {
      cwd: workspace.folder,
      env: { PATH: process.env["PATH"], HOME: workspace.folder },
      stdio: ["ignore", "ignore", "inherit", reader],
    });
    closeSync(reader);
    setTimeout(() => {
      writeFileSync(writer, '{"axis":"plain","verdict":"PASS"}');
      closeSync(writer);
    }, 800);
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(0);
    expect(workspace.count("verdict")).toBe(3);
  });

  it("stores the verdict also where nobody reads the answer", async () => {
    await compile();
    const record = `${process.execPath} ${JSON.stringify(builtCli())} record --axis plain --verdict PASS --id`;
    const unread = `${record} gone | true; exec ${record} closed >&-`;
    expect((await workspace.call([], { program: ["/bin/sh", "-c", unread] })).code).toBe(0);
    expect(workspace.count("verdict")).toBe(4);
  });
});

describe("the ordinary path is taken, and nothing stored before,", () => {
  const changes: readonly [string, (at: RecordWorkspace) => void][] = [
    ["the config was changed", (at) => at.write("config/improve-cron.yaml", "timezone: America/New_York\n")],
    ["the config was touched", (at) => chmodTouch(at, "config/improve-cron.yaml")],
    ["an axis file was touched", (at) => chmodTouch(at, "config/axes/voice.yaml")],
    ["an axis file is gone", (at) => rmSync(at.path("config/axes/voice.yaml"))],
    [
      "an axis file is new",
      (at) => writeFileSync(at.path("config/axes/new.yaml"), "axis: new\nstatus: graduated\n"),
    ],
    ["the copy is gone", (at) => unlinkSync(copyOf(at))],
    ["the copy is empty", (at) => writeFileSync(copyOf(at), "")],
    ["the copy was cut short", (at) => writeFileSync(copyOf(at), readFileSync(copyOf(at)).subarray(0, 200))],
    ["one bit of the copy fell over", (at) => flipBit(copyOf(at))],
    ["others may write to the copy", (at) => chmodSync(copyOf(at), 0o666)],
    ["the database is gone", (at) => rmSync(at.path("config/state"), { recursive: true })],
    ["the database is empty", (at) => writeFileSync(at.path("config/state/improve-cron.db"), "")],
    [
      "the database is no database",
      (at) => writeFileSync(at.path("config/state/improve-cron.db"), "x".repeat(9000)),
    ],
    ["others may read the database", (at) => chmodSync(at.path("config/state/improve-cron.db"), 0o644)],
    ["the schema is newer", (at) => sql(at, "INSERT INTO schema_migration VALUES ('ff', 'later', 0)")],
    ["the schema is older", (at) => sql(at, "DELETE FROM schema_migration")],
    [
      "the months are cut in another zone",
      (at) => sql(at, "UPDATE setting SET value = 'UTC' WHERE name = 'timezone'"),
    ],
    ["the database has no salt", (at) => sql(at, "DELETE FROM setting WHERE name = 'salt'")],
    ["somebody else made the database", (at) => sql(at, "PRAGMA application_id = 7")],
  ];

  it.each(changes)("where %s", async (_name, change) => {
    await compile();
    change(workspace);
    expect(await workspace.lightly(pass)).toEqual({ code: ordinaryPath, stdout: "", stderr: "" });
    expect(storedIn(workspace)).not.toBe(3);
  });

  const environments: readonly [string, (at: RecordWorkspace) => Record<string, string>][] = [
    ["another state folder", (at) => ({ IMPROVE_CRON_HOME: at.path("elsewhere") })],
    ["another home", () => ({ HOME: "/nonexistent" })],
    ["no home", () => ({ HOME: "" })],
    ["another log level", () => ({ IMPROVE_CRON_LOG_LEVEL: "debug" })],
    ["a variable that is empty", () => ({ NOTION_TOKEN: " " })],
    ["another cache", (at) => ({ XDG_CACHE_HOME: at.path("cache") })],
    ["another config", (at) => ({ IMPROVE_CRON_CONFIG: at.path("other.yaml") })],
  ];

  it.each(environments)("where the environment names %s", async (_name, environment) => {
    await compile();
    const env = environment(workspace);
    // Somebody with another home may well find the same cache.
    const cache = "XDG_CACHE_HOME" in env ? {} : { XDG_CACHE_HOME: workspace.path(".cache") };
    expect((await workspace.lightly(pass, { env: { ...cache, ...env } })).code).toBe(ordinaryPath);
    expect(workspace.count("verdict")).toBe(2);
  });

  it("where the config is reached by another path, from which its own paths would lead elsewhere", async () => {
    await compile();
    symlinkSync("config/improve-cron.yaml", workspace.path("linked.yaml"));
    const { code } = await workspace.lightly(["--config", "./linked.yaml", ...pass]);
    expect(code).toBe(ordinaryPath);
  });

  it("and finds the state folder that the environment named all the time", async () => {
    const env = { IMPROVE_CRON_HOME: "elsewhere" };
    expect((await workspace.call(pass, { env })).code).toBe(0);
    expect((await workspace.lightly(pass, { env })).code).toBe(0);
    expect(
      (await workspace.lightly(pass, { env: { IMPROVE_CRON_HOME: workspace.path("elsewhere") } })).code,
    ).toBe(0);
    expect((await workspace.lightly(pass)).code).toBe(ordinaryPath);
  });
});

describe("what a light record loads", () => {
  it("is Node, better-sqlite3's few lines and its compiled module", async () => {
    await compile();
    workspace.write("hook.cjs", watchingHook);
    const report = workspace.path("loaded.json");
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(workspace.path("hook.cjs"))}`, LOADED: report };
    expect((await workspace.lightly(pass, { env })).code).toBe(0);
    const loaded: Loaded = JSON.parse(readFileSync(report, "utf8"));
    const names = loaded.files.map((file) => file.replace(/^.*\//, ""));
    expect(names.toSorted()).toEqual(["hook.cjs", "improve-cron.cjs"]);
    expect(loaded.addons).toEqual([expect.stringMatching(/better_sqlite3\.node$/)]);
    expect(loaded.intl).toEqual([]);
    for (const name of [
      "crypto",
      "zlib",
      "http",
      "net",
      "stream/promises",
      "worker_threads",
      "child_process",
    ]) {
      expect(loaded.builtin).not.toContain(`NativeModule ${name}`);
    }
  });

  it("is no compressor either for 8 KB of artifact, which the next pass makes small", async () => {
    await compile();
    workspace.write("hook.cjs", watchingHook);
    const report = workspace.path("loaded.json");
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(workspace.path("hook.cjs"))}`, LOADED: report };
    const letter = ["record", "--axis", "plain", "--verdict", "PASS", "--artifact", "reply.md"];
    expect((await workspace.lightly(letter, { env })).code).toBe(0);
    const loaded: Loaded = JSON.parse(readFileSync(report, "utf8"));
    expect(loaded.builtin).not.toContain("NativeModule zlib");
    const encodingOf = (): unknown =>
      workspace.query((database) =>
        database.prepare("SELECT encoding FROM artifact WHERE size > 8000").pluck().get(),
      );
    expect(encodingOf()).toBe("raw");
    expect((await workspace.ordinarily(["run"])).code).toBe(0);
    expect(encodingOf()).toBe("deflate");
  });

  it("is seen by that test at all", async () => {
    const report = workspace.path("loaded.json");
    workspace.write("hook.cjs", watchingHook);
    const program =
      'require("node:crypto"); require("better-sqlite3"); new Intl.NumberFormat(); "a".localeCompare("b")';
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(workspace.path("hook.cjs"))}`, LOADED: report };
    const call = await workspace.call(["-e", program], {
      env: { ...env, NODE_PATH: join(builtFolder(), "../../..") },
      program: [process.execPath],
    });
    expect(call.code).toBe(0);
    const loaded: Loaded = JSON.parse(readFileSync(report, "utf8"));
    expect(loaded.intl).toEqual(["NumberFormat", "localeCompare"]);
    expect(loaded.builtin).toContain("NativeModule crypto");
    expect(loaded.files.some((file) => file.includes("better-sqlite3/lib"))).toBe(true);
  });

  it("was put into one file by the build, and no other package with it", () => {
    const copy = join(builtFolder(), `bundled-${process.pid}`);
    cpSync(join(builtFolder(), "dist"), copy, { recursive: true });
    try {
      const bundler = join(import.meta.dirname, "../../scripts/bundle-entry.mjs");
      const answer = execFileSync(process.execPath, [bundler, copy, "stamp"], { encoding: "utf8" });
      const modules: { readonly record: readonly string[]; readonly history: readonly string[] } =
        JSON.parse(answer);
      const unwanted = /sqlite-store|read-config|yaml-text|drizzle|zod|commander|\/app\.js/;
      expect(modules.history.length).toBeGreaterThan(50);
      expect(modules.history.filter((id) => unwanted.test(id))).toEqual([]);
      const inside = modules.record.map((id) => id.replace(`${copy}/`, ""));
      expect(inside).toContain("store/sqlite/insert-verdict.js");
      expect(inside.filter((id) => /written-verdict|sqlite-store|read-config|yaml-text/.test(id))).toEqual(
        [],
      );
      const packages = inside.filter((id) => id.includes("node_modules"));
      expect(packages.length).toBeGreaterThan(5);
      expect(packages.filter((id) => !id.includes("node_modules/better-sqlite3/lib/"))).toEqual([]);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
});

describe("the code that V8 kept of the light record", () => {
  const cacheName = `record.${process.version}-${process.arch}.cache`;

  it("is taken by the Node that made it", () => {
    const dist = dirname(lightOnlyBuild());
    const twice = readFileSync(join(dist, cacheName));
    const cachedData = twice.subarray(0, twice.length / 2);
    const source = readFileSync(join(dist, "record.script"), "utf8");
    expect(new Script(source, { cachedData }).cachedDataRejected).toBe(false);
    expect(new Script(`${source} `, { cachedData }).cachedDataRejected).toBe(true);
  });

  const spoiled: readonly [string, (cache: Buffer) => Buffer | null][] = [
    ["is not there", () => null],
    ["is empty", () => Buffer.alloc(0)],
    ["was cut short", (cache) => cache.subarray(0, cache.length / 2)],
    ["was never written to the disk", (cache) => Buffer.alloc(cache.length)],
    [
      "is of another version",
      (cache) => Buffer.from(cache.map((byte, at) => (at % (cache.length / 2) === 4 ? byte ^ 1 : byte))),
    ],
    [
      "has one bit that fell over",
      (cache) => Buffer.from(cache.map((byte, at) => (at === 50_000 ? byte ^ 8 : byte))),
    ],
  ];

  it.each(spoiled)("is not needed where it %s", async (_name, spoil) => {
    await compile();
    const dist = join(dirname(dirname(lightOnlyBuild())), `spoiled-${process.pid}`);
    cpSync(dirname(lightOnlyBuild()), dist, { recursive: true });
    const cache = spoil(readFileSync(join(dist, cacheName)));
    if (cache === null) rmSync(join(dist, cacheName));
    else writeFileSync(join(dist, cacheName), cache);
    const program = [process.execPath, join(dist, "improve-cron.cjs")] as const;
    expect(await workspace.call([...pass, "--id", "spoiled"], { program })).toMatchObject({
      code: 0,
      stderr: "",
    });
    rmSync(dist, { recursive: true });
  });
});

interface Loaded {
  readonly files: readonly string[];
  readonly builtin: readonly string[];
  readonly addons: readonly string[];
  readonly intl: readonly string[];
}

/** Writes down at the end which files and parts of Node were loaded, and what was asked of Intl. */
const watchingHook = `
const asked = [];
globalThis.Intl = new Proxy(Intl, { get: (intl, name) => { asked.push(String(name)); return intl[name]; } });
for (const [owner, name] of [[String, "localeCompare"], [Date, "toLocaleString"], [Date, "toLocaleDateString"], [Date, "toLocaleTimeString"], [Number, "toLocaleString"]]) {
  const original = owner.prototype[name];
  owner.prototype[name] = function (...args) { asked.push(name); return original.apply(this, args); };
}
const addons = [];
const { dlopen } = process;
process.dlopen = (module, file, ...rest) => { addons.push(file); return dlopen.call(process, module, file, ...rest); };
process.on("exit", () => {
  const builtin = process.moduleLoadList;
  const files = Object.keys(require.cache);
  require("node:fs").writeFileSync(process.env.LOADED, JSON.stringify({ files, builtin, addons, intl: asked }));
});
`;

function copyOf(at: RecordWorkspace): string {
  const copy = at.compiledCopy;
  if (copy === null) throw new Error("there is no compiled copy");
  return copy;
}

function chmodTouch(at: RecordWorkspace, name: string): void {
  writeFileSync(at.path(name), readFileSync(at.path(name)));
}

function flipBit(file: string): void {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  writeFileSync(file, bytes);
}

function sql(at: RecordWorkspace, statement: string): void {
  at.query((database) => database.exec(statement));
}

/** The verdicts in a database; none where it is gone or no database any more. */
function storedIn(at: RecordWorkspace): number {
  try {
    return at.count("verdict");
  } catch {
    return 0;
  }
}
