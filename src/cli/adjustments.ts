import { resolve } from "node:path";
import type { Command } from "commander";
import type { AppliedAdjustment } from "../cycle/settle-adjustment.ts";
import { ImproveCronError } from "../errors.ts";
import { oneLine } from "../reports/terminal-text.ts";
import type { CommandHost, Session } from "./session.ts";
import { refuseMissingFolder, writeOutput } from "./write-output.ts";

interface ListOptions {
  readonly file?: string;
  readonly all?: true;
}

interface ApplyOptions {
  readonly commit: string;
  readonly repo?: string;
  readonly dryRun?: true;
}

interface ReasonOptions {
  readonly reason: string;
  readonly dryRun?: true;
}

/** Adds `adjustments`: the edits of instruction files that panels, dialogues and the founder's disagreements ask for. */
export function addAdjustmentsCommand(program: Command, host: CommandHost): void {
  const adjustments = program
    .command("adjustments")
    .summary("proposed edits of rubrics and instructions: list, apply, dismiss, reopen, patch")
    .description(
      "The ledger of proposed edits: what panels and dialogues propose, and what the founder's disagreements of closed months " +
        "ask for. You make the edits, by hand, and commit them; nothing here ever changes an instruction file.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron adjustments list\n" +
        "  $ improve-cron adjustments apply 3f2a91c04b7e --commit 9fceb02d\n" +
        '  $ improve-cron adjustments dismiss 3f2a91c04b7e --reason "rule 4 says so already"\n' +
        "  $ improve-cron adjustments patch edits.patch\n",
    );
  adjustments
    .command("list")
    .summary("what is asked for, the best supported first")
    .description(
      "Shows the open entries by file and section: first those that the founder's disagreements speak for, then those asked for " +
        "most often and by most; ten of them, unless --all. Then whether applied edits helped, how the files grew, and which " +
        "three rules are most worth deleting.",
    )
    .option("--file <F>", "only this instruction file, named as in the list")
    .option("--all", "every open entry, and those applied and dismissed")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron adjustments list\n" +
        "  $ improve-cron adjustments list --file agents/writer.md --all\n" +
        "  $ improve-cron adjustments list --json\n",
    )
    .action(async (options: ListOptions, command: Command) => {
      host.end(await list(host.session(command), options));
    });
  adjustments
    .command("apply")
    .summary("record that a commit made an edit")
    .description(
      "Records that a commit applied an entry, after git has said that the commit exists and touches the file. Edits nothing. " +
        "The next months then tell whether what was named became rarer.",
    )
    .argument("<ID>", "the entry, or the beginning of its id")
    .requiredOption("--commit <SHA>", "the commit, by its hash")
    .option("--repo <DIR>", "the folder that files are named from (default: instructions.repo of the config)")
    .option("--dry-run", "check, and record nothing")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron adjustments apply 3f2a91c04b7e --commit 9fceb02d\n" +
        "  $ improve-cron adjustments apply 3f2a --commit $(git -C ~/skills rev-parse HEAD) --repo ~/skills\n",
    )
    .action(async (id: string, options: ApplyOptions, command: Command) => {
      host.end(await apply(host.session(command), id, options));
    });
  for (const action of ["dismissed", "reopened"] as const) {
    const name = action === "dismissed" ? "dismiss" : "reopen";
    adjustments
      .command(name)
      .summary(action === "dismissed" ? "record that an edit is not wanted" : "take a decision back")
      .description(
        action === "dismissed"
          ? "Records that an entry is not wanted, and why. Whoever asks for it again is counted and no longer listed."
          : "Puts an applied or dismissed entry back among the open ones, and records why.",
      )
      .argument("<ID>", "the entry, or the beginning of its id")
      .requiredOption("--reason <STR>", "why; kept for ever")
      .option("--dry-run", "look, and record nothing")
      .addHelpText(
        "after",
        `\nExamples:\n  $ improve-cron adjustments ${name} 3f2a91c04b7e --reason "${action === "dismissed" ? "rule 4 says so already" : "it came back in May"}"\n`,
      )
      .action(async (id: string, options: ReasonOptions, command: Command) => {
        host.end(await settle(host.session(command), id, { ...options, action }));
      });
  }
  adjustments
    .command("patch")
    .summary("write the open entries as remarks at their sections")
    .description(
      "Writes a file in the look of a unified diff: each open entry as a remark at its section. It is for reading; no tool can " +
        "apply it.",
    )
    .argument("<FILE>", "the file to write, or - for stdout")
    .option("--file <F>", "only this instruction file, named as in the list")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron adjustments patch edits.patch\n" +
        "  $ improve-cron adjustments patch - --file agents/writer.md | less\n",
    )
    .action(async (file: string, options: ListOptions, command: Command) => {
      host.end(await patch(host.session(command), file, options));
    });
}

