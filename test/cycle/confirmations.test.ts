import { afterAll, expect, it } from "vitest";
import { countConfirmations } from "../../src/cycle/confirmations.ts";
import { Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const workspace = new Workspace();
afterAll(() => workspace.dispose());

it("counts what a person said of verdicts since an instant, and makes no grade of it", async () => {
  const line = (id: string, verdict: string, at: string, confirmed?: unknown): string =>
    `${JSON.stringify({ axis, id, verdict, at, artifact: { text: id }, meta: { confirmed } })}\n`;
  workspace.write(
    `logs/${axis}.jsonl`,
    line("before", "PASS", "2026-06-01T12:00:00Z", true) +
      line("stands", "PASS", "2026-06-02T12:00:00Z", true) +
      line("stands-too", "FAIL", "2026-07-02T12:00:00Z", true) +
      line("refused", "PASS", "2026-06-03T12:00:00Z", false) +
      line("a-word", "PASS", "2026-06-03T13:00:00Z", "yes") +
      line("nothing", "PASS", "2026-06-04T12:00:00Z"),
  );
  const since = Date.parse("2026-06-02T00:00:00Z");
  await workspace.at("2026-07-03T13:00:00Z", async (app) => {
    await app.cycle.ingest();
    expect(await countConfirmations(app.cycle, axis, since)).toEqual({ confirmed: 2, refused: 1 });
    expect((await app.store.listGrades({ axis })).observations).toEqual([]);
  });
});
