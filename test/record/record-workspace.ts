import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { builtFolder, type CliOptions, type CliResult, runCli } from "../support/built-cli.ts";

/** How the light-only build ends where the program would take the ordinary path. */
export const ordinaryPath = 99;

/** A founder's folder that has stood for an hour, so that a compiled copy of its config is kept. */
export class RecordWorkspace {
  readonly folder: string;

  constructor(folder: string = mkdtempSync(join(tmpdir(), "improve-cron-record-"))) {
    this.folder = folder;
  }

  /** A config and three axes: one that says all that a verdict takes from it, one with a zone, one with nothing. */
  static make(): RecordWorkspace {
    const workspace = new RecordWorkspace();
    workspace.write(
      "config/improve-cron.yaml",
      "timezone: America/New_York\nnotify: [{ channel: stdout }]\n",
    );
    workspace.write(
      "config/axes/verify-dispatch.yaml",
      "axis: verify-dispatch\nstatus: graduated\nrubric: ../rubric.md\nmodel: judge-3\nsettings: { temperature: 0, top_p: 1 }\n",
    );
    workspace.write("config/axes/voice.yaml", "axis: voice\nstatus: assisted\ntimezone: Europe/Berlin\n");
    workspace.write("config/axes/plain.yaml", "axis: plain\nstatus: graduated\n");
    workspace.write("config/rubric.md", "Sent only if  \n the caf\u0065\u0301 has agreed.\n");
    workspace.write("reply.md", `${"Dear all, the room is booked for the third. ".repeat(190)}\n`);
    workspace.write("note.md", "Thanks, received.\n");
    workspace.write("empty.md", "");
    // Before the verdicts on them were given.
    for (const name of ["reply.md", "note.md"]) utimesSync(workspace.path(name), 1.7e9, 1.7e9);
    return workspace;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file as if it had stood there for an hour. */
  write(name: string, text: string): void {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    this.age(name);
    this.age(dirname(name));
  }

  /** Says of a file or folder that it was changed an hour ago. */
  age(name: string): void {
    const hourAgo = Date.now() / 1000 - 3600;
    utimesSync(this.path(name), hourAgo, hourAgo);
  }

  /** The same folder once more, database and all, in another place. */
  copy(): RecordWorkspace {
    const copy = new RecordWorkspace();
    cpSync(this.folder, copy.folder, { recursive: true, preserveTimestamps: true });
    // Compiled from files in the other place.
    rmSync(copy.path(".cache"), { recursive: true, force: true });
    copy.age("config/axes");
    return copy;
  }

  call(args: readonly string[], options: Partial<CliOptions> = {}): Promise<CliResult> {
    return runCli(args, { cwd: this.folder, ...options });
  }

  /** A call of the build that has only the light path: it ends with `ordinaryPath` where that is not taken. */
  lightly(args: readonly string[], options: Partial<CliOptions> = {}): Promise<CliResult> {
    return this.call(args, { program: [process.execPath, lightOnlyBuild()], ...options });
  }

  /** A call of the full command line without the light path. */
  ordinarily(args: readonly string[], options: Partial<CliOptions> = {}): Promise<CliResult> {
    return this.call(args, {
      program: [process.execPath, join(builtFolder(), "dist/cli/main.js")],
      ...options,
    });
  }

  /** The compiled copy of the config; null where there is none. */
  get compiledCopy(): string | null {
    try {
      const [name] = readdirSync(this.path(".cache/improve-cron"));
      return name === undefined ? null : this.path(`.cache/improve-cron/${name}`);
    } catch {
      return null;
    }
  }

  query<Row>(work: (database: Database.Database) => Row): Row {
    const database = new Database(this.path("config/state/improve-cron.db"));
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  count(table: string): number {
    return this.query((database) => Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()));
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let lightOnly: string | null = null;

/** The entry of a build whose full command line refuses to work. */
export function lightOnlyBuild(): string {
  if (lightOnly === null) {
    const folder = mkdtempSync(join(builtFolder(), "light-only-"));
    mkdirSync(join(folder, "dist/cli"), { recursive: true });
    for (const name of readdirSync(join(builtFolder(), "dist"))) {
      if (!/^improve-cron\.cjs$|^(record|history)\..*(script|cache)$/.test(name)) continue;
      copyFileSync(join(builtFolder(), "dist", name), join(folder, "dist", name));
    }
    writeFileSync(join(folder, "dist/cli/main.js"), `process.exitCode = ${ordinaryPath};\n`);
    lightOnly = join(folder, "dist/improve-cron.cjs");
  }
  return lightOnly;
}

/** Removes the build of `lightly`. */
export function removeLightOnlyBuild(): void {
  if (lightOnly !== null) rmSync(dirname(dirname(lightOnly)), { recursive: true, force: true });
}
