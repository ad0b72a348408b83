import type { Command } from "commander";
import { ImproveCronError } from "../errors.ts";
import { oneLine } from "../reports/terminal-text.ts";
import type { CommandHost, Session } from "./session.ts";

interface SetupOptions {
  readonly parent?: string;
  readonly board?: string;
  readonly startOver?: true;
}

/** Adds `notion setup` and `notion check`. */
export function addNotionCommand(program: Command, host: CommandHost): void {
  const notion = program
    .command("notion")
    .summary("the regrade queue in Notion")
    .description("The regrade queue as a board in Notion: make it, or find out what is wrong with it.")
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron notion setup --parent https://app.notion.com/p/Reviews-1f2e3d...\n" +
        "  $ improve-cron notion check\n",
    );
  notion
    .command("setup")
    .summary("make the database in Notion, or find it")
    .description(
      "Makes the database that the blind items go to, with its properties and views, under a page that is shared with " +
        "the integration; with --board the axis tasks go to a board that is there already. It may be called again at any " +
        "time: it finds what is there and adds what is missing. Wants the integration's secret in NOTION_TOKEN.",
    )
    .option("--parent <URL>", "the page to put the database under, a link or an id (default: notion.parent)")
    .option("--board <URL>", "the board for the axis tasks, a link or an id (default: notion.board)")
    .option("--start-over", "forget the database of an earlier setup and make another one")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ NOTION_TOKEN=ntn_... improve-cron notion setup --parent https://app.notion.com/p/Reviews-1f2e3d...\n" +
        "  $ improve-cron notion setup --board https://app.notion.com/p/4c5b6a...?v=7f8e9d...\n",
    )
    .action(async (options: SetupOptions, command: Command) => {
      host.end(await setUp(host.session(command), options));
    });
  notion
    .command("check")
    .summary("what to click in Notion when something is wrong")
    .description(
      "Looks whether the token works, the database is shared, and every property, option and view is as it was made. " +
        "Changes nothing. Ends with 1 where there is something to put right.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ improve-cron notion check\n  $ improve-cron notion check --json\n",
    )
    .action(async (_options: object, command: Command) => {
      host.end(await check(host.session(command)));
    });
}

async function setUp(session: Session, options: SetupOptions): Promise<number> {
  await using app = await session.openApp();
  const lock = app.acquireRunLock();
  if (lock.kind === "busy") {
    throw new ImproveCronError(
      "conflict",
      `a run is under way (pid ${lock.pid})`,
      "Try again when it has ended.",
    );
  }
  try {
    const { notion } = app.config;
    const report = await app.notion.setUp({
      parent: options.parent ?? notion.parent,
      board: options.board ?? notion.board,
      startOver: options.startOver === true,
    });
    session.answer(report, () =>
      [
        report.made.length === 0
          ? "Everything is there already."
          : `Made ${report.made.map(oneLine).join(", ")}.`,
        ...report.complaints.map(oneLine),
        `Grade here: ${oneLine(report.url)}`,
        ...(app.config.queue === "notion"
          ? []
          : ["Write `queue: notion` into the config, so that new months go there."]),
      ].join("\n"),
    );
    return 0;
  } finally {
    lock.release();
  }
}

async function check(session: Session): Promise<number> {
  await using app = await session.openApp();
  const checks = await app.notion.check();
  const ok = checks.every((one) => one.ok);
  session.answer({ ok, checks }, () =>
    checks
      .map(({ fix, message, name, ok: isFine }) => {
        const line = `${isFine ? "ok " : "fix"}  ${oneLine(name)}: ${oneLine(message)}`;
        return isFine || fix === null ? line : `${line}\n     ${oneLine(fix)}`;
      })
      .join("\n"),
  );
  return ok ? 0 : 1;
}
