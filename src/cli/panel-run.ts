import { resolve } from "node:path";
import type { Command } from "commander";
import type { App } from "../app.ts";
import type { PanelJob, PanelReader } from "../cycle/panel-job.ts";
import type { ReaderStep } from "../core/reader-step.ts";
import { ImproveCronError } from "../errors.ts";
import { parseAxisOption } from "./option-values.ts";
import type { CommandHost, Session } from "./session.ts";

interface RunOptions {
  readonly axis?: string;
  readonly fresh?: true;
  readonly dryRun?: true;
}

/** Adds `panel run`: asks the lenses about a draft, and goes on as `panel ingest` does. */
export function addPanelRun(panel: Command, host: CommandHost): void {
  panel
    .command("run")
    .summary("ask every lens and the peer about a draft, judge, keep the verdicts")
    .description(
      "Sends DIR/draft.md and DIR/reader-contract.json to each lens of `panel.lenses` and to the peer, side by side, and " +
        "leaves the reports in DIR: blocks.json, lenses/*.json, peer.json. Then goes on as `panel ingest` does. Readers get " +
        "the draft, the contract and their prompt, nothing else. What was answered before to the same draft, prompt, program " +
        "and model is not asked again, so that a run that was cut off, or lost a lens, is completed by running it again. " +
        "Calls cost money; `max_cost_usd` of each and `cost.judge_usd_per_month` cap it. Ends with 0 whatever the verdict, " +
        "with 1 where a lens was lost, with 2 where the input cannot be used.",
    )
    .argument("<DIR>", "the folder with draft.md and reader-contract.json")
    .option("--axis <A>", "the axis of the panel's verdict (default: panel.axis)", parseAxisOption)
    .option("--fresh", "ask everybody again, whatever is there")
    .option("--dry-run", "say who would be asked, with what, and what it may cost; nobody is asked")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron panel run drafts/2026-05-importer --dry-run\n" +
        "  $ improve-cron panel run drafts/2026-05-importer\n" +
        "  $ improve-cron panel run drafts/2026-05-importer --fresh --json | jq .verdict\n",
    )
    .action(async (folder: string, options: RunOptions, command: Command) => {
      host.end(await run(host.session(command), folder, options));
    });
}

async function run(session: Session, folder: string, options: RunOptions): Promise<number> {
  const dryRun = options.dryRun === true;
  await using app = await session.openApp({ dryRun });
  const [{ codexNote, renderReaderStep }, { panelAxis }] = await Promise.all([
    import("../reports/panel-run-text.ts"),
    import("./panel-ingest.ts"),
  ]);
  // Before anybody is asked: a call costs money.
  const axis = panelAxis(app, options.axis ?? null);
  const job = await jobOf(session, app, folder, {
    fresh: options.fresh === true,
    dryRun,
    tell: (step) => session.note(renderReaderStep(step)),
  });
  const cap = app.config.cost.judgeUsdPerMonth;
  const note = codexNote(job.readers, cap);
  if (dryRun) return await showPlan(session, app, job, note);
  if (note !== null) session.note(note);
  const { acquireRunLock } = await import("../store/sqlite/run-lock.ts");
  const lock = acquireRunLock(job.ownFolder, process.pid);
  if (lock.kind === "busy") {
    throw new ImproveCronError(
      "conflict",
      `${folder}: this panel is being asked already${lock.pid === null ? "" : ` by pid ${lock.pid}`}`,
      "Wait for it, or end it and run the command again: what was answered is kept.",
    );
  }
  try {
    return await ask(session, app, job, { folder, axis });
  } finally {
    lock.release();
  }
}

async function ask(
  session: Session,
  app: App,
  job: PanelJob,
  { axis, folder }: { readonly folder: string; readonly axis: string },
): Promise<number> {
  const [{ foreignReports }, { runPanel }, { ingestPanelFolder }, { renderPanel }, { outsidePeer }] =
    await Promise.all([
      import("../cycle/plan-panel.ts"),
      import("../cycle/run-panel.ts"),
      import("./panel-ingest.ts"),
      import("../reports/panel-page.ts"),
      import("../core/panel-policy.ts"),
    ]);
  const foreign = job.fresh ? [] : await foreignReports(job);
  if (foreign.length > 0) {
    throw new ImproveCronError(
      "input",
      `${folder} holds reports that were made elsewhere: ${foreign.join(", ")}`,
      `Read them with improve-cron panel ingest ${folder}, or ask anew with --fresh, which replaces them.`,
    );
  }
  const steps = await runPanel(app.cycle, job);
  const page = await ingestPanelFolder(app, { folder, cwd: session.cwd, axis, dryRun: false });
  session.answer(page, () => renderPanel(page, `improve-cron panel run ${folder}`));
  const isLost = ({ name, state }: ReaderStep): boolean => state === "lost" && name !== outsidePeer;
  return steps.some(isLost) ? 1 : 0;
}

