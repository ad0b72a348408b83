import { failureOf } from "../../src/cli/failure.ts";
import { createProgram } from "../../src/cli/program.ts";
import { createSession, type GlobalOptions } from "../../src/cli/session.ts";
import type { Terminal } from "../../src/cli/terminal.ts";

interface Call {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What a terminal would have shown of what was being done. */
  readonly shown: readonly string[];
}

/** One call of the command line within this process: the same program, without the start of another one. */
export async function callProgram(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Call> {
  let stdout = "";
  let stderr = "";
  let code = 0;
  const shown: string[] = [];
  const terminal: Terminal = {
    stdin: process.stdin,
    stdout: process.stdout,
    interactive: false,
    color: false,
    columns: () => 100,
    rows: () => 40,
    out: (text) => {
      stdout += text;
    },
    err: (text) => {
      stderr += text;
    },
    progress: (text) => {
      if (text !== null) shown.push(text);
    },
  };
  const env = { PATH: process.env["PATH"], HOME: options.cwd, ...options.env };
  const program = createProgram(
    {
      session: (command) => {
        const global: GlobalOptions = command.optsWithGlobals();
        return createSession(global, { cwd: options.cwd, env, terminal });
      },
      end: (answered) => {
        code = answered;
      },
    },
    { out: terminal.out, err: terminal.err },
  );
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    const failure = failureOf(error, "");
    if (failure === null) throw error;
    code = failure.exitCode;
    stderr += JSON.stringify(failure);
  }
  return { code, stdout, stderr, shown };
}
