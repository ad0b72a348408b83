import { execFile } from "node:child_process";
import { ImproveCronError } from "../../errors.ts";

/** How a program of the system ended; `missing` where there is none of that name on PATH. */
interface Called {
  readonly missing: boolean;
  /** The exit code; null where a signal or the time limit ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Call = (program: string, args: readonly string[]) => Promise<Called>;

/** Starts programs of the system by their arguments, without a shell, 30 seconds at most each. It never throws. */
export function systemCalls(env: Readonly<Record<string, string | undefined>>): Call {
  return (program, args) =>
    new Promise((resolve) => {
      execFile(program, args, { env, timeout: 30_000 }, (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        resolve({
          missing: code === "ENOENT",
          code: typeof code === "number" ? code : null,
          stdout,
          stderr,
        });
      });
    });
}

/** Throws `io` with what the program said where it did not end well. */
export async function callOrFail(call: Call, program: string, args: readonly string[]): Promise<void> {
  const { code, stderr, stdout } = await call(program, args);
  if (code === 0) return;
  const said = (stderr.trim() || stdout.trim()).split("\n").at(-1) ?? "";
  throw new ImproveCronError(
    "io",
    `${program} ${args.join(" ")} ended with ${code ?? "a signal"}${said === "" ? "" : `: ${said}`}`,
    "The files are in place. Mend what it says and run the same command again.",
  );
}
