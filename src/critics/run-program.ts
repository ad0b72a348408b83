import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../errors.ts";
import { endProcesses, killProcesses, markName } from "./process-group.ts";

export interface ProgramCall {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  /** Written to standard input, which is then ended: programs that find it open wait for more. */
  readonly stdin: string;
  /** The working directory. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly limits: ProgramLimits;
  readonly signal: AbortSignal;
  /** Whether standard output holds a whole answer, after which the program has nothing more to do. */
  readonly isWhole: (stdout: string) => boolean;
}

export interface ProgramLimits {
  /** Standard output beyond this ends the program, bytes. */
  readonly outputBytes: number;
  /** How long processes may take to end after SIGTERM before SIGKILL, milliseconds. */
  readonly graceMs: number;
  /** How long a program may live on after a whole answer, milliseconds. */
  readonly lingerMs: number;
}

/** What one critic may do at most, unless a test says otherwise. */
export const defaultLimits: ProgramLimits = {
  outputBytes: 4 * 1024 * 1024,
  graceMs: 5_000,
  lingerMs: 10_000,
};

/** How a program ended. Whatever it was, no process of it is left. */
export type ProgramEnd =
  | { readonly kind: "not-started"; readonly code: string; readonly because: string }
  | {
      readonly kind: "timed-out" | "output-cap" | "cancelled";
      readonly said: string;
      readonly latencyMs: number;
    }
  | ProgramOutput;

export interface ProgramOutput {
  readonly kind: "ended";
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** It answered, and then had to be ended. */
  readonly lingered: boolean;
  readonly stdout: string;
  /** The end of what it wrote on standard error. */
  readonly said: string;
  readonly latencyMs: number;
}

/** How much of standard error is kept: its end, where a program says what went wrong. */
const keptBytes = 4_096;
/** How long is waited for the rest of the output once nobody is left to write: a bound only, it comes at once. */
const drainMs = 2_000;
/** An answer is looked for only once the program has been silent for this long. */
const quietMs = 50;

/**
 * Runs a program in a process group of its own: no shell, text on its standard input, a time limit, a limit of output.
 * Whichever way it ends, its whole group and whatever left the group is ended with it. Never throws.
 */
export async function runProgram(call: ProgramCall): Promise<ProgramEnd> {
  if (call.signal.aborted) return { kind: "cancelled", said: "", latencyMs: 0 };
  const started = performance.now();
  const latency = (): number => Math.round(performance.now() - started);
  const mark = `${process.pid}.${randomInt(2 ** 47)}`;
  let child: ChildProcess;
  try {
    child = spawn(call.program, call.args, {
      cwd: call.folder,
      env: { ...call.env, [markName]: mark },
      shell: false,
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
  } catch (error) {
    return notStarted(error);
  }

  const output = collect(child, call);
  const exit = new Promise<Exit>((resolve) => {
    child.once("error", (error) => resolve({ kind: "error", error }));
    child.once("exit", (exitCode, signal) => resolve({ kind: "exit", exitCode, signal }));
  });
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  // A program that does not read its input closes the pipe: that is its own affair.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(call.stdin);
  // This process ends while the program runs: there is no time left to be polite.
  const emergency = (): void => {
    if (child.pid !== undefined) killProcesses(child.pid, mark);
  };
  process.once("exit", emergency);

  const over = new AbortController();
  const first = await Promise.race([
    exit,
    output.interrupted,
    after(call.timeoutMs, "timed-out" as const, over.signal),
    aborted(call.signal, over.signal),
  ]);
  over.abort();
  output.stop();
  const latencyMs = latency();
  try {
    if (typeof first !== "string" && first.kind === "error") return notStarted(first.error);
    if (child.pid !== undefined) await endProcesses(child.pid, mark, call.limits.graceMs);
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })]);
    const { stdout, said, isOver } = output.read();
    if (isOver) return { kind: "output-cap", said, latencyMs };
    if (first === "lingering") {
      return { kind: "ended", exitCode: null, signal: null, lingered: true, stdout, said, latencyMs };
    }
    if (typeof first === "string") return { kind: first, said, latencyMs };
    const { exitCode, signal } = first;
    return { kind: "ended", exitCode, signal, lingered: false, stdout, said, latencyMs };
  } finally {
    process.off("exit", emergency);
    child.stdin?.destroy();
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}

type Exit =
  | { readonly kind: "error"; readonly error: Error }
  | { readonly kind: "exit"; readonly exitCode: number | null; readonly signal: string | null };

function notStarted(error: unknown): ProgramEnd {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return { kind: "not-started", code, because: messageOf(error) };
}

interface Collected {
  /** Settles where the output itself is a reason to end the program. */
  readonly interrupted: Promise<"output-cap" | "lingering">;
  readonly stop: () => void;
  readonly read: () => { readonly stdout: string; readonly said: string; readonly isOver: boolean };
}

/** Keeps standard output up to the limit and the end of standard error: a program may print without end on either. */
function collect(child: ChildProcess, { limits, isWhole }: ProgramCall): Collected {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let said = Buffer.alloc(0);
  let quiet: NodeJS.Timeout | undefined;
  let linger: NodeJS.Timeout | undefined;
  const text = (): string => Buffer.concat(chunks).toString("utf8");
  const stop = (): void => {
    clearTimeout(quiet);
    clearTimeout(linger);
  };
  child.stderr?.on("data", (chunk: Buffer) => {
    said = Buffer.concat([said, chunk]).subarray(-keptBytes);
  });
  const interrupted = new Promise<"output-cap" | "lingering">((resolve) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      stop();
      if (bytes > limits.outputBytes) {
        chunks.length = 0;
        child.stdout?.destroy();
        resolve("output-cap");
        return;
      }
      chunks.push(chunk);
      quiet = setTimeout(() => {
        if (isWhole(text())) linger = setTimeout(resolve, limits.lingerMs, "lingering");
      }, quietMs);
    });
  });
  return {
    interrupted,
    stop,
    read: () => ({ stdout: text(), said: said.toString("utf8").trim(), isOver: bytes > limits.outputBytes }),
  };
}

async function after<T>(milliseconds: number, value: T, over: AbortSignal): Promise<T> {
  // A timer that is called off never answers: the race is decided by then.
  return delay(milliseconds, value, { signal: over }).catch(() => value);
}

function aborted(signal: AbortSignal, over: AbortSignal): Promise<"cancelled"> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve("cancelled"), { once: true, signal: over });
  });
}
