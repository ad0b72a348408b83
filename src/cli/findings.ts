import { type Command, InvalidArgumentError } from "commander";
import { oneLine } from "../reports/terminal-text.ts";
import { parseAxisOption } from "./option-values.ts";
import type { CommandHost, Session } from "./session.ts";

interface ListOptions {
  readonly axis?: string;
  readonly lens?: string;
  readonly run?: string;
}

interface DismissOptions {
  readonly reason: string;
  readonly dryRun?: true;
}

/** Adds `findings`: what panels found, and what of it was not worth keeping. */
export function addFindingsCommand(program: Command, host: CommandHost): void {
  const findings = program
    .command("findings")
    .summary("what panels found: list, dismiss")
    .description(
      "Findings of panel runs, one for each thing that a lens said of a block. The share that nobody dismisses is the precision " +
        "of the lens; quotes that are not where they say are counted beside it.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron findings list --lens hostile-reader\n" +
        '  $ improve-cron findings dismiss f-3b9a1c0d52e7f864 --reason "the claim has its source in block 2"\n',
    );
  findings
    .command("list")
    .summary("findings, newest first, and how much of each lens' was kept")
    .description(
      "Shows for each lens how many of its findings were kept, with the interval, then the newest findings.",
    )
    .option("--axis <A>", "only runs of this axis", parseAxisOption)
    .option("--lens <L>", "only this lens")
    .option("--run <ID>", "only this run")
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron findings list\n  $ improve-cron findings list --run 2026-05-importer --json\n",
    )
    .action(async (options: ListOptions, command: Command) => {
      host.end(await list(host.session(command), options));
    });
  findings
    .command("dismiss")
    .summary("say that a finding was not worth acting on")
    .description(
      "Dismisses a finding with a reason, for good. It changes no verdict; it counts against the precision of its lens.",
    )
    .argument("<ID>", "the finding, as `findings list` shows it")
    .requiredOption("--reason <STR>", "why; kept for ever", parseReason)
    .option("--dry-run", "look, and dismiss nothing")
    .addHelpText(
      "after",
      '\nExamples:\n  $ improve-cron findings dismiss f-3b9a1c0d52e7f864 --reason "a matter of taste"\n',
    )
    .action(async (id: string, options: DismissOptions, command: Command) => {
      host.end(await dismiss(host.session(command), id, options));
    });
}

function parseReason(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It must say something.");
  return text.trim();
}

async function list(session: Session, { axis, lens, run }: ListOptions): Promise<number> {
  const [{ listFindings }, { renderFindings }] = await Promise.all([
    import("../cycle/list-findings.ts"),
    import("../reports/findings-text.ts"),
  ]);
  await using app = await session.openApp();
  const listed = await listFindings(app.cycle, {
    ...(axis === undefined ? {} : { axis }),
    ...(lens === undefined ? {} : { lens }),
    ...(run === undefined ? {} : { runId: run }),
  });
  session.answer(listed, () => renderFindings(listed));
  return 0;
}

async function dismiss(session: Session, id: string, options: DismissOptions): Promise<number> {
  const [{ dismissFinding }, { keptWords }] = await Promise.all([
    import("../cycle/list-findings.ts"),
    import("../reports/findings-text.ts"),
  ]);
  const dryRun = options.dryRun === true;
  await using app = await session.openApp({ dryRun });
  const answer = await dismissFinding(app.cycle, { id, reason: options.reason });
  session.answer({ ...answer, dryRun }, () => {
    const did = dryRun ? "would be dismissed; nothing was changed" : "dismissed";
    const said = answer.outcome === "dismissed" ? did : "was dismissed already; the first reason stays";
    const lens = answer.lens === null ? "" : `\n${oneLine(answer.lens.lens)}: ${keptWords(answer.lens)} kept`;
    return `${id}: ${said}${lens}`;
  });
  return 0;
}
