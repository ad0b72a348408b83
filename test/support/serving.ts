import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Health } from "../../src/daemon/health.ts";
import { builtCli } from "./built-cli.ts";

/** Debian's libfaketime for programs with threads; null where it is not installed. */
export const faketimeLibrary: string | null =
  [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
  ].find((file) => existsSync(file)) ?? null;

/**
 * What makes a program see another time, which runs on from there: its clock stands in a file and is read anew at every
 * look, so that it can be moved while the program is stopped. Monotonic time moves along, as it does over a sleep on macOS.
 */
export function fakeTime(file: string): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: faketimeLibrary ?? "",
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    // The instants in the file are read in the zone of the machine.
    TZ: "UTC",
  };
}

/** Writes the instant that a program sees at its start. */
export function writeClock(file: string, at: number): void {
  writeFileSync(file, `@${new Date(at).toISOString().slice(0, 19).replace("T", " ")}\n`);
}

export interface Serving {
  readonly child: ChildProcessWithoutNullStreams;
  readonly port: number;
  /** Everything that it has written so far. */
  readonly out: () => string;
  readonly err: () => string;
  readonly health: () => Promise<Health>;
  /** Waits until the health says so. */
  readonly until: (condition: (health: Health) => boolean) => Promise<Health>;
  /** Sends a signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<{ readonly code: number | null; readonly ms: number }>;
  readonly ended: Promise<number | null>;
}

/*
 * Below the ports that systems give to whoever asks for any (32768 on Linux, 49152 on macOS): between the choice and the
 * listening no connection of another test can take one. Workers of a run have a thousand each.
 */
const portsOfWorker = 10_000 + 1000 * (Number(process.env["VITEST_POOL_ID"] ?? 0) % 20);
let portsTried = process.pid;

/** A port that nobody has, and that this process does not name again soon. */
export async function freePort(): Promise<number> {
  for (;;) {
    portsTried += 1;
    const port = portsOfWorker + (portsTried % 1000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once("error", () => resolve(false))
      .listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

export interface ServingOptions {
  /** Added to a bare environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Another build than that of the sources. */
  readonly program?: string;
  /** The instant at which its clock starts; the machine's where it is left out. */
  readonly now?: string;
}

/** Starts the real `serve` in a folder with `improve-cron.yaml`, whose `server.port` this has to be, and waits for its health. */
export async function startServing(
  folder: string,
  port: number,
  { env = {}, program = builtCli(), now }: ServingOptions = {},
): Promise<Serving> {
  const args = ["serve", "--config", join(folder, "improve-cron.yaml")];
  if (now !== undefined) args.push("--now", now);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, ...env },
  });
  child.stdin.end();
  const streams = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    streams.out += chunk.toString("utf8");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    streams.err += chunk.toString("utf8");
  });
  let isOver = false;
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", (code) => {
      isOver = true;
      resolve(code);
    });
  });
  const health = async (): Promise<Health> => {
    const response = await fetch(`http://127.0.0.1:${port}/health`, { headers: { connection: "close" } });
    return JSON.parse(await response.text());
  };
  const until = async (condition: (health: Health) => boolean): Promise<Health> => {
    const begun = Date.now();
    for (;;) {
      if (isOver || Date.now() - begun > 45_000) throw new Error(`serve: ${streams.out}${streams.err}`);
      const found = await health().catch(() => null);
      if (found !== null && condition(found)) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await until(() => true);
  return {
    child,
    port,
    out: () => streams.out,
    err: () => streams.err,
    health,
    until,
    ended,
    end: async (signal) => {
      const begun = performance.now();
      child.kill(signal);
      const code = await ended;
      return { code, ms: performance.now() - begun };
    },
  };
}
