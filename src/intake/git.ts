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
  // A partial clone would fetch what it lacks, by a program that its settings name.
  "-c",
  "protocol.allow=never",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "log.showSignature=false",
];

const quiet = {
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
};

/** A setting of git and its value. */
export type GitSetting = readonly [name: string, value: string];

/**
 * The settings that keep git from running the filters of a repository (`filter.*.clean`), which it does whenever it compares
 * or blames a file of the work tree. Given by the environment, where a name may hold any character.
 */
export async function withoutFilters(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly GitSetting[]> {
  const names = ["config", "-z", "--name-only", "--get-regexp", String.raw`^filter\..*\.(clean|process)$`];
  const listed = await askGit(folder, names, env);
  if (listed.kind !== "ended" || listed.code !== 0) return [];
  const filters = listed.stdout.split("\0").filter((name) => name !== "");
  return [...new Set(filters)].flatMap((name): readonly GitSetting[] => [
    [name, ""],
    [`${name.slice(0, name.lastIndexOf("."))}.required`, "false"],
  ]);
}

/** Asks git something in a folder. Git is a program of the machine: it may be missing, and its answer is a value. */
export function askGit(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly GitSetting[] = [],
): Promise<GitEnd> {
  const environment = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
  return new Promise((resolve) => {
    execFile(
      "git",
      ["--no-pager", "--no-optional-locks", ...harmless, "-C", folder, ...args],
      {
        cwd: folder,
        env: { ...environment, ...environmentOf(settings), ...quiet },
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

function environmentOf(settings: readonly GitSetting[]): Readonly<Record<string, string>> {
  const entries = settings.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(entries) };
}
