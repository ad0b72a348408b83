import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, rmdir } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { resolvePath } from "../config/resolve-path.ts";
import { skillText, whoseSkill } from "../core/skill-file.ts";
import { ImproveCronError, messageOf } from "../errors.ts";
import { oneLine } from "../reports/terminal-text.ts";
import type { CommandHost, Session } from "./session.ts";
import { replaceTextFile } from "./write-output.ts";

interface SkillFlags {
  readonly path?: string;
  readonly print?: true;
  readonly remove?: true;
}

/** The folder of a skill has its name: that is a rule of Agent Skills. */
const name = "improve-cron";

/** Adds `install skill`, which puts the skill of this program where an agent finds it. */
export function addInstallSkillCommand(install: Command, host: CommandHost): void {
  install
    .command("skill")
    .summary("the skill that teaches an agent to record verdicts")
    .description(
      "Puts the skill improve-cron in place: how a verify-* skill records its verdict in one line, and how to read the status. " +
        "Doing it again changes nothing, or brings a newer text; a file that somebody has edited is left alone.",
    )
    .option("--path <P>", "the folder of skills", "~/.claude/skills")
    .option("--print", "print the text, and write nothing")
    .option("--remove", "take the skill away again")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron install skill\n" +
        "  $ improve-cron install skill --path .claude/skills\n" +
        "  $ improve-cron install skill --print\n" +
        "  $ improve-cron install skill --remove\n",
    )
    .action(async (flags: SkillFlags, command: Command) => {
      host.end(await installSkill(host.session(command), flags));
    });
}

/** Adds `uninstall skill`, which is `install skill --remove`. */
export function addUninstallSkillCommand(uninstall: Command, host: CommandHost): void {
  uninstall
    .command("skill")
    .summary("take the skill away")
    .description(
      "Removes the skill that `install skill` put in place; one that somebody has edited is left alone.",
    )
    .option("--path <P>", "the folder of skills", "~/.claude/skills")
    .addHelpText("after", "\nExamples:\n  $ improve-cron uninstall skill\n")
    .action(async (flags: Pick<SkillFlags, "path">, command: Command) => {
      host.end(await installSkill(host.session(command), { ...flags, remove: true }));
    });
}

async function installSkill(session: Session, flags: SkillFlags): Promise<number> {
  if (flags.print === true && flags.remove === true) {
    throw new ImproveCronError("usage", "--print and --remove are two things", "Give one of them.");
  }
  const text = skillText(readFileSync(shipped("config/skills/improve-cron/SKILL.md"), "utf8"), scriptPath());
  if (flags.print === true) {
    session.answer({ text }, () => text.trimEnd());
    return 0;
  }
  const folder = folderOf(session, flags.path ?? "~/.claude/skills");
  const file = join(folder, "SKILL.md");
  const outcome = flags.remove === true ? await remove(file) : await put(file, text);
  session.answer({ file, outcome }, () => `${oneLine(file)}: ${words[outcome]}`);
  return 0;
}

type Outcome = "written" | "updated" | "unchanged" | "removed";

const words: Readonly<Record<Outcome, string>> = {
  written: "written; new sessions of the agent know it",
  updated: "brought up to date",
  unchanged: "nothing to change",
  removed: "removed",
};

/** A folder that has the skill's name already is the skill's own. */
function folderOf({ cwd, env }: Session, path: string): string {
  const given = resolvePath(path, cwd, env["HOME"] || homedir());
  return basename(given) === name ? given : join(given, name);
}

async function put(file: string, text: string): Promise<Outcome> {
  const before = textAt(file);
  if (before === text) return "unchanged";
  refuseTheirs(
    file,
    before,
    "Move it away to get the shipped one, or see it with --print and take over what you want.",
  );
  try {
    await mkdir(dirname(file), { recursive: true });
  } catch (error) {
    throw new ImproveCronError(
      "io",
      `${dirname(file)} cannot be made: ${messageOf(error)}`,
      "Choose a folder that you can write to.",
      error,
    );
  }
  await replaceTextFile(file, text);
  return before === null ? "written" : "updated";
}

async function remove(file: string): Promise<Outcome> {
  const before = textAt(file);
  if (before === null) return "unchanged";
  refuseTheirs(file, before, "Delete it by hand if that is what you want.");
  await rm(file);
  // Whatever else lies in the folder is somebody else's, and keeps it there.
  await rmdir(dirname(file)).catch(() => {});
  return "removed";
}

function refuseTheirs(file: string, before: string | null, hint: string): void {
  if (whoseSkill(before) !== "theirs") return;
  throw new ImproveCronError("conflict", `${file} is not as improve-cron wrote it`, hint);
}

function textAt(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new ImproveCronError(
      "io",
      `${file} cannot be read: ${messageOf(error)}`,
      "Check its rights.",
      error,
    );
  }
}

function scriptPath(): string | null {
  const script = shipped("run-improve-cron.sh");
  return existsSync(script) ? script : null;
}

/** A file of the package, two folders up from here and from dist alike. */
function shipped(path: string): string {
  return resolve(dirname(fileURLToPath(import.meta.url)), "../..", path);
}
