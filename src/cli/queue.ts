import { resolve } from "node:path";
import type { Command } from "commander";
import { leastAsked } from "../core/needed-grades.ts";
import { ImproveCronError } from "../errors.ts";
import type { BlindItem } from "../regrade/queue.ts";
import { intakeSum } from "../reports/intake-sum.ts";
import { exportLines } from "./export-lines.ts";
import { parseAxisOption } from "./option-values.ts";
import { parseWhole } from "./whole-number.ts";
import { groupRejects } from "./grouped-rejects.ts";
import { intakeAnswerOf, isWhollyRejected } from "./intake-answer.ts";
import { readInput } from "./read-input.ts";
import type { CommandHost, Session } from "./session.ts";

interface MoreOptions {
  readonly axis: string;
  readonly n: number;
  readonly dryRun?: true;
}

/** Adds `queue`: the open items as a list, as a blind file, grades back from a file, and further items on request. */
export function addQueueCommand(program: Command, host: CommandHost): void {
  const queue = program
    .command("queue")
    .summary("the regrade queue: list, export, import, more")
    .description(
      "The regrade queue: what waits for a grade, as a list or as files. Nothing in it tells the critic's word.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron queue list\n" +
        "  $ improve-cron queue export items.jsonl\n" +
        "  $ improve-cron queue import graded.jsonl\n" +
        "  $ improve-cron queue more --axis verify-dispatch --n 20\n",
    );
  queue
    .command("more")
    .summary("draw a blind batch now, for an assisted axis")
    .description(
      "Draws further verdicts of an axis that does not act alone, blind and at once: the next ones in the order of " +
        "sampling, of the latest month of the rubric in use. Their grades stand beside the month's own figures and count " +
        "towards graduation, once the whole batch is answered.",
    )
    .requiredOption("--axis <A>", "the axis", parseAxisOption)
    .requiredOption("--n <N>", `how many items, ${leastAsked} to 500`, (text) => parseWhole(text, 1, 500))
    .option("--dry-run", "say what would be drawn, and draw nothing")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron queue more --axis verify-dispatch --n 20\n" +
        "  $ improve-cron queue more --axis verify-dispatch --n 20 --dry-run\n",
    )
    .action(async (options: MoreOptions, command: Command) => {
      host.end(await drawMore(host.session(command), options));
    });
  queue
    .command("list")
    .summary("what waits for a grade")
    .description("Lists the open items: reference, axis, month, title, whether answered, and due date.")
    .addHelpText("after", "\nExamples:\n  $ improve-cron queue list\n  $ improve-cron queue list --json\n")
    .action(async (_options: object, command: Command) => {
      host.end(await listQueue(host.session(command)));
    });
  queue
    .command("export")
    .summary("write the unanswered items to a file, blind")
    .description("Writes the unanswered items as JSONL: ref, axis, period, title, text, due.")
    .argument("<FILE>", "the file to write, or - for stdout")
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron queue export items.jsonl\n  $ improve-cron queue export - | wc -l\n",
    )
    .action(async (file: string, _options: object, command: Command) => {
      host.end(await exportQueue(host.session(command), file));
    });
  queue
    .command("import")
    .summary("take grades from a file")
    .description(
      'Takes grades as JSONL: {"ref":"...","grade":"PASS"|"FAIL"|"CANT_TELL", "reason":"...", "at":"...", "by":"..."}.',
    )
    .argument("<FILE>", "the file to read, or - for stdin")
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron queue import graded.jsonl\n  $ improve-cron queue import - < graded.jsonl\n",
    )
    .action(async (file: string, _options: object, command: Command) => {
      host.end(await importGrades(host.session(command), file));
    });
}

async function drawMore(session: Session, { axis, n, ...options }: MoreOptions): Promise<number> {
  const dryRun = options.dryRun === true;
  if (n < leastAsked) {
    throw new ImproveCronError(
      "usage",
      `--n ${n}: a batch of fewer than ${leastAsked} items is not blind`,
      `A single item is by the rule one that the critic passed, of two one is of each kind. Ask for ${leastAsked} or more.`,
    );
  }
  const [{ askMore }, { renderAskedMore }] = await Promise.all([
    import("../cycle/ask-more.ts"),
    import("../reports/asked-more-text.ts"),
  ]);
  await using app = await session.openApp({ dryRun });
  const lock = app.acquireRunLock();
  if (lock.kind === "busy") {
    throw new ImproveCronError(
      "store-busy",
      lock.pid === null ? "a run is under way" : `a run is under way (pid ${lock.pid})`,
      "Ask again when it is done.",
    );
  }
  try {
    const outcome = await askMore(app.cycle, axis, n, { publish: !dryRun });
    session.answer({ axis, asked: n, dryRun, ...outcome }, () =>
      renderAskedMore(axis, n, { dryRun, outcome }),
    );
    return outcome.kind === "drawn" && outcome.pending.length === 0 ? 0 : 1;
  } finally {
    lock.release();
  }
}

async function listQueue(session: Session): Promise<number> {
  const [{ listBlindItems }, { renderQueueTable }] = await Promise.all([
    import("../cycle/blind-items.ts"),
    import("./queue-table.ts"),
  ]);
  await using app = await session.openApp();
  const items = await listBlindItems(app.cycle, { axis: null });
  const rows = items.map(({ ref, axis, period, title, answered, due }) => ({
    ref,
    axis,
    period,
    title,
    answered,
    due,
  }));
  session.answer(rows, () => renderQueueTable(rows));
  return 0;
}

/** An item as the queue file holds it: what the grader needs to see, and nothing that tells what the critic said. */
function exportLineOf(item: BlindItem): string {
  const { ref, axis, period, title, text, due } = item;
  return `${JSON.stringify({ ref, axis, period, title, text, due })}\n`;
}

async function exportQueue(session: Session, file: string): Promise<number> {
  const { listBlindItems } = await import("../cycle/blind-items.ts");
  return exportLines(session, file, async () => {
    await using app = await session.openApp();
    const items = await listBlindItems(app.cycle, { axis: null });
    return items.filter(({ answered }) => !answered).map(exportLineOf);
  });
}

async function importGrades(session: Session, file: string): Promise<number> {
  const { noGrade, parseGradedFile, reportGrades } = await import("../intake/graded-file.ts");
  const path = file === "-" ? file : resolve(session.cwd, file);
  const bytes = await readInput(path, session.terminal);
  await using app = await session.openApp();
  const graded = parseGradedFile(bytes, {
    file: file === "-" ? "stdin" : file,
    now: app.clock.now(),
    zone: null,
  });
  const outcomes = await app.localQueue.answer(graded.rows.map(({ observation }) => observation));
  const answer = intakeAnswerOf(reportGrades(graded, outcomes));
  session.answer(answer, () =>
    [intakeSum(answer), ...groupRejects(answer.rejects, { [noGrade]: "without a grade" })].join("\n"),
  );
  return isWhollyRejected(answer) ? 2 : 0;
}
