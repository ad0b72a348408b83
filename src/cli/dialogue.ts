import { resolve } from "node:path";
import { isUtf8 } from "node:buffer";
import { type Command, Option } from "commander";
import type { App } from "../app.ts";
import type { PartnerName } from "../core/dialogue-setup.ts";
import type { DialoguePorts } from "../cycle/ingest-dialogue.ts";
import { ImproveCronError } from "../errors.ts";
import { parseAxisOption, parseCount } from "./option-values.ts";
import { readInput } from "./read-input.ts";
import type { CommandHost, Session } from "./session.ts";

interface IngestOptions {
  readonly axis?: string;
  readonly dryRun?: true;
}

interface OpenOptions {
  readonly axis: string;
  readonly partner?: PartnerName;
  readonly item?: string;
  readonly rounds?: number;
  readonly dryRun?: true;
}

/** Adds `dialogue`: files of critique-loop, and two critics that argue over a disputed rule. */
export function addDialogueCommand(program: Command, host: CommandHost): void {
  const dialogue = program
    .command("dialogue")
    .summary("two critics argue over a disputed rule; dialogue files are checked and read in")
    .description(
      "Dialogues: append-only files in which two agents talk to an end, as critique-loop writes them. `check` says whether one is " +
        "sound, `ingest` keeps it, and `open` has two critics argue over a rule of the rubric on which critic and founder differ.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron dialogue check .dialogues/20260602-080000-retry-budget.md\n" +
        "  $ improve-cron dialogue ingest .dialogues/20260602-080000-retry-budget.md\n" +
        "  $ improve-cron dialogue open --axis verify-dispatch\n",
    );
  addCheck(dialogue, host);
  addIngest(dialogue, host);
  addOpen(dialogue, host);
}

function addCheck(dialogue: Command, host: CommandHost): void {
  dialogue
    .command("check")
    .summary("who said what, what is wrong with the file, and where it stands")
    .description(
      "Reads a dialogue file and changes nothing: header, turns, outcome (OPEN, OPEN_AT_MAX, STUCK, CONCLUDED, " +
        "CONCLUDED_UNCONFIRMED, INVALID) and who is to speak. Quoted headings and status lines in fenced blocks count for nothing. " +
        "Exits with 1 where the file is INVALID, with 2 where it cannot be read.",
    )
    .argument("<FILE>", "a dialogue file; - is stdin")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron dialogue check .dialogues/20260602-080000-retry-budget.md\n" +
        "  $ improve-cron dialogue check retry-budget.md --json | jq -r .outcome\n",
    )
    .action(async (file: string, _options: object, command: Command) => {
      host.end(await check(host.session(command), file));
    });
}

function addIngest(dialogue: Command, host: CommandHost): void {
  dialogue
    .command("ingest")
    .summary("keep the turns, the outcome and the proposed edits of a dialogue")
    .description(
      "Keeps a dialogue file: each turn once, so that a file that has grown adds only what is new; where it stands; the edits " +
        "that both sides stand for, as entries of the ledger (a fenced block `adjustment` with " +
        '{"file","section","problem","suggestion"} in the turn that proposes the end, or confirms it). DONE is no PASS: a verdict is ' +
        "recorded only for a line `Verdict: PASS` or `Verdict: FAIL` in a DONE that the other had proposed, and for the axis that " +
        "--axis or a header line `Axis:` names. Where earlier bytes have changed the file is quarantined: what was kept stays, both " +
        "hashes are noted, and nothing of the new version is taken. Exits with 1 where the file is INVALID or quarantined.",
    )
    .argument("<FILE>", "a dialogue file")
    .option("--axis <A>", "the axis that its verdict counts for", parseAxisOption)
    .option("--dry-run", "say what would be kept, and keep nothing")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron dialogue ingest .dialogues/20260602-080000-retry-budget.md\n" +
        "  $ improve-cron dialogue ingest retry-budget.md --axis verify-dispatch --json\n" +
        "  $ improve-cron dialogue ingest retry-budget.md --dry-run\n",
    )
    .action(async (file: string, options: IngestOptions, command: Command) => {
      host.end(await ingest(host.session(command), file, options));
    });
}

