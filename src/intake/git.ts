import { execFile } from "node:child_process";

/** What came of one call of git. */
export type GitEnd =
  | { readonly kind: "ended"; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "not-run"; readonly because: string };

const timeoutMs = 15_000;
const outputBytes = 32 * 1024 * 1024;

/*
 * A repository's own settings can name programs that git runs; reading one must run none of them. And whoever calls us from
 * a hook has told git, by the environment, of another repository.
 */
const harmless = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "log.showSignature=false",
];

/** Asks git something in a folder. Git is a program of the machine: it may be missing, and its answer is a value. */
export function askGit(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<GitEnd> {
  const environment = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
  return new Promise((resolve) => {
    execFile(
      "git",
      ["--no-pager", "--no-optional-locks", ...harmless, "-C", folder, ...args],
      {
        cwd: folder,
        env: { ...environment, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" },
        timeout: timeoutMs,
        maxBuffer: outputBytes,
        encoding: "utf8",
      },
      (error, stdout, stderr) => {
        if (error === null) resolve({ kind: "ended", code: 0, stdout, stderr });
        else if (typeof error.code === "number") {
          resolve({ kind: "ended", code: error.code, stdout, stderr });
        } else {
          resolve({ kind: "not-run", because: error.code ?? error.message });
        }
      },
    ).stdin?.end();
  });
}
