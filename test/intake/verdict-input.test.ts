import { describe, expect, it } from "vitest";
import { recordVerdict } from "../../src/intake/verdict-input.ts";
import { codeOf, now, temporaryFolder, temporaryStore } from "./intake-workspace.ts";

describe("recording one verdict", () => {
  it("answers its id, the same when it is known already, or why it was refused", async () => {
    const folder = temporaryFolder();
    const sink = await temporaryStore(folder);
    const record = (verdict: unknown) =>
      recordVerdict(verdict, { file: "record", axis: null, axes: new Map(), now, sink, folder });
    const first = await record({
      axis: "verify-dispatch",
      verdict: "PASS",
      id: "1",
      artifact: { text: "Dear all" },
    });
    expect(first).toMatchObject({
      outcome: "stored",
      because: null,
      id: expect.stringMatching(/^v-[0-9a-f]{16}$/),
    });
    const again = await record({
      axis: "verify-dispatch",
      verdict: "PASS",
      id: "1",
      artifact: { text: "Dear all" },
    });
    expect(again).toMatchObject({ outcome: "duplicate", id: first.id });
    const conflict = await record({ axis: "verify-dispatch", verdict: "FAIL", id: "1" });
    expect([conflict.outcome, conflict.id, codeOf(conflict.because ?? "")]).toEqual([
      "rejected",
      null,
      "conflict",
    ]);
    const bad = await record({ axis: "verify-dispatch", verdict: "maybe" });
    expect([bad.outcome, bad.id, codeOf(bad.because ?? "")]).toEqual(["rejected", null, "unknown-verdict"]);
    const blank = await record("");
    expect([blank.outcome, codeOf(blank.because ?? "")]).toEqual(["rejected", "not-an-object"]);
    const gone = await record({
      axis: "verify-dispatch",
      verdict: "PASS",
      id: "2",
      artifact: { path: "gone.md" },
    });
    expect([gone.outcome, gone.notes.map((note) => note.kind)]).toEqual(["stored", ["no-artifact"]]);
  });
});
