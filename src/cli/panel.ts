import type { Command } from "commander";
import { parseAxisOption } from "./option-values.ts";
import { addPanelRun } from "./panel-run.ts";
import type { CommandHost, Session } from "./session.ts";

interface IngestOptions {
  readonly axis?: string;
  readonly dryRun?: true;
}

interface CompareOptions {
  readonly axis?: string;
  readonly against?: string;
}

/** Adds `panel`: several critics over one draft, each looking for one kind of failure. */
export function addPanelCommand(program: Command, host: CommandHost): void {
  const panel = program
    .command("panel")
    .summary("several critics over one draft: ask them, ingest reports, compare")
    .description(
      "A panel: lenses that each look for one kind of failure in a draft, and an outside peer. Every finding must quote its own " +
        "block. The verdict is BLOCKED, REVISE or PUBLISH; the panel and each lens get a verdict of their own, so that the month " +
        "calibrates each of them.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron panel run drafts/2026-05-importer\n" +
        "  $ improve-cron panel ingest drafts/2026-05-importer\n" +
        "  $ improve-cron panel compare --against outside-peer\n",
    );
  addPanelRun(panel, host);
  panel
    .command("ingest")
    .summary("read reports that were made elsewhere, judge them, keep the verdicts")
    .description(
      "Reads DIR/panel.json, or DIR/blocks.json (else draft.md) with lenses/*.json and peer.json or peer.txt. Checks every quote, " +
        "merges, decides, and stores a verdict for the panel's axis and one for each lens. A lens that did not answer gives REVISE " +
        "and no stored verdict of the panel. Ends with 0 whatever the verdict, with 2 where the input cannot be used.",
    )
    .argument("<DIR>", "the folder of the run")
    .option("--axis <A>", "the axis of the panel's verdict (default: panel.axis)", parseAxisOption)
    .option("--dry-run", "judge and show, and keep nothing")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron panel ingest drafts/2026-05-importer\n" +
        "  $ improve-cron panel ingest drafts/2026-05-importer --axis verify-post --json\n" +
        "  $ improve-cron panel ingest drafts/2026-05-importer --dry-run\n",
    )
    .action(async (folder: string, options: IngestOptions, command: Command) => {
      host.end(await ingest(host.session(command), folder, options));
    });
  panel
    .command("compare")
    .summary("the panel against one reviewer, on the founder's grades")
    .description(
      "Is the panel worth its tokens? Takes the drafts that both judged and that the founder graded in closed months, and shows " +
        "how often each was right, with kappa, intervals and tokens. A reviewer that sits on the panel is taken out of it first.",
    )
    .option("--axis <A>", "the axis of the panel (default: panel.axis)", parseAxisOption)
    .option("--against <AXIS>", "the axis of the one reviewer (default: outside-peer)", parseAxisOption)
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron panel compare\n" +
        "  $ improve-cron panel compare --against single-reviewer --json\n",
    )
    .action(async (options: CompareOptions, command: Command) => {
      host.end(await compare(host.session(command), options));
    });
}

async function ingest(session: Session, folder: string, options: IngestOptions): Promise<number> {
  const [{ ingestPanelFolder }, { renderPanel }] = await Promise.all([
    import("./panel-ingest.ts"),
    import("../reports/panel-page.ts"),
  ]);
  const dryRun = options.dryRun === true;
  await using app = await session.openApp({ dryRun });
  const page = await ingestPanelFolder(app, { folder, cwd: session.cwd, axis: options.axis ?? null, dryRun });
  session.answer(page, () => renderPanel(page, `improve-cron panel ingest ${folder}`));
  return 0;
}

async function compare(session: Session, options: CompareOptions): Promise<number> {
  const [{ comparePanel }, { renderPanelComparison }, { policyOf }] = await Promise.all([
    import("../cycle/compare-panel.ts"),
    import("../reports/panel-comparison-text.ts"),
    import("./panel-ingest.ts"),
  ]);
  await using app = await session.openApp();
  const policy = policyOf(app.config.panel);
  const comparison = await comparePanel(app.cycle, {
    axis: options.axis ?? app.config.panel.axis,
    against: options.against ?? policy.peer ?? "outside-peer",
    policy,
  });
  session.answer(comparison, () => renderPanelComparison(comparison));
  return 0;
}
