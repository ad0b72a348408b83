import { describe, expect, it } from "vitest";
import { callProgram } from "../support/call-program.ts";
import { unexplainedNulls } from "../support/explained-nulls.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const june = "2026-06-01T13:00:00Z";
const july = "2026-07-01T13:00:00Z";
/** The state of May after the run of June, and after that of July, when whatever was open is past its due date. */
type States = readonly [june: readonly string[], july: readonly string[]];

describe("every answer with --json is free of NaN, infinities and nulls that nothing explains", () => {
  it("with an empty database", async () => {
    expect(await answersOf(() => {})).toEqual([["below-threshold"], ["below-threshold", "below-threshold"]]);
  });

  it("with FAIL verdicts only", async () => {
    const states = await answersOf((workspace) =>
      workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 0, fail: 30 })),
    );
    expect(states).toEqual([["below-threshold"], ["below-threshold", "below-threshold"]]);
  });

  it("with ERROR verdicts only", async () => {
    const states = await answersOf((workspace) =>
      workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 0, fail: 0, error: 12 })),
    );
    expect(states).toEqual([["below-threshold"], ["below-threshold", "below-threshold"]]);
  });

  it("with one verdict, sampled by hand", async () => {
    expect(await answersOf(oneVerdict)).toEqual([
      ["below-threshold"],
      ["below-threshold", "below-threshold"],
    ]);
    expect(await answersOf(oneVerdict, { sampleTarget: 5, grade: true })).toEqual([
      ["open"],
      ["closed", "below-threshold"],
    ]);
  });

  it("without axis files", async () => {
    const states = await answersOf(
      async (workspace) => {
        workspace.write("axes/.keep", "");
        const log = workspace.writeLog(
          "verify-vault-write",
          monthOfVerdicts("2026-05", { pass: 20, fail: 2 }),
        );
        await workspace.at(june, (app) => app.ingestFiles([log], null));
      },
      { axes: {} },
    );
    expect(states).toEqual([["skipped"], ["skipped"]]);
  });

  it("with PASS verdicts only: kappa is unidentified, the streak is not", async () => {
    const states = await answersOf(
      (workspace) => workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 40, fail: 0 })),
      { grade: true },
    );
    expect(states).toEqual([["open"], ["closed", "below-threshold"]]);
  });

  it("with a month that nobody graded", async () => {
    const states = await answersOf((workspace) =>
      workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 40, fail: 6 })),
    );
    expect(states).toEqual([["open"], ["closed", "below-threshold"]]);
  });

  it("with costs and scores as large and as small as they may be", async () => {
    const lines = monthOfVerdicts("2026-05", { pass: 20, fail: 5 }).map((line, index) => ({
      ...line,
      cost_usd: index % 2 === 0 ? Number.MAX_SAFE_INTEGER : 5e-324,
      score: index % 2 === 0 ? -1e308 : 1e308,
    }));
    const costs: unknown[] = [];
    const states = await answersOf(
      async (workspace) => {
        workspace.writeLog("verify-dispatch", lines);
        await workspace.at(june, (app) => app.ingestLogs());
        costs.push(await answerOf(workspace, "status", ["--now", june]));
      },
      { grade: true },
    );
    expect(costs).toMatchObject([
      { aggregate: { judgeCostUsd: expect.closeTo(13 * Number.MAX_SAFE_INTEGER, -3) } },
    ]);
    expect(states).toEqual([["open"], ["closed", "below-threshold"]]);
  });
});

function oneVerdict(workspace: Workspace): void {
  workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 1, fail: 0 }));
}

/** Runs two months and asks every command before, between and after; answers the states of the history's rows. */
async function answersOf(
  fill: (workspace: Workspace) => unknown,
  options: { axes?: Record<string, string>; sampleTarget?: number; grade?: boolean } = {},
): Promise<States> {
  const workspace = new Workspace(options.axes === undefined ? {} : { axes: options.axes });
  const ask = (now: string, command: string, ...flags: readonly string[]): Promise<unknown> =>
    answerOf(workspace, command, [...flags, "--now", now]);
  const target = options.sampleTarget === undefined ? [] : ["--sample-target", String(options.sampleTarget)];
  try {
    await fill(workspace);
    await ask(june, "status");
    await ask(june, "run", ...target);
    const opened = statesOf(await ask(june, "history"));
    await ask(june, "queue list");
    if (options.grade === true) await workspace.grade(june, agrees);
    await ask(june, "status");
    await ask(july, "run");
    const closed = statesOf(await ask(july, "history"));
    for (const command of ["status", "doctor", "queue list", "axis list"]) await ask(july, command);
    return [opened, closed];
  } finally {
    workspace.dispose();
  }
}

async function answerOf(workspace: Workspace, command: string, flags: readonly string[]): Promise<unknown> {
  const args = [...command.split(" "), "--json", "--config", workspace.configFile, ...flags];
  const { stdout, stderr } = await callProgram(args, { cwd: workspace.folder });
  if (stdout === "") throw new Error(`${command} answered nothing: ${stderr}`);
  const answer: unknown = JSON.parse(stdout);
  expect(unexplainedNulls(command, answer)).toEqual([]);
  // JSON has no word for them, so one that was written is a text: a title, a sentence, a label.
  expect(stdout).not.toMatch(/NaN|Infinity/);
  return answer;
}

function statesOf(history: unknown): readonly string[] {
  if (!Array.isArray(history)) throw new Error("the history is a list");
  return history.map(({ state }) => state);
}
