import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { callProgram } from "../../support/call-program.ts";
import { type BadInput, doorForEach } from "../bad-input.ts";
import { rehearsed, writeConfig } from "./ingest-outcomes.ts";

interface Given {
  /** Where the config puts the state. */
  readonly state?: string;
  readonly prepare?: (folder: string, config: string) => Promise<void> | void;
  readonly config?: string;
}

function place(state: string, expected: string, why: string): BadInput<Given> {
  return { given: { state }, expected, why, shown: `state: ${state}` };
}

function prepared(
  shown: string,
  expected: string,
  why: string,
  prepare: NonNullable<Given["prepare"]>,
  config = "",
): BadInput<Given> {
  return { given: { prepare, config }, expected, why, shown };
}

const status = (folder: string, config: string): ReturnType<typeof callProgram> =>
  callProgram(
    [
      "record",
      "--axis",
      "verify-dispatch",
      "--verdict",
      "PASS",
      "--text",
      "a",
      "--config",
      config,
      "--now",
      rehearsed,
      "--json",
    ],
    { cwd: folder },
  );

async function withDatabase(
  folder: string,
  config: string,
  work: (database: Database.Database) => void,
): Promise<void> {
  await status(folder, config);
  const database = new Database(join(folder, "state/improve-cron.db"));
  try {
    work(database);
  } finally {
    database.close();
  }
}

const unsafe = "store-place (1)";
const file = (folder: string): string => join(folder, "state/improve-cron.db");

const inputs: readonly BadInput<Given>[] = [
  place(
    "./Dropbox/state",
    unsafe,
    "copied away file by file: database and log would belong to different moments",
  ),
  place("./OneDrive - Work/state", unsafe, "the same"),
  place("./Mobile Documents/com~apple~CloudDocs/x", unsafe, "iCloud"),
  place("./CloudStorage/x", unsafe, "a cloud provider"),
  prepared("state behind a link into Dropbox", unsafe, "the real path counts", (folder) => {
    mkdirSync(join(folder, "Dropbox/real"), { recursive: true });
    symlinkSync("Dropbox/real", join(folder, "state"));
  }),
  prepared(
    "a database of a newer program",
    "store-newer (1)",
    "nobody knows what it means",
    (folder, config) =>
      withDatabase(folder, config, (database) => {
        const [table] = database
          .prepare<[], { name: string }>(
            "SELECT name FROM sqlite_schema WHERE name LIKE '%migration%' AND type = 'table'",
          )
          .all();
        if (table === undefined) throw new Error("no table of migrations");
        const columns = database
          .prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('${table.name}')`)
          .all();
        const [first] = database
          .prepare<[], Record<string, unknown>>(`SELECT * FROM ${table.name} ORDER BY 1 DESC`)
          .all();
        const values = columns.map(({ name }) => {
          const old = first?.[name];
          if (typeof old === "number") return old + 1;
          return typeof old === "string" ? `${old.slice(0, -4)}ffff` : old;
        });
        database
          .prepare(`INSERT INTO ${table.name} VALUES (${columns.map(() => "?").join(", ")})`)
          .run(...values);
      }),
  ),
  prepared("a text in the place of the database", "store-damaged (1)", "no database", (folder) => {
    mkdirSync(join(folder, "state"));
    writeFileSync(file(folder), "these are not the bytes of a database ".repeat(50));
  }),
  prepared("half a database", "store-damaged (1)", "cut off", async (folder, config) => {
    await withDatabase(folder, config, (database) => database.pragma("wal_checkpoint(TRUNCATE)"));
    truncateSync(file(folder), 20_000);
  }),
  prepared("a folder in the place of the database", "io (1)", "no file", (folder) => {
    mkdirSync(file(folder), { recursive: true });
  }),
  prepared(
    "a pipe in the place of the database",
    "store-damaged (1)",
    "no database, and nobody waits for its other end",
    (folder) => {
      mkdirSync(join(folder, "state"));
      execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", file(folder)]);
    },
  ),
  prepared("a file in the place of the state folder", "io (1)", "no folder", (folder) => {
    writeFileSync(join(folder, "state"), "");
  }),
  prepared(
    "another time zone than that of the stored verdicts",
    "config (2)",
    "every month would have other bounds",
    async (folder, config) => {
      await status(folder, config);
      writeConfig(folder, "timezone: Asia/Tokyo\n");
    },
  ),
];

export const databaseFiles = doorForEach({
  id: "store",
  name: "The database and its place",
  means: "`record` with a real config and what stands in the place of the database.",
  inputs,
  tryOne: async ({ state, prepare, config: further }, folder, index) => {
    const own = join(folder, String(index));
    const config = writeConfig(
      own,
      `${further ?? ""}${state === undefined ? "" : `state: ${JSON.stringify(state)}\n`}`,
    );
    await prepare?.(own, config);
    const { code, stderr, stdout } = await status(own, config);
    const failure = /\{"code":"([a-z-]+)"/.exec(stderr)?.[1];
    return failure === undefined ? `no failure: ${stdout.slice(0, 60)}` : `${failure} (${code})`;
  },
});
