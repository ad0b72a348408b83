import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LogLine, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const opening = "2026-06-01T13:00:00Z";

/** PASS verdicts under one rubric, one a minute from a given hour. */
function under(rubric: string, day: string, count: number, hour = 15): readonly LogLine[] {
  return Array.from({ length: count }, (_, index) => ({
    verdict: "PASS",
    at: `2026-05-${day}T${hour}:${String(index).padStart(2, "0")}:00Z`,
    id: `${rubric}-${day}-${index}`,
    text: `pass ${rubric} ${day} ${index}`,
    rubric,
  }));
}

const first = `sha256:${"1".repeat(64)}`;
const second = `sha256:${"2".repeat(64)}`;

describe("a rubric that is edited", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
  });
  afterEach(() => workspace.dispose());

  async function openedWith(lines: readonly LogLine[]) {
    workspace.writeLog("verify-dispatch", lines);
    await workspace.run(opening);
    const [row] = await workspace.history(opening);
    if (row === undefined) throw new Error("the month was not opened");
    return row;
  }

  it("in the middle of the month: the edited rubric decides, when it has 10 PASS verdicts", async () => {
    const row = await openedWith([...under(first, "03", 30), ...under(second, "20", 12)]);
    expect([row.state, row.frame.pass, row.sampled.pass]).toEqual(["open", 12, 5]);
    expect(row.otherEpochs.map(({ verdicts }) => verdicts.pass)).toEqual([30]);
    expect(row.verdicts.pass).toBe(42);
  });

  it("on the last day: the month is not hidden, the epoch before it decides", async () => {
    const row = await openedWith([...under(first, "03", 30), ...under(second, "31", 3)]);
    expect([row.state, row.frame.pass]).toEqual(["open", 30]);
    expect(row.otherEpochs.map(({ verdicts }) => verdicts.pass)).toEqual([3]);
  });

  it("and undone: the first rubric is the latest again, with all its verdicts", async () => {
    const row = await openedWith([
      ...under(first, "03", 15),
      ...under(second, "10", 12),
      ...under(first, "20", 10, 16),
    ]);
    expect([row.state, row.frame.pass]).toEqual(["open", 25]);
    expect(row.otherEpochs.map(({ verdicts }) => verdicts.pass)).toEqual([12]);
  });

  it("in white space only: no new epoch", async () => {
    const lines = monthOfVerdicts("2026-05", { pass: 8, fail: 0 });
    workspace.write("rubric.md", "Who does what\nby when.\n");
    workspace.writeAxis("verify-dispatch", "rubric: ../rubric.md\n");
    workspace.writeLog("verify-dispatch", lines);
    await workspace.at("2026-05-28T12:00:00Z", (app) => app.ingestLogs());
    workspace.write("rubric.md", "  Who does   what by\twhen.\r\n\r\n");
    const later = monthOfVerdicts("2026-05", { pass: 16, fail: 0 }).slice(8);
    workspace.writeLog("verify-dispatch", [...lines, ...later]);
    await workspace.run(opening);
    const [row] = await workspace.history(opening);
    expect([row?.state, row?.frame.pass, row?.otherEpochs]).toEqual(["open", 16, []]);
  });

  it("into many small epochs: the largest decides, when the whole month has 10", async () => {
    const row = await openedWith([...under(first, "03", 7), ...under(second, "20", 5)]);
    expect([row.state, row.frame.pass, row.sampled.pass]).toEqual(["open", 7, 5]);
  });

  it("below the threshold: the row carries the epoch with most PASS verdicts, and its reason", async () => {
    const row = await openedWith([...under(first, "03", 4), ...under(second, "20", 5)]);
    expect([row.state, row.because, row.frame.pass]).toEqual(["below-threshold", "too-few-pass", 5]);
    expect(row.decision.action).toBe("none");
    expect(row.kappa.status).toBe("undefined");
    expect([row.pool, row.pBelowThreshold]).toEqual([null, null]);
  });
});
