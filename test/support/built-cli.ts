import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "../..");
/** Inside node_modules, so that the built files find their packages and no tool takes them for sources. */
const cache = join(root, "node_modules/.cache/improve-cron-built");
/** What the program reads from its package beside its own code. */
const shipped = ["package.json", "config", "migrations"];
const oldAfterMs = 60 * 60 * 1000;

export interface CliResult {
  /** The exit code; null where a signal ended the program. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  /** Added to a bare environment: PATH and a HOME that nobody uses. */
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; empty where it is left out. */
  readonly input?: string;
  /** Starts this program with its arguments instead, e.g. one that gives the command line a terminal. */
  readonly program?: readonly [string, ...string[]];
}

/** The program as it is shipped, built from the sources as they stand; runs it to its end. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const child = spawnCli(args, options);
  child.stdin.end(options.input ?? "");
  return finished(child);
}

/** Starts the program and leaves its streams to the caller. */
export function spawnCli(args: readonly string[], options: CliOptions): ChildProcessWithoutNullStreams {
  const [program, ...before] = options.program ?? [process.execPath, builtCli()];
  const child = spawn(program, [...before, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"], HOME: options.cwd, ...options.env },
  });
  // A program that ends before it read its input is no failure of the test.
  child.stdin.on("error", () => {});
  return child;
}

/** The end of a started program. */
export async function finished(child: ChildProcessWithoutNullStreams): Promise<CliResult> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({
        code,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
      }),
    );
  });
}

let built: string | null = null;

/** The built program's entry. Built once for the same sources, however many test files and workers ask. */
export function builtCli(): string {
  return join(builtFolder(), "dist/improve-cron.cjs");
}

/** The folder of the built package. */
export function builtFolder(): string {
  built ??= build();
  return built;
}

function build(): string {
  const folder = join(cache, fingerprint());
  const entry = join(folder, "dist/improve-cron.cjs");
  mkdirSync(cache, { recursive: true });
  while (!existsSync(entry)) {
    if (takeLock(`${folder}.lock`)) {
      try {
        if (!existsSync(entry)) buildInto(folder);
      } finally {
        rmSync(`${folder}.lock`, { recursive: true, force: true });
      }
    } else {
      sleep(100);
    }
  }
  return folder;
}

/** Compiled beside its place and renamed into it: whoever sees the folder sees all of it. */
function buildInto(folder: string): void {
  removeOldBuilds();
  const partial = `${folder}.${process.pid}`;
  const compiler = join(root, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(
    compiler,
    ["-p", "tsconfig.build.json", "--outDir", join(partial, "dist"), "--declaration", "false"],
    { cwd: root, encoding: "utf8" },
  );
  const dist = join(partial, "dist");
  if (!existsSync(join(dist, "cli/main.js"))) throw new Error(`nothing was compiled:\n${stdout}`);
  for (const name of shipped) {
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(partial, name));
  }
  execFileSync(process.execPath, [join(root, "scripts/bundle-entry.mjs"), dist, basename(folder)]);
  renameSync(partial, folder);
}

/** SHA-256 over the names and contents of everything that goes into the build. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.c?[jt]s$/.test(path))
    .map((path) => join("src", path));
  const tools = ["bundle-entry.mjs", "keep-compiled-code.cjs"].map((name) => join("scripts", name));
  for (const file of [...files, ...tools, "tsconfig.json", "tsconfig.build.json"].toSorted()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

/** A folder as a lock: making it succeeds for one alone. One whose owner died is taken over. */
function takeLock(folder: string): boolean {
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, "pid"), String(process.pid));
    return true;
  } catch {
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
    return false;
  }
}

function isAbandoned(folder: string): boolean {
  try {
    process.kill(Number(readFileSync(join(folder, "pid"), "utf8")), 0);
    return false;
  } catch (error) {
    const gone = error instanceof Error && "code" in error && error.code === "ESRCH";
    return gone;
  }
}

function removeOldBuilds(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > oldAfterMs) rmSync(path, { recursive: true, force: true });
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