async function showPlan(session: Session, app: App, job: PanelJob, codex: string | null): Promise<number> {
  const [{ planPanel }, { mayCall }, { renderPanelPlan }] = await Promise.all([
    import("../cycle/plan-panel.ts"),
    import("../cycle/judge-spend.ts"),
    import("../reports/panel-run-text.ts"),
  ]);
  const readers = await planPanel(job);
  const budget = await mayCall(app.cycle, "lens");
  const maxUsd = readers
    .filter(({ state }) => state === "wanted")
    .reduce((sum, { spec }) => sum + spec.maxCostUsd, 0);
  const leftUsd = budget.kind === "go" ? budget.leftUsd : 0;
  const notes = codex === null ? [] : [codex];
  const plan = { blocks: job.blocks.length, hits: job.hits.length, readers, maxUsd, leftUsd, notes };
  session.answer(
    {
      dryRun: true,
      blocks: plan.blocks,
      hits: job.hits,
      readers: readers.map(({ name, spec, state }) => ({
        name,
        state,
        kind: spec.kind,
        command: spec.command,
        model: spec.model,
        timeoutSeconds: spec.timeoutMs / 1000,
        maxCostUsd: spec.maxCostUsd,
      })),
      maxUsd,
      leftUsd,
      notes,
    },
    () => renderPanelPlan(plan),
  );
  return 0;
}

/** Draft, prompts, rules and files of a run, read and checked before anybody is asked. */
async function jobOf(
  session: Session,
  app: App,
  folder: string,
  how: { readonly fresh: boolean; readonly dryRun: boolean; readonly tell: (step: ReaderStep) => void },
): Promise<PanelJob & { readonly ownFolder: string }> {
  const [{ readPanelDraft }, { readMechanicalRules }, { findMechanicalHits }, files, readers] =
    await Promise.all([
      import("../intake/panel-draft.ts"),
      import("../config/mechanical-rules-file.ts"),
      import("../core/mechanical-rules.ts"),
      import("../effects/panel-files.ts"),
      readersOf(app),
    ]);
  const { panel, home } = app.config;
  const draft = readPanelDraft({ folder, path: resolve(session.cwd, folder) }, panel.limits);
  const hits = findMechanicalHits(readMechanicalRules(panel.rulesFile, home), draft.blocks);
  return {
    setup: panel,
    readers,
    blocks: draft.blocks,
    contract: draft.contract,
    hash: draft.hash,
    hits,
    files: await files.openPanelFiles(draft.folder, { readOnly: how.dryRun }),
    fresh: how.fresh,
    tell: how.tell,
    ownFolder: resolve(draft.folder, files.ownFolder),
  };
}

/** The lenses and the peer, each with its prompt. */
async function readersOf({ config }: App): Promise<readonly PanelReader[]> {
  const [{ readLensPrompt }, { reportFields }, { outsidePeer }] = await Promise.all([
    import("../critics/lens-prompt.ts"),
    import("../core/lens-report.ts"),
    import("../core/panel-policy.ts"),
  ]);
  const { home, panel } = config;
  const missing = panel.lenses.filter(({ critic }) => critic === null).map(({ name }) => name);
  if (missing.length > 0) {
    throw new ImproveCronError(
      "config",
      `${config.file}: no program is configured for ${missing.join(", ")}`,
      "Set `panel.critic`, e.g. { kind: claude, model: NAME }, or `critic` of each lens; reports made elsewhere are read by `panel ingest`.",
    );
  }
  const all = [...panel.lenses, ...(panel.peer === null ? [] : [{ name: outsidePeer, ...panel.peer }])];
  return all.flatMap(({ critic, name, promptFile }) =>
    critic === null
      ? []
      : [
          {
            name,
            spec: critic,
            instructions: readLensPrompt({ name, promptFile }, home, reportFields(name, panel)),
          },
        ],
  );
}
