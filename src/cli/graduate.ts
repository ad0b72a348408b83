import type { Command } from "commander";
import type { App } from "../app.ts";
import type { GraduationPage } from "../core/graduation-page.ts";
import { leastAsked } from "../core/needed-grades.ts";
import type { Graduation } from "../cycle/graduate-axis.ts";
import { ImproveCronError } from "../errors.ts";
import { oneLine } from "../reports/terminal-text.ts";
import { askLine } from "./ask-line.ts";
import { parseAxisOption } from "./option-values.ts";
import type { CommandHost, Session } from "./session.ts";

interface GraduateOptions {
  readonly reason: string;
  readonly force?: true;
  readonly dryRun?: true;
}

/** Adds `axis graduate`: an assisted axis acts alone again, by the founder's word. */
export function addGraduateCommand(axis: Command, host: CommandHost): void {
  axis
    .command("graduate")
    .summary("let an assisted axis act alone again")
    .description(
      "Shows what led to the revert, what was edited and what was graded since, and sets the axis to graduated where " +
        "a door is open: fresh grades and clean weeks, or a shipped rubric edit. On a terminal it asks first; " +
        "without one the command with its reason is the word. Streak and evidence start anew.",
    )
    .argument("<A>", "the axis", parseAxisOption)
    .requiredOption("--reason <STR>", "why; kept for ever")
    .option("--force", "also where both doors are closed; told for ever")
    .option("--dry-run", "show the page and what would be done, and do nothing")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        '  $ improve-cron axis graduate verify-dispatch --reason "rule 2 is in the rubric" --dry-run\n' +
        '  $ improve-cron axis graduate verify-dispatch --reason "rule 2 is in the rubric"\n' +
        '  $ improve-cron axis graduate verify-dispatch --force --reason "no one is there to confirm"\n',
    )
    .action(async (name: string, options: GraduateOptions, command: Command) => {
      host.end(await graduate(host.session(command), name, options));
    });
}

async function graduate(session: Session, name: string, options: GraduateOptions): Promise<number> {
  const reason = options.reason.trim();
  if (reason === "") {
    throw new ImproveCronError("usage", "--reason is empty", "Say why in a few words; it is kept for ever.");
  }
  const [{ graduateAxis }, pages, { foldLine }] = await Promise.all([
    import("../cycle/graduate-axis.ts"),
    import("../reports/graduation-page.ts"),
    import("../reports/fold-line.ts"),
  ]);
  const dryRun = options.dryRun === true;
  await using app = await session.openApp({ dryRun });
  const { timezone } = app.config;
  const asks = session.terminal.interactive && !session.json && !dryRun;
  const lock = createLockHolder(app);
  try {
    const outcome = await graduateAxis(app.cycle, name, {
      reason,
      force: options.force === true,
      confirm: async (page, door) => {
        if (asks) {
          session.terminal.out(`${pages.renderGraduationPage(page, timezone)}\n\n`);
          const word = await askLine(session.terminal, pages.graduationQuestion(name, door));
          if (!isYes(word, name)) return false;
        }
        // Only from here on anything is written, and a founder who reads does not hold up a run.
        lock.take();
        return true;
      },
    });
    const pageText = (page: GraduationPage): string =>
      asks && outcome.kind !== "closed" && outcome.kind !== "changed"
        ? ""
        : `${pages.renderGraduationPage(page, timezone)}\n\n`;
    session.answer({ axis: name, dryRun, reason, ...outcome }, () =>
      textOf(name, outcome, { dryRun, pageText })
        .split("\n")
        .flatMap((line) => foldLine(line, 80))
        .join("\n"),
    );
    return codeOf(outcome);
  } finally {
    lock.release();
  }
}

/** The run lock from the moment on at which it is needed. */
function createLockHolder(app: App): { take(): void; release(): void } {
  let held: { release(): void } | null = null;
  return {
    take: () => {
      const lock = app.acquireRunLock();
      if (lock.kind === "held") {
        held = lock;
        return;
      }
      throw new ImproveCronError(
        "store-busy",
        lock.pid === null ? "a run is under way" : `a run is under way (pid ${lock.pid})`,
        "Ask again when it is done: what it decides belongs to the evidence.",
      );
    },
    release: () => held?.release(),
  };
}

function isYes(word: string, name: string): boolean {
  return ["y", "yes", name].includes(word.trim().toLowerCase());
}

function codeOf(outcome: Graduation): number {
  switch (outcome.kind) {
    case "graduated":
    case "already":
      return outcome.pending.length === 0 ? 0 : 1;
    case "other-status":
    case "closed":
    case "declined":
    case "changed":
      return 1;
  }
}

function textOf(
  name: string,
  outcome: Graduation,
  { dryRun, pageText }: { readonly dryRun: boolean; readonly pageText: (page: GraduationPage) => string },
): string {
  switch (outcome.kind) {
    case "graduated": {
      const how = outcome.door === "forced" ? "by force" : `by the door of ${outcome.door}`;
      const did = dryRun
        ? `${name} would be graduated ${how}; nothing was changed.`
        : `${name} is graduated ${how}: it acts alone from now on.`;
      return [`${pageText(outcome.page)}${did}`, ...outcome.pending.map(waitingLine)].join("\n");
    }
    case "already":
      return [`${name} is graduated already; nothing was decided.`, ...outcome.pending.map(waitingLine)].join(
        "\n",
      );
    case "other-status":
      return (
        `${name} has a status of its own that improve-cron never changes; nothing was changed.\n` +
        "Set it to assisted in its file first."
      );
    case "closed":
      return (
        `${pageText(outcome.page)}${name} stays assisted: both doors are closed. To grade more:\n` +
        `  improve-cron queue more --axis ${name} --n ${itemsToAskFor(outcome.page)}\n` +
        "Against the evidence: --force with a reason, which is told for ever."
      );
    case "declined":
      return `${name} stays assisted: you did not say yes.`;
    case "changed":
      return (
        `${pageText(outcome.page)}${name} stays assisted: something came in while you were reading. ` +
        "This is the page as it is now; ask again."
      );
  }
}

/** As many as would be enough at best and can be blind, or ten where that is not known or enough are graded. */
function itemsToAskFor({ gate }: GraduationPage): number {
  const needed = (gate.gradesNeeded?.pass ?? 0) + (gate.gradesNeeded?.fail ?? 0);
  return needed === 0 ? 10 : Math.min(Math.max(needed, leastAsked), 500);
}

function waitingLine({ because, kind }: { readonly kind: string; readonly because: string | null }): string {
  return `still pending: ${kind}: ${oneLine(because ?? "")}`;
}
