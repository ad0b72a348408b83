import { statSync } from "node:fs";
import { type ProgramCall, runProgram } from "./run-program.ts";

export type VersionOf = (
  call: Pick<ProgramCall, "program" | "args" | "folder" | "env" | "timeoutMs" | "limits" | "signal">,
) => Promise<string | null>;

const longestMs = 10_000;

/**
 * Asks programs, with their first arguments, for their version (`--version`), once for each state of the file: programs
 * update themselves between two calls. Null where a program does not say one.
 */
export function createVersions(): VersionOf {
  const known = new Map<string, Promise<string | null>>();
  return (call) => {
    const mark = markOf(call.program, call.args);
    if (mark === null) return Promise.resolve(null);
    const before = known.get(mark);
    if (before !== undefined) return before;
    const asked = ask(call);
    known.set(mark, asked);
    return asked;
  };
}

async function ask(call: Parameters<VersionOf>[0]): Promise<string | null> {
  const timeoutMs = Math.min(longestMs, call.timeoutMs);
  const args = [...call.args, "--version"];
  const end = await runProgram({ ...call, args, stdin: "", timeoutMs, isWhole: () => false });
  return end.kind === "ended" && end.exitCode === 0
    ? (/\d+\.\d+\.\d+[\w.+-]*/.exec(end.stdout)?.[0] ?? null)
    : null;
}

function markOf(program: string, args: readonly string[]): string | null {
  try {
    const { mtimeMs, size } = statSync(program);
    return JSON.stringify([program, args, mtimeMs, size]);
  } catch {
    return null;
  }
}
