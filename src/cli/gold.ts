import { resolve } from "node:path";
import type { Command } from "commander";
import type { App } from "../app.ts";
import type { Axis } from "../core/axis.ts";
import { findAxis } from "../cycle/find-axis.ts";
import { answerAlreadyRunning } from "./already-running.ts";
import { exportLines } from "./export-lines.ts";
import { intakeAnswerOf, isWhollyRejected, renderIntakeAnswer } from "./intake-answer.ts";
import { parseAxisOption } from "./option-values.ts";
import { readInput } from "./read-input.ts";
import type { CommandHost, Session } from "./session.ts";

interface GoldOptions {
  readonly axis?: string;
}

/** Adds `gold`: artifacts with the founder's label, and what the critic says of them again. */
export function addGoldCommand(program: Command, host: CommandHost): void {
  const gold = program
    .command("gold")
    .summary("artifacts with a confirmed label: list, run, import, export")
    .description(
      "Gold: artifacts whose label the founder confirmed, from graded items and probes of closed months. The critic judges " +
        "them again each month: the same input, so that flipped answers are the critic's doing and not the work's. Half of " +
        "them are the holdout; what the rubric comes to quote leaves it.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron gold list\n" +
        "  $ improve-cron gold run --axis verify-dispatch\n" +
        "  $ improve-cron gold export gold.jsonl\n",
    );
  gold
    .command("list")
    .summary("how large each gold set is, and how its critic does on it")
    .description(
      "Shows each axis' gold set against the 200 to 500 items that tell something, with the month in which it will be there at " +
        "the present rate, the agreement of the latest run, and whether judge or work changed. With --axis its items too, " +
        "without their texts: whoever edits the rubric must not see the holdout.",
    )
    .option("--axis <A>", "only this axis, with its items", parseAxisOption)
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron gold list\n  $ improve-cron gold list --axis verify-dispatch --json\n",
    )
    .action(async (options: GoldOptions, command: Command) => {
      host.end(await list(host.session(command), options));
    });
  gold
    .command("run")
    .summary("have the critic judge the gold set now")
    .description(
      "Has the critic judge the gold set of the newest month that was opened, as each month does by itself: goes on where a run " +
        "was stopped, else runs once more. Calls cost money; `cost.judge_usd_per_month` caps it and is asked before each call. " +
        "Ends with 1 where a run was stopped.",
    )
    .option("--axis <A>", "only this axis", parseAxisOption)
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron gold run\n  $ improve-cron gold run --axis verify-dispatch --json\n",
    )
    .action(async (options: GoldOptions, command: Command) => {
      host.end(await run(host.session(command), options));
    });
  gold
    .command("export")
    .summary("write the gold items to a file, with their texts")
    .description(
      "Writes the gold items as JSONL: axis, id, label, origin, split, failureMode, reason, period, rubric, text. Keep the file " +
        "where neither critics nor those who edit rubrics read it.",
    )
    .argument("<FILE>", "the file to write, or - for stdout")
    .option("--axis <A>", "only this axis", parseAxisOption)
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron gold export gold.jsonl\n  $ improve-cron gold export - --axis verify-dispatch | wc -l\n",
    )
    .action(async (file: string, options: GoldOptions, command: Command) => {
      host.end(await exportFile(host.session(command), file, options));
    });
  gold
    .command("import")
    .summary("take gold items from a file")
    .description(
      'Takes gold items as JSONL: {"axis":"...","label":"PASS"|"FAIL","text":"..."}, perhaps with "split", "failureMode", ' +
        '"reason", "period". An item that is there already is a duplicate, one with the other label a reject. With ' +
        '"retiredBecause" it is retired, with "exposedBecause" it leaves the holdout.',
    )
    .argument("<FILE>", "the file to read, or - for stdin")
    .option("--axis <A>", "of lines that name none; lines of another are refused", parseAxisOption)
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron gold import gold.jsonl\n  $ improve-cron gold import - --axis verify-dispatch < gold.jsonl\n",
    )
    .action(async (file: string, options: GoldOptions, command: Command) => {
      host.end(await importFile(host.session(command), file, options));
    });
}

async function list(session: Session, options: GoldOptions): Promise<number> {
  const [{ listGold }, { renderGoldList }] = await Promise.all([
    import("../cycle/list-gold.ts"),
    import("../reports/gold-table.ts"),
  ]);
  await using app = await session.openApp();
  const axis = options.axis ?? null;
  const listed = await listGold(app.cycle, axis);
  session.answer(listed, () => renderGoldList(listed, { items: axis !== null }));
  return 0;
}

async function run(session: Session, options: GoldOptions): Promise<number> {
  const [{ runGoldByHand }, { goldRunWords }] = await Promise.all([
    import("../cycle/run-gold.ts"),
    import("../reports/gold-words.ts"),
  ]);
  await using app = await session.openApp({ step: session.terminal.progress });
  const axes = chosenAxes(app, options);
  const lock = app.acquireRunLock();
  if (lock.kind === "busy") return answerAlreadyRunning(session, lock.pid);
  try {
    const outcomes = await runGoldByHand(app.cycle, axes);
    session.answer(outcomes, () =>
      outcomes.length === 0
        ? "no axes"
        : outcomes.map((outcome) => `${outcome.axis}: ${goldRunWords(outcome)}`).join("\n"),
    );
    return outcomes.some(({ state }) => state === "stopped") ? 1 : 0;
  } finally {
    lock.release();
  }
}

function chosenAxes(app: App, options: GoldOptions): readonly Axis[] {
  const { axes } = app.readAxes();
  return options.axis === undefined ? axes : [findAxis(axes, options.axis)];
}

async function exportFile(session: Session, file: string, options: GoldOptions): Promise<number> {
  const { exportGold } = await import("../cycle/list-gold.ts");
  return exportLines(session, file, async () => {
    await using app = await session.openApp();
    const items = await exportGold(app.cycle, options.axis ?? null);
    return items.map((item) => `${JSON.stringify(item)}\n`);
  });
}

async function importFile(session: Session, file: string, options: GoldOptions): Promise<number> {
  const [{ parseGoldFile, reportGold }, { importGold }] = await Promise.all([
    import("../intake/gold-file.ts"),
    import("../cycle/import-gold.ts"),
  ]);
  const bytes = await readInput(file === "-" ? file : resolve(session.cwd, file), session.terminal);
  await using app = await session.openApp();
  const request = {
    file: file === "-" ? "stdin" : file,
    axis: options.axis ?? null,
    now: app.clock.now(),
  };
  const brought = parseGoldFile(bytes, request);
  const outcomes = await importGold(
    app.cycle,
    brought.rows.map(({ gold }) => gold),
  );
  const answer = intakeAnswerOf(reportGold(brought, outcomes, request.now));
  session.answer(answer, () => renderIntakeAnswer(answer));
  return isWhollyRejected(answer) ? 2 : 0;
}
