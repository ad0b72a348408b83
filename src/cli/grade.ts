import type { Command } from "commander";
import type { App } from "../app.ts";
import { ImproveCronError } from "../errors.ts";
import type { GivenGrade } from "./grading-session.ts";
import { parseAxisOption } from "./option-values.ts";
import type { CommandHost, Session } from "./session.ts";

interface GradeOptions {
  readonly axis?: string;
}

/** Adds `grade`, blind grading in the terminal. */
export function addGradeCommand(program: Command, host: CommandHost): void {
  program
    .command("grade")
    .summary("grade the open items, blind")
    .description(
      "Shows the open items one by one, without what the critic said. p, f and c grade as PASS, FAIL and can't " +
        "tell, then a reason may be given; b goes back, s skips, q stops. Every grade is stored before the next " +
        "item is shown, and the next call goes on where this one ended. Without a terminal the same is read as " +
        "lines from stdin: a letter, then the reason (an empty line for none). To grade in a browser: improve-cron " +
        "serve, and improve-cron serve --link for its link.",
    )
    .option("--axis <A>", "the items of this axis alone", parseAxisOption)
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron grade\n  $ improve-cron grade --axis verify-dispatch\n",
    )
    .action(async (options: GradeOptions, command: Command) => {
      host.end(await grade(host.session(command), options));
    });
}

const interruptedBySignal = 130;

async function grade(session: Session, options: GradeOptions): Promise<number> {
  const [{ listBlindItems }, { minutesPerItem }, { startGrading, countUnanswered }, { renderFarewell }] =
    await Promise.all([
      import("../cycle/blind-items.ts"),
      import("../cycle/open-grading.ts"),
      import("./grading-session.ts"),
      import("./grading-screen.ts"),
    ]);
  await using app = await session.openApp();
  const items = await listBlindItems(app.cycle, { axis: options.axis ?? null });
  const start = startGrading(items);
  if (start === null) {
    session.answer({ graded: 0, left: 0 }, () =>
      items.length === 0
        ? "There is nothing to grade. The next run opens a month: improve-cron run"
        : `All ${items.length} items are graded.`,
    );
    return 0;
  }
  const sitting = {
    start,
    minutesPerItem: await minutesPerItem(app.cycle, items),
    store: (given: GivenGrade) => storeGrade(app, given),
  };
  const onScreen = session.terminal.interactive && !session.json;
  const { last, graded, interrupted } = onScreen
    ? await (await import("./grade-on-screen.ts")).gradeOnScreen(session.terminal, sitting)
    : await (await import("./grade-by-lines.ts")).gradeByLines(session, sitting);
  session.answer({ graded, left: countUnanswered(last) }, () => renderFarewell(last, graded));
  return interrupted ? interruptedBySignal : 0;
}

async function storeGrade(app: App, given: GivenGrade): Promise<void> {
  const now = app.clock.now();
  const [outcome] = await app.localQueue.answer([
    { ...given, by: null, at: now, observedAt: now, via: "grade" },
  ]);
  if (outcome?.outcome !== "rejected") return;
  throw new ImproveCronError(
    "conflict",
    `the item ${given.ref} is not in the database any more`,
    "Start grade again: what was graded before is stored.",
  );
}