function addOpen(dialogue: Command, host: CommandHost): void {
  dialogue
    .command("open")
    .summary("have two critics argue over a disputed rule, until they propose an edit")
    .description(
      "On verdicts of closed months on which critic and founder differ, two critics argue over the rule of the rubric, turn by " +
        "turn: the author speaks for the critic, the partner for the founder's reading. The program writes the file and " +
        "adds each turn as it was given; a turn that is late, empty or malformed is asked for again, then the other program steps in. " +
        "The end is an entry of the ledger, never an edit. Broken off, it goes on when asked for again. Calls cost money; " +
        "`cost.judge_usd_per_month` caps it. Who speaks: `dialogue` in the config. Exits with 1 where it waits or broke off.",
    )
    .requiredOption("--axis <A>", "the axis", parseAxisOption)
    .addOption(
      new Option(
        "--partner <P>",
        "who speaks for the founder's reading (default: as configured, claude)",
      ).choices(["claude", "codex"]),
    )
    .option(
      "--item <REF>",
      "argue over this disputed verdict (its id or ref), not over the rule disputed most",
    )
    .option("--rounds <N>", "rounds at most, 1 to 20 (default: as configured, 5)", parseCount)
    .option("--dry-run", "say what would be argued over, and by whom; call nobody")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron dialogue open --axis verify-dispatch --dry-run\n" +
        "  $ improve-cron dialogue open --axis verify-dispatch\n" +
        "  $ improve-cron dialogue open --axis verify-dispatch --partner codex --rounds 3 --item d-1029 --json\n",
    )
    .action(async (options: OpenOptions, command: Command) => {
      host.end(await open(host.session(command), options));
    });
}

async function check(session: Session, file: string): Promise<number> {
  const [{ parseDialogue }, { renderDialogue }] = await Promise.all([
    import("../core/dialogue.ts"),
    import("../reports/dialogue-text.ts"),
  ]);
  const bytes = await readInput(file === "-" ? file : resolve(session.cwd, file), session.terminal);
  if (!isUtf8(bytes)) {
    throw new ImproveCronError("input", `${file} is not UTF-8 text`, "Save the file as UTF-8.");
  }
  const dialogue = parseDialogue(bytes.toString("utf8"));
  session.answer(dialogue, () => renderDialogue(dialogue));
  return dialogue.outcome === "INVALID" ? 1 : 0;
}

async function ingest(session: Session, file: string, options: IngestOptions): Promise<number> {
  const [{ ingestDialogue }, { renderIngest }] = await Promise.all([
    import("../cycle/ingest-dialogue.ts"),
    import("../reports/dialogue-text.ts"),
  ]);
  await using app = await session.openApp({ dryRun: options.dryRun === true });
  const path = resolve(session.cwd, file);
  const result = await ingestDialogue(app.cycle, portsOf(app, session.cwd), {
    path,
    axis: options.axis ?? null,
  });
  session.answer(result, () => renderIngest(result));
  return result.outcome === "INVALID" ? 1 : 0;
}

function portsOf(app: App, cwd: string): DialoguePorts {
  return {
    files: app.dialogueFiles,
    recordVerdict: async (verdict) => {
      const result = await app.recordVerdicts({ source: "record", rows: [verdict], baseFolder: cwd });
      const [reject] = result.rejects;
      if (reject !== undefined) return { outcome: "rejected", because: reject.reason };
      return { outcome: result.stored > 0 ? "stored" : "duplicate", because: null };
    },
  };
}

async function open(session: Session, options: OpenOptions): Promise<number> {
  const [{ openDialogue }, { clampRounds }, { renderOpened }] = await Promise.all([
    import("../cycle/open-dialogue.ts"),
    import("../core/dialogue-header.ts"),
    import("../reports/dialogue-text.ts"),
  ]);
  const dryRun = options.dryRun === true;
  await using app = await session.openApp({ dryRun });
  const lock = dryRun ? { release: () => {} } : app.acquireDialogueLock();
  if (lock === null) {
    session.answer({ status: "already-running" }, () => "a dialogue is being conducted already");
    return 0;
  }
  const rounds = options.rounds ?? null;
  if (rounds !== null && clampRounds(rounds) !== rounds) {
    session.note(`--rounds ${rounds}: taken as ${clampRounds(rounds)}, since a dialogue has 1 to 20.`);
  }
  try {
    const result = await openDialogue(
      app.cycle,
      { files: app.dialogueFiles, setup: app.config.dialogue },
      {
        axis: options.axis,
        partner: options.partner ?? null,
        item: options.item ?? null,
        rounds,
        dryRun,
      },
    );
    session.answer(result, () => renderOpened(result));
    const isBroken = result.status === "ended" && result.because !== null && result.outcome !== "STUCK";
    return result.status === "waiting" || isBroken ? 1 : 0;
  } finally {
    lock.release();
  }
}
