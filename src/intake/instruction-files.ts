import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { instructionPath } from "../core/adjustments.ts";
import type {
  CommitCheck,
  InstructionReading,
  Instructions,
  UnreadInstruction,
} from "../core/instructions.ts";
import { askGit, type GitSetting, withoutFilters } from "./git.ts";
import { readRegularFile } from "./regular-file.ts";

const largestFile = 4 * 1024 * 1024;

export interface InstructionPlace {
  /** Absolute; null where none is configured. */
  readonly repo: string | null;
  readonly files: readonly string[];
  /** The config's folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The instruction files of a folder, and what git tells of them where it is, or is in, a repository. */
export function openInstructions(place: InstructionPlace): Instructions {
  const { env, files, home, repo } = place;
  return {
    repo,
    files,
    nameOf: (path) => nameWithin(repo, path) ?? nameWithin(home, path) ?? basename(path),
    read: async (wanted) => (repo === null ? [] : readAll(repo, wanted, env)),
    checkCommit: async ({ commit, file, repo: other }) => {
      const folder = other ?? repo;
      return folder === null ? noRepository() : checkCommit({ folder, commit, file, env });
    },
  };
}

function nameWithin(folder: string | null, path: string): string | null {
  if (folder === null) return null;
  const name = relative(real(folder), real(path));
  return name === "" || isAbsolute(name) ? null : instructionPath(name);
}

/** Links resolved where the path exists. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

type Environment = InstructionPlace["env"];

/** What git is asked with wherever it reads files of the work tree. */
interface WorkTree {
  readonly env: Environment;
  readonly settings: readonly GitSetting[];
}

async function readAll(
  repo: string,
  files: readonly string[],
  env: Environment,
): Promise<readonly InstructionReading[]> {
  const head = await askGit(repo, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], env);
  const commit = head.kind === "ended" && head.code === 0 ? head.stdout.trim() : null;
  const readings: InstructionReading[] = [];
  const worktree = { env, settings: commit === null ? [] : await withoutFilters(repo, env) };
  for (const file of files) readings.push(await readOne(repo, file, commit, worktree));
  return readings;
}

async function readOne(
  repo: string,
  file: string,
  commit: string | null,
  worktree: WorkTree,
): Promise<InstructionReading> {
  const unread = (because: UnreadInstruction["because"]): UnreadInstruction => ({
    kind: "unread",
    file,
    because,
  });
  const name = instructionPath(file);
  if (name === null) return unread("outside");
  const path = real(join(repo, name));
  if (!`${path}${sep}`.startsWith(`${real(repo)}${sep}`)) return unread("outside");
  const reading = readRegularFile(path, largestFile);
  if (reading.kind === "bad") return unread(reading.because);
  const { bytes } = reading;
  const text = bytes.toString("utf8");
  return {
    kind: "file",
    file,
    text,
    bytes: bytes.length,
    lines: text === "" ? 0 : text.split("\n").length - Number(text.endsWith("\n")),
    sha256: createHash("sha256").update(bytes).digest("hex"),
    commit,
    differsFromHead: commit === null ? null : await differsFromHead(repo, name, worktree),
    touchedAt: commit === null ? null : await touchedAt(repo, name, worktree),
  };
}

async function differsFromHead(
  repo: string,
  file: string,
  { env, settings }: WorkTree,
): Promise<boolean | null> {
  const args = [
    "status",
    "--porcelain",
    "-z",
    "--untracked-files=all",
    "--ignored=matching",
    "--ignore-submodules=all",
    "--",
    literal(file),
  ];
  const status = await askGit(repo, args, env, settings);
  return status.kind === "ended" && status.code === 0 ? status.stdout !== "" : null;
}

/** The commit time of each line; null where git does not know the file. */
async function touchedAt(
  repo: string,
  file: string,
  { env, settings }: WorkTree,
): Promise<readonly number[] | null> {
  const blame = await askGit(repo, ["blame", "--no-textconv", "--line-porcelain", "--", file], env, settings);
  if (blame.kind !== "ended" || blame.code !== 0) return null;
  return [...blame.stdout.matchAll(/^committer-time (\d+)$/gmu)].map(([, seconds]) => Number(seconds) * 1000);
}

