import type { Command } from "commander";
import { findAxis } from "../cycle/find-axis.ts";
import { ImproveCronError } from "../errors.ts";
import { addGraduateCommand } from "./graduate.ts";
import { parseAxisOption } from "./option-values.ts";
import type { CommandHost, Session } from "./session.ts";

/** Adds `axis`: list the axes, show one, take its autonomy away by hand, or give it back. */
export function addAxisCommand(program: Command, host: CommandHost): void {
  const axis = program
    .command("axis")
    .summary("list the axes, show one, assist or graduate one")
    .description("The axes: one critic with one rubric each, as their files describe them.")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron axis list\n" +
        "  $ improve-cron axis show verify-dispatch\n" +
        '  $ improve-cron axis assist verify-dispatch --reason "approved two wrong addresses"\n' +
        '  $ improve-cron axis graduate verify-dispatch --reason "rule 2 is in the rubric"\n',
    );
  addGraduateCommand(axis, host);
  axis
    .command("list")
    .summary("every axis with its status")
    .description("Lists the axes and the axis files that cannot be read.")
    .addHelpText("after", "\nExamples:\n  $ improve-cron axis list\n  $ improve-cron axis list --json\n")
    .action(async (_options: object, command: Command) => {
      host.end(await listAxes(host.session(command)));
    });
  axis
    .command("show")
    .summary("one axis: its file, its settings, how its status changed")
    .description("Shows one axis: its file, its settings, how its status changed, and its last decision.")
    .argument("<A>", "the axis", parseAxisOption)
    .addHelpText("after", "\nExamples:\n  $ improve-cron axis show verify-dispatch\n")
    .action(async (name: string, _options: object, command: Command) => {
      host.end(await showAxis(host.session(command), name));
    });
  axis
    .command("assist")
    .summary("take an axis's autonomy away by hand")
    .description(
      "Sets a graduated axis to assisted in its file, and records why. Streak and evidence start anew.",
    )
    .argument("<A>", "the axis", parseAxisOption)
    .requiredOption("--reason <STR>", "why; kept for ever")
    .addHelpText(
      "after",
      '\nExamples:\n  $ improve-cron axis assist verify-dispatch --reason "approved two wrong addresses"\n',
    )
    .action(async (name: string, options: { readonly reason: string }, command: Command) => {
      host.end(await assist(host.session(command), name, options.reason));
    });
}

async function listAxes(session: Session): Promise<number> {
  const { renderAxisTable } = await import("./axis-text.ts");
  await using app = await session.openApp();
  const { axes, problems } = app.readAxes();
  const rows = axes.map(({ name, status, title, file, verdictLog }) => ({
    axis: name,
    status,
    title,
    file,
    verdictLog,
  }));
  session.answer({ axes: rows, problems }, () => renderAxisTable(rows, problems));
  return problems.length === 0 ? 0 : 1;
}

async function showAxis(session: Session, name: string): Promise<number> {
  const [{ renderAxis }, { readHistory }] = await Promise.all([
    import("./axis-text.ts"),
    import("../cycle/read-history.ts"),
  ]);
  await using app = await session.openApp();
  const axis = findAxis(app.readAxes().axes, name);
  const changes = (await app.store.listStatusChanges({ axis: name })).map(({ evidence, ...change }) => ({
    ...change,
    at: new Date(change.at).toISOString(),
    ...(evidence === undefined ? {} : { evidence: evidenceOf(evidence) }),
  }));
  const decision = (await app.store.listDecisions({ axis: name })).at(-1);
  const rows = await readHistory(app.cycle, { axis: name, since: decision?.period ?? null, asOf: null });
  const row = rows.find(({ period }) => period === decision?.period);
  const last =
    decision === undefined || row === undefined || row.state === "open"
      ? null
      : {
          period: decision.period,
          action: decision.action,
          reasons: decision.reasons,
          evidence: decision.evidence,
          kappa: row.kappa,
          graded: { pass: row.graded.pass, fail: row.graded.fail },
          overrides: row.overrides,
        };
  const { name: _name, ...facts } = axis;
  const shown = { axis: name, ...facts, statusChanges: changes, lastDecision: last };
  session.answer(shown, () => renderAxis(shown, app.config.timezone));
  return 0;
}

async function assist(session: Session, name: string, reason: string): Promise<number> {
  if (reason.trim() === "") {
    throw new ImproveCronError("usage", "--reason is empty", "Say why in a few words; it is kept for ever.");
  }
  const [{ assistAxis }, { renderAssisted }] = await Promise.all([
    import("../cycle/assist-axis.ts"),
    import("./axis-text.ts"),
  ]);
  await using app = await session.openApp();
  const { name: axis } = findAxis(app.readAxes().axes, name);
  const outcome = await assistAxis(app.cycle, axis, reason.trim());
  session.answer({ axis, ...outcome }, () => renderAssisted(axis, outcome));
  return outcome.pending.length === 0 ? 0 : 1;
}

/** What was on the page of a graduation, as it was kept. */
function evidenceOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
