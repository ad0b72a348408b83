import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../../errors.ts";

export interface CommandRequest {
  /** Program and arguments, handed over as they are: there is no shell. */
  readonly command: readonly string[];
  readonly stdin: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly limitMs: number;
  /** How long the process group may take to end after SIGTERM before SIGKILL. */
  readonly graceMs: number;
}

export type CommandResult =
  | { readonly kind: "ended"; readonly code: number; readonly output: string }
  | { readonly kind: "killed"; readonly signal: string; readonly output: string }
  | { readonly kind: "timed-out"; readonly output: string }
  | { readonly kind: "not-started"; readonly because: string };

/** How much of what a command prints is kept: its last bytes, where a program says what went wrong. */
const keptOutput = 4096;
/** How long pipes that a background child holds open are read after the command itself has ended. */
const drainMs = 200;
const pollMs = 25;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ends every process of the group: SIGTERM, and SIGKILL for what is still there after the grace. */
async function endGroup(pid: number, graceMs: number): Promise<void> {
  signalGroup(pid, "SIGTERM");
  for (let waited = 0; waited < graceMs; waited += pollMs) {
    if (!signalGroup(pid, 0)) return;
    await delay(pollMs);
  }
  signalGroup(pid, "SIGKILL");
}

function keepTail(child: ChildProcess): () => string {
  let tail = Buffer.alloc(0);
  const keep = (chunk: Buffer): void => {
    tail = Buffer.concat([tail, chunk]).subarray(-keptOutput);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => tail.toString("utf8").trim();
}

/**
 * Runs a command in a process group of its own, with text on its standard input and a time limit. When the limit
 * passes or the command fails, its whole group is ended, so that no grandchild stays behind.
 */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const [program, ...args] = request.command;
  if (program === undefined || program === "")
    return { kind: "not-started", because: "the command is empty" };
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      cwd: request.cwd,
      env: { ...request.env },
      shell: false,
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
  } catch (error) {
    // A NUL byte in an argument, for one.
    return { kind: "not-started", because: messageOf(error) };
  }

  const output = keepTail(child);
  const exit = new Promise<Ended | Error>((resolve) => {
    child.once("error", resolve);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  // A command that does not read its input closes the pipe: that is its own affair.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(request.stdin);

  const timer = new AbortController();
  const limit = delay(request.limitMs, "limit" as const, { signal: timer.signal }).catch(
    () => "limit" as const,
  );
  const first = await Promise.race([exit, limit]);
  timer.abort();
  try {
    if (first instanceof Error) return { kind: "not-started", because: messageOf(first) };
    if (first === "limit") {
      if (child.pid !== undefined) await endGroup(child.pid, request.graceMs);
      await Promise.race([closed, delay(drainMs)]);
      return { kind: "timed-out", output: output() };
    }
    await Promise.race([closed, delay(drainMs)]);
    // What a command that succeeded left running in the background is meant to run on.
    if (first.code !== 0 && child.pid !== undefined) await endGroup(child.pid, request.graceMs);
    if (first.code === null) return { kind: "killed", signal: first.signal ?? "unknown", output: output() };
    return { kind: "ended", code: first.code, output: output() };
  } finally {
    child.stdin?.destroy();
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}
