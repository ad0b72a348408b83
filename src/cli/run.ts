import type { Command } from "commander";
import { parseCount, parseMonthOption } from "./option-values.ts";
import type { RunSummary } from "../core/run-summary.ts";
import { answerAlreadyRunning } from "./already-running.ts";
import { readingWords } from "./reading-words.ts";
import type { CommandHost, Session } from "./session.ts";

interface RunOptions {
  readonly month?: string;
  readonly dryRun?: true;
  readonly sampleTarget?: number;
}

/** Adds `run`, the monthly job. */
export function addRunCommand(program: Command, host: CommandHost): void {
  program
    .command("run")
    .summary("the monthly job: close, act, open the month")
    .description(
      "The monthly job: reads the verdict logs, collects grades, closes what can be closed, performs what was " +
        "decided, and opens the last complete month and any month that was missed. Running it again, or twice at " +
        "once, changes nothing more.",
    )
    .option("--month <YYYY-MM>", "open this complete month", parseMonthOption)
    .option("--dry-run", "show what would happen; nothing is stored, written or sent")
    .option(
      "--sample-target <N>",
      "sample this many verdicts of each kind, whatever the month holds",
      parseCount,
    )
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron run\n" +
        "  $ improve-cron run --dry-run\n" +
        "  $ improve-cron run --month 2026-05 --sample-target 20\n",
    )
    .action(async (options: RunOptions, command: Command) => {
      host.end(await run(host.session(command), options));
    });
}

async function run(session: Session, options: RunOptions): Promise<number> {
  const dryRun = options.dryRun === true;
  if (dryRun) session.note("Dry run: this is what would happen. Nothing is stored, written or sent.");
  // The lock comes before the app: whoever comes second has nothing to load, and is gone at once.
  const [{ readConfig }, { acquireRunLock }] = await Promise.all([
    import("../config/read-config.ts"),
    import("../store/sqlite/run-lock.ts"),
  ]);
  const config = readConfig({ file: session.configFile, env: session.env, cwd: session.cwd });
  const lock = acquireRunLock(config.stateFolder, process.pid);
  if (lock.kind === "busy") return answerAlreadyRunning(session, lock.pid);
  try {
    if (!dryRun) await clearAway();
    return await runLocked(session, options, dryRun);
  } finally {
    lock.release();
  }
}

/** Critics of a run that was killed outright go on spending, whether or not this one has calls to make. */
async function clearAway(): Promise<void> {
  const { endOrphans } = await import("../critics/process-group.ts");
  endOrphans();
}

async function runLocked(session: Session, options: RunOptions, dryRun: boolean): Promise<number> {
  const [{ runMonth }, { renderRunSummary }] = await Promise.all([
    import("../cycle/run-month.ts"),
    import("../reports/run-summary-text.ts"),
  ]);
  await using app = await session.openApp({
    dryRun,
    step: session.terminal.progress,
    onRead: (read) => session.terminal.progress(readingWords(read)),
  });
  const summary = await runMonth(app.cycle, {
    month: options.month ?? null,
    sampleTarget: options.sampleTarget ?? null,
  });
  const told = dryRun ? asPlanned(summary) : summary;
  session.answer(told, () => renderRunSummary(told));
  return summary.pending.length === 0 ? 0 : 1;
}

/** A dry run performs nothing: what it would have done is planned, not done. */
function asPlanned(summary: RunSummary): RunSummary {
  return {
    ...summary,
    effects: summary.effects.map(({ kind, state }) => ({
      kind,
      state: state === "done" ? "planned" : state,
    })),
  };
}
