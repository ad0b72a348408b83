import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** What the build reads, beside node_modules, which it finds above its folder. */
const sources = [
  "src",
  "config",
  "migrations",
  "scripts",
  "tsconfig.json",
  "tsconfig.build.json",
  "package.json",
  "package-lock.json",
];

/** Builds the program as it stands now into a folder of its own, so that nobody's later build changes it while trials run. */
export function buildProgram(): { readonly entry: string; readonly folder: string } {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "improve-cron-torture-"));
  for (const name of sources) cpSync(join(root, name), join(folder, name), { recursive: true });
  const { status } = spawnSync(process.execPath, [join(folder, "scripts/build.mjs")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`the build ended with ${status}`);
  return { entry: join(folder, "dist/improve-cron.cjs"), folder };
}

const longestMs = 120_000;

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly ms: number;
}

export interface Running {
  readonly pid: number;
  readonly hasEnded: () => boolean;
  readonly ended: Promise<Ended>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** To the whole process group of the program. */
  readonly killGroup: (signal: NodeJS.Signals) => void;
}

export interface StartOptions {
  readonly entry: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program that starts the program, e.g. `prlimit`. */
  readonly through?: readonly string[];
}

/** Starts the built program in a process group of its own. */
export function startProgram(args: readonly string[], options: StartOptions): Running {
  const [program = "", ...rest] = [...(options.through ?? []), process.execPath, options.entry, ...args];
  const begun = performance.now();
  const child = spawn(program, rest, {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"], HOME: options.cwd, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const out: Buffer[] = [];
  // What takes so long hangs, and that is a finding, too.
  const limit = setTimeout(() => {
    out.push(Buffer.from(`\nended by the trial after ${longestMs / 1000} s`));
    child.kill("SIGKILL");
  }, longestMs);
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => out.push(chunk));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    // What the program started may hold its streams for longer.
    child.on("exit", (code, signal) => {
      clearTimeout(limit);
      const ms = performance.now() - begun;
      const grace = setTimeout(() => finish(), signal === null ? 2_000 : 5);
      const finish = (): void => {
        clearTimeout(grace);
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ code, signal, out: Buffer.concat(out).toString("utf8"), ms });
      };
      if (signal === null) child.once("close", finish);
    });
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended,
    kill: (signal) => void child.kill(signal),
    killGroup: (signal) => {
      try {
        process.kill(-pid, signal);
      } catch {
        // It has ended.
      }
    },
  };
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
