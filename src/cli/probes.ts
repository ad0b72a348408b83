import type { Command } from "commander";
import { answerAlreadyRunning } from "./already-running.ts";
import { parseAxisOption } from "./option-values.ts";
import type { CommandHost, Session } from "./session.ts";

interface ProbesOptions {
  readonly axis?: string;
}

/** Adds `probes`: making them ahead of time, and what came of those whose month has closed. */
export function addProbesCommand(program: Command, host: CommandHost): void {
  const probes = program
    .command("probes")
    .summary("work written to be passed though it should fail")
    .description(
      "Probes test a critic's blind spots: work written so that its rubric lets it through though it should fail. Those " +
        "that the critic passes join the month's items, blind; the founder's FAIL says that one escaped.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron probes run --axis verify-dispatch\n  $ improve-cron probes list\n",
    );
  probes
    .command("run")
    .summary("make the probes of the next opening now")
    .description(
      "Makes the probes of the month that is opened next, so that its queue need not wait for them: writes more than are " +
        "wanted, leaves out what repeats something known, judges each three times afresh, keeps those that the critic " +
        "passes. What is there already is not made again. Calls of critics cost money; `cost.judge_usd_per_month` caps it.",
    )
    .option("--axis <A>", "of this axis only", parseAxisOption)
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron probes run\n  $ improve-cron probes run --axis verify-dispatch --json\n",
    )
    .action(async (options: ProbesOptions, command: Command) => {
      host.end(await run(host.session(command), options));
    });
  probes
    .command("list")
    .summary("the probes of closed months, and how many escaped")
    .description(
      "Lists probes with their state, how often the critic passed them, and their failure mode, and how many escaped by " +
        "epoch. Of those still to be graded only the number is told. No text of a probe is shown.",
    )
    .option("--axis <A>", "of this axis only", parseAxisOption)
    .addHelpText("after", "\nExamples:\n  $ improve-cron probes list\n  $ improve-cron probes list --json\n")
    .action(async (options: ProbesOptions, command: Command) => {
      host.end(await list(host.session(command), options));
    });
}

async function run(session: Session, options: ProbesOptions): Promise<number> {
  const [{ runProbes }, { renderProbesRun }] = await Promise.all([
    import("../cycle/run-probes.ts"),
    import("../reports/probe-table.ts"),
  ]);
  await using app = await session.openApp();
  const lock = app.acquireRunLock();
  if (lock.kind === "busy") return answerAlreadyRunning(session, lock.pid);
  try {
    const runs = await runProbes(app.cycle, { axis: options.axis ?? null });
    session.answer(runs, () => renderProbesRun(runs));
    return 0;
  } finally {
    lock.release();
  }
}

async function list(session: Session, options: ProbesOptions): Promise<number> {
  const [{ reportProbes }, { renderProbeReport }] = await Promise.all([
    import("../core/probe-report.ts"),
    import("../reports/probe-table.ts"),
  ]);
  await using app = await session.openApp();
  const report = reportProbes(
    await app.store.listProbes(options.axis === undefined ? {} : { axis: options.axis }),
  );
  session.answer(report, () => renderProbeReport(report));
  return 0;
}