async function list(session: Session, options: ListOptions): Promise<number> {
  const [{ listAdjustments }, { renderAdjustments }] = await Promise.all([
    import("../cycle/list-adjustments.ts"),
    import("../reports/adjustments-text.ts"),
  ]);
  const file = await fileOption(options);
  const all = options.all === true;
  await using app = await session.openApp();
  const listed = await listAdjustments(app.cycle, { file, all });
  session.answer(listed, () => renderAdjustments(listed, { all }));
  return 0;
}

async function apply(session: Session, id: string, options: ApplyOptions): Promise<number> {
  const { applyAdjustment } = await import("../cycle/settle-adjustment.ts");
  const dryRun = options.dryRun === true;
  await using app = await session.openApp({ dryRun });
  const repo = options.repo === undefined ? null : resolve(session.cwd, options.repo);
  const applied = await applyAdjustment(app.cycle, { id, commit: options.commit, repo });
  session.answer({ ...applied, dryRun, reminders: ["version-bump", "plugin-reload"] }, () =>
    appliedText(applied, dryRun),
  );
  return 0;
}

function appliedText(applied: AppliedAdjustment, dryRun: boolean): string {
  const { commit, id, outcome, warnings } = applied;
  const [file, section] = [oneLine(applied.file, 80), oneLine(applied.section, 60)];
  const short = commit.slice(0, 12);
  const said = {
    "differs-from-head": `warning: ${file} differs from HEAD; what runs may not be what was committed`,
    "not-in-head": `warning: HEAD does not contain ${short}; merge it, or critics go on reading the old text`,
    "file-missing": `warning: ${file} is not there any more`,
  };
  return [
    outcome === "already"
      ? `${id} was recorded as applied in ${short} before`
      : `${id} ${dryRun ? "would be recorded" : "recorded"} as applied in ${short} (${file}, ${section})`,
    ...warnings.map((warning) => said[warning]),
    "Remember: raise the version of the plugin or skill, and reload it (/reload-plugins), or the old text stays in use.",
  ].join("\n");
}

async function settle(
  session: Session,
  id: string,
  options: ReasonOptions & { readonly action: "dismissed" | "reopened" },
): Promise<number> {
  const { settleAdjustment } = await import("../cycle/settle-adjustment.ts");
  const { action, reason } = options;
  const dryRun = options.dryRun === true;
  await using app = await session.openApp({ dryRun });
  const settled = await settleAdjustment(app.cycle, { id, action, reason });
  session.answer({ ...settled, dryRun }, () =>
    settled.outcome === "already"
      ? `${settled.id} is ${action === "dismissed" ? "dismissed" : "open"} already`
      : `${settled.id} ${dryRun ? "would be " : ""}${action} (${oneLine(settled.file, 80)}, ${oneLine(settled.section, 60)})`,
  );
  return 0;
}

async function patch(session: Session, target: string, options: ListOptions): Promise<number> {
  const [{ readAdjustments }, { placeEntries }, { adjustmentsPatch }] = await Promise.all([
    import("../cycle/read-adjustments.ts"),
    import("../cycle/list-adjustments.ts"),
    import("../reports/adjustments-patch.ts"),
  ]);
  const file = await fileOption(options);
  const path = target === "-" ? null : resolve(session.cwd, target);
  if (path !== null) refuseMissingFolder(path);
  await using app = await session.openApp();
  const files = placeEntries(await readAdjustments(app.cycle), file);
  const text = adjustmentsPatch(files);
  const entries = files.reduce((sum, one) => sum + one.entries.length, 0);
  const count = entries === 1 ? "1 adjustment" : `${entries} adjustments`;
  if (path === null) {
    session.terminal.out(text);
    session.note(`${count} written, for reading`);
    return 0;
  }
  await writeOutput(path, text);
  session.answer(
    { file: path, entries, files: files.length },
    () => `${count} written to ${target}, for reading`,
  );
  return 0;
}

/** The name of an instruction file, in the form that entries have. */
async function fileOption({ file }: ListOptions): Promise<string | null> {
  if (file === undefined) return null;
  const { instructionPath } = await import("../core/adjustments.ts");
  const name = instructionPath(file);
  if (name !== null) return name;
  throw new ImproveCronError(
    "usage",
    `--file ${JSON.stringify(file)} is no file of the instructions`,
    "Name it as `adjustments list` does: from the folder of the instructions, without `..`.",
  );
}
