import type { Command } from "commander";
import { alignTable } from "../reports/table.ts";
import { oneLine } from "../reports/terminal-text.ts";
import { channelsText, noteDone } from "./last-done.ts";
import type { CommandHost, Session } from "./session.ts";

/** Adds `notify test`, which tries every channel. */
export function addNotifyCommand(program: Command, host: CommandHost): void {
  const notify = program
    .command("notify")
    .summary("the channels that tell of reverts and months to grade")
    .description(
      "The channels of the config, which tell of reverts, months to grade and steps that are stuck.",
    )
    .addHelpText("after", "\nExamples:\n  $ improve-cron notify test\n");
  notify
    .command("test")
    .summary("a test message through every channel")
    .description(
      "Sends a test message through every channel of the config, not only the first that works. " +
        "Ends with 1 when one of them did not take it.",
    )
    .addHelpText("after", "\nExamples:\n  $ improve-cron notify test\n  $ improve-cron notify test --json\n")
    .action(async (_options: object, command: Command) => {
      host.end(await notifyTest(host.session(command)));
    });
}

async function notifyTest(session: Session): Promise<number> {
  await using app = await session.openApp();
  const results = await app.testChannels();
  const ok = results.every(({ kind }) => kind === "sent");
  if (session.now === null) {
    const { notify, stateFolder } = app.config;
    noteDone(stateFolder, "notify-test", { at: Date.now(), ok, what: channelsText(notify) });
  }
  session.answer({ ok, channels: results }, () =>
    results.length === 0
      ? "The config names no channel: nobody is told of a revert."
      : alignTable(
          ["channel", "result", "what it said", "fix"],
          results.map(({ channel, kind, message, fix }) => [
            channel,
            kind,
            oneLine(message),
            oneLine(fix ?? ""),
          ]),
        ).join("\n"),
  );
  return ok ? 0 : 1;
}
