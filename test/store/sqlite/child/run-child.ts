import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

/** Starts one of the programs of this folder as a process of its own; its output lines arrive one by one. */
export function startChild(
  program: string,
  args: readonly string[],
  options: { readonly uid?: number } = {},
): {
  readonly process: ChildProcess;
  readonly lines: readonly string[];
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
  waitForLine(test: (line: string) => boolean): Promise<string>;
} {
  const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, program), ...args], {
    cwd: join(import.meta.dirname, "../../../.."),
    stdio: ["ignore", "pipe", "pipe"],
    ...options,
  });
  const lines: string[] = [];
  const waiting: { test: (line: string) => boolean; resolve: (line: string) => void }[] = [];
  let rest = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      lines.push(line);
      for (const one of waiting) if (one.test(line)) one.resolve(line);
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code, errors });
    });
  });
  return {
    process: child,
    lines,
    ended,
    waitForLine: (test) =>
      new Promise((resolve, reject) => {
        const known = lines.find(test);
        if (known !== undefined) resolve(known);
        waiting.push({ test, resolve });
        child.on("close", () => {
          reject(new Error(`the child ended before it said so: ${errors}`));
        });
      }),
  };
}