/** A path as it is written, whatever it looks like to git. */
function literal(file: string): string {
  return `:(literal)${file}`;
}

function noRepository(): CommitCheck {
  return {
    kind: "refused",
    because: "no-repository",
    message: "no folder of instruction files is known",
    hint: "Name the repository with --repo DIR, or as `instructions: { repo: DIR }` in the config.",
  };
}

function refused(
  because: Extract<CommitCheck, { kind: "refused" }>["because"],
  message: string,
  hint: string,
): CommitCheck {
  return { kind: "refused", because, message, hint };
}

async function checkCommit(question: {
  readonly folder: string;
  readonly commit: string;
  readonly file: string;
  readonly env: Environment;
}): Promise<CommitCheck> {
  const { commit, env, file, folder } = question;
  if (!/^[0-9a-f]{4,64}$/iu.test(commit)) {
    const hint =
      "Give its hash, as `git log -1 --format=%H` prints it; a branch would mean another one tomorrow.";
    return refused("not-a-commit", `${JSON.stringify(commit)} is no hash of a commit`, hint);
  }
  const inside = await askGit(folder, ["rev-parse", "--is-inside-work-tree"], env);
  if (inside.kind === "not-run") {
    return refused(
      "no-git",
      `git could not be run in ${folder} (${inside.because})`,
      "Install git, or name the folder of the repository with --repo DIR.",
    );
  }
  if (inside.code !== 0 || inside.stdout.trim() !== "true") {
    return refused(
      "no-repository",
      `${folder} is not in a git repository`,
      "Name the repository with --repo DIR, or as `instructions: { repo: DIR }` in the config.",
    );
  }
  const found = await askGit(folder, ["log", "-1", "--format=%H%n%ct%n%s", `${commit}^{commit}`, "--"], env);
  if (found.kind !== "ended" || found.code !== 0) {
    return refused(
      "unknown-commit",
      `there is no commit ${commit} in ${folder}`,
      "Commit the edit there first, fetch it, or name the repository that has it with --repo DIR.",
    );
  }
  const [hash = "", seconds = "", subject = ""] = found.stdout.split("\n");
  const touched = await touchedBy(folder, hash, env);
  if (!touched.includes(file)) {
    const shown = touched.slice(0, 5).join(", ");
    const rest = touched.length > 5 ? ` and ${touched.length - 5} more` : "";
    return refused(
      "file-not-touched",
      `commit ${hash.slice(0, 12)} does not touch ${file}: ${touched.length === 0 ? `it touches nothing in ${folder}` : `it touches ${shown}${rest}`}`,
      "Give the commit that edits that file; files are named from the folder of the instructions.",
    );
  }
  const settings = await withoutFilters(folder, env);
  const differs = await differsFromHead(folder, file, { env, settings });
  const ancestor = await askGit(folder, ["merge-base", "--is-ancestor", hash, "HEAD"], env);
  const missing = readRegularFile(real(join(folder, file)), largestFile);
  return {
    kind: "ok",
    commit: hash,
    committedAt: Number(seconds) * 1000,
    subject,
    warnings: [
      ...(differs === true ? (["differs-from-head"] as const) : []),
      ...(ancestor.kind === "ended" && ancestor.code === 1 ? (["not-in-head"] as const) : []),
      ...(missing.kind === "bad" && missing.because === "missing" ? (["file-missing"] as const) : []),
    ],
  };
}

/** Files of the folder that a commit changed, by their names from it; of a merge, against each of its parents. */
async function touchedBy(folder: string, hash: string, env: Environment): Promise<readonly string[]> {
  const args = [
    "diff-tree",
    "--root",
    "-m",
    "-r",
    "-z",
    "--no-commit-id",
    "--name-only",
    "--no-renames",
    "--relative",
    hash,
  ];
  const diff = await askGit(folder, args, env);
  if (diff.kind !== "ended" || diff.code !== 0) return [];
  return [...new Set(diff.stdout.split("\0").filter((name) => name !== ""))];
}
