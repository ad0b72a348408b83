import { describe, expect, it } from "vitest";
import type {
  AdjustmentEvent,
  AdjustmentProposal,
  InstructionSize,
} from "../../src/core/adjustment-record.ts";
import { keptProposal } from "../../src/core/adjustments.ts";
import type {
  DialogueAppend,
  DialogueFile,
  DialogueQuarantine,
  DialogueRun,
  DialogueTurnRecord,
} from "../../src/core/dialogue-record.ts";
import { mergePanel } from "../../src/core/panel.ts";
import type { PanelFindingRecord, PanelLensRecord, PanelRunRecord } from "../../src/core/panel-record.ts";
import { aBatch, aCall, aStatusChange, aVerdict, midMay, sha256 } from "../store/samples.ts";
import type { StoreBench } from "./store-engine.ts";

function aProposal(
  suggestion: string,
  changes: Partial<Omit<AdjustmentProposal, "adjustmentId" | "kind">> = {},
): AdjustmentProposal {
  const { axis = "panel", clause = null, at = midMay, ...texts } = changes;
  return keptProposal(
    {
      file: "agents/writer.md",
      section: "Voice",
      problem: "Too stiff.",
      suggestion,
      asker: "hostile-reader",
      source: { kind: "panel", id: "run-1" },
      ...texts,
    },
    { axis, clause, at },
  );
}

const anEvent = (adjustmentId: string, changes: Partial<AdjustmentEvent> = {}): AdjustmentEvent => ({
  adjustmentId,
  action: "applied",
  at: midMay + 9,
  commit: "c0ffee",
  reason: null,
  ...changes,
});

const aFinding = (id: string, changes: Partial<PanelFindingRecord> = {}): PanelFindingRecord => ({
  id,
  lens: "claim-auditor",
  severity: "MAJOR",
  block: 3,
  evidence: "the fastest importer",
  issue: "no source",
  suggestion: "name the hardware",
  rejected: null,
  ...changes,
});

const aLens = (lens: string, changes: Partial<PanelLensRecord> = {}): PanelLensRecord => ({
  lens,
  word: "PASS",
  model: "m-1",
  tokens: 1200,
  costUsd: 0.25,
  ...changes,
});

const aRun = (content: string, changes: Partial<PanelRunRecord> = {}): PanelRunRecord => ({
  axis: "panel",
  runId: "run-1",
  sha256: sha256(content),
  at: midMay,
  storedAt: midMay + 5,
  verdict: "REVISE",
  complete: true,
  artifact: sha256("draft"),
  wowMedian: 6.5,
  result: mergePanel({ blocks: [], reports: [] }),
  raw: { content },
  lenses: [
    aLens("claim-auditor"),
    aLens("rules-judge", { word: null, model: null, tokens: null, costUsd: null }),
  ],
  findings: [aFinding("f-1")],
  ...changes,
});

const aSize = (file: string, at: number): InstructionSize => ({
  file,
  at,
  bytes: 300,
  lines: 12,
  sha256: sha256(`${file} ${at}`),
  commit: at === 1 ? null : "c0ffee",
});

const aTurn = (n: number, changes: Partial<DialogueTurnRecord> = {}): DialogueTurnRecord => ({
  path: "/d/one.md",
  n,
  prefixBytes: 100 * n,
  prefixSha256: sha256(`prefix ${n}`),
  role: "drafter",
  round: n,
  at: "2026-05-15 12:00",
  status: "AWAITING",
  awaiting: "reviewer",
  verdict: null,
  text: "## [drafter] Round 1",
  addedAt: midMay,
  ...changes,
});

const aFile = (changes: Partial<DialogueFile> = {}): DialogueFile => ({
  path: "/d/one.md",
  axis: null,
  header: { topic: "t", started: null, maxRounds: 5, participants: [] },
  outcome: "OPEN",
  verdict: null,
  errors: [],
  warnings: ["bom"],
  bytes: 200,
  sha256: sha256("file"),
  seenAt: midMay,
  ...changes,
});

const aDialogueRun = (id: string, changes: Partial<DialogueRun> = {}): DialogueRun => ({
  id,
  axis: "verify-dispatch",
  path: `/d/${id}.md`,
  plan: "{}",
  state: "open",
  startedAt: midMay,
  endedAt: null,
  outcome: null,
  because: null,
  ...changes,
});

const anAppend = (n: number, changes: Partial<DialogueAppend> = {}): DialogueAppend => ({
  runId: "one",
  n,
  beforeBytes: 10,
  beforeSha256: sha256("before"),
  text: "turn",
  state: "planned",
  plannedAt: midMay,
  ...changes,
});

/** What every store must do about: panels, adjustments, dialogues, and how autonomy was given back. */
export function repairContract({ newEngine, newStore }: StoreBench): void {
  describe("panel runs", () => {
    it("are kept in every version, each content once, with the proposals of what was not there", async () => {
      const store = await newStore();
      const save = async (content: string, changes: Partial<PanelRunRecord> = {}, suggestion = content) =>
        store.savePanelRun(aRun(content, changes), [aProposal(suggestion)]);
      expect(await save("a")).toEqual({ outcome: "stored", version: 1 });
      expect(await save("a", {}, "not kept")).toEqual({ outcome: "duplicate", version: 1 });
      expect(await save("b", { complete: false, wowMedian: null })).toEqual({
        outcome: "other-version",
        version: 2,
      });
      expect(await save("a", { runId: "run-0", at: midMay - 1, findings: [] })).toEqual({
        outcome: "stored",
        version: 1,
      });
      expect(await save("a", { axis: "other", at: midMay + 1, findings: [] })).toMatchObject({ version: 1 });
      const { raw: _raw, findings: _findings, ...whole } = aRun("a");
      expect(await store.listPanelRuns({ axis: "panel", runId: "run-1" })).toEqual([
        { ...whole, version: 1 },
        { ...whole, sha256: sha256("b"), complete: false, wowMedian: null, version: 2 },
      ]);
      expect((await store.listPanelRuns()).map(({ axis, runId, version }) => [axis, runId, version])).toEqual(
        [
          ["panel", "run-0", 1],
          ["panel", "run-1", 1],
          ["panel", "run-1", 2],
          ["other", "run-1", 1],
        ],
      );
      const asked = (await store.listAdjustments()).map(({ proposals }) => proposals[0]?.suggestion);
      expect(new Set(asked)).toEqual(new Set(["a", "b"]));
    });

    it("never publish what is not complete", async () => {
      const store = await newStore();
      await expect(
        store.savePanelRun(aRun("a", { verdict: "PUBLISH", complete: false }), [aProposal("a")]),
      ).rejects.toThrow(/panel_run_publish/);
      expect([
        await store.listPanelRuns(),
        await store.listFindings(),
        await store.listAdjustments(),
      ]).toEqual([[], [], []]);
    });

    it("have findings that are kept once whatever the version, and are dismissed once", async () => {
      const store = await newStore();
      const rejected = aFinding("f-2", {
        lens: "ai-detector",
        block: null,
        evidence: null,
        suggestion: null,
        rejected: "no-such-block",
      });
      await store.savePanelRun(aRun("a", { findings: [aFinding("f-1"), rejected] }), []);
      await store.savePanelRun(
        aRun("b", { at: midMay + 9, findings: [aFinding("f-1", { issue: "other" }), aFinding("f-3")] }),
        [],
      );
      const kept = { axis: "panel", runId: "run-1", at: midMay, dismissed: null };
      const all = [
        { ...rejected, ...kept },
        { ...aFinding("f-1"), ...kept },
        { ...aFinding("f-3"), ...kept, at: midMay + 9 },
      ];
      expect(await store.listFindings()).toEqual(all);
      expect(await store.listFindings({ lens: "ai-detector" })).toEqual([all[0]]);
      expect(await store.listFindings({ id: "f-3", axis: "panel", runId: "run-1" })).toEqual([all[2]]);
      expect(await store.listFindings({ runId: "run-2" })).toEqual([]);
      const dismissal = { id: "f-1", at: 7, reason: "it has a source" };
      expect(await store.dismissFinding({ ...dismissal, id: "f-9" })).toBe("unknown");
      expect(await store.dismissFinding(dismissal)).toBe("dismissed");
      expect(await store.dismissFinding({ ...dismissal, reason: "later" })).toBe("already");
      expect((await store.listFindings({ id: "f-1" })).map(({ dismissed }) => dismissed)).toEqual([
        { at: 7, reason: "it has a source" },
      ]);
    });

    it("are compared by verdicts on the same artifact", async () => {
      const store = await newStore();
      const artifact = { kind: "snapshot", sha256: sha256("draft") } as const;
      await store.recordVerdicts(
        aBatch(
          [
            aVerdict({ externalId: "2", artifact, word: "FAIL", at: midMay + 2, tokens: 5 }),
            aVerdict({ externalId: "1", artifact, costUsd: 0.5 }),
            aVerdict({ externalId: "3", artifact, word: "ERROR", errorKind: "timeout" }),
            aVerdict({ externalId: "4" }),
            aVerdict({ externalId: "5", artifact, axis: "other" }),
          ],
          ["draft"],
        ),
      );
      const facts = { axis: "verify-dispatch", artifact: sha256("draft") };
      expect(await store.listVerdictsOnArtifacts("verify-dispatch")).toEqual([
        expect.objectContaining({ ...facts, word: "PASS", at: midMay, tokens: null, costUsd: 0.5 }),
        expect.objectContaining({ ...facts, word: "FAIL", at: midMay + 2, tokens: 5, costUsd: null }),
      ]);
    });
  });

  describe("adjustments", () => {
    it("gather what is said of the same edit, each (source, asker) once", async () => {
      const store = await newStore();
      const first = aProposal("Be plain.", { at: 20 });
      const same = aProposal("be  PLAIN.", { asker: "ai-detector", at: 10, section: "## voice" });
      const later = aProposal("Be plain.", {
        source: { kind: "dialogue", id: "d.md#3" },
        at: 30,
        clause: "2",
      });
      const other = aProposal("Cut it.", { file: "agents/editor.md", at: 15, axis: null });
      expect(await store.proposeAdjustments([first, other])).toBe(2);
      expect(await store.proposeAdjustments([same, later, { ...first, problem: "again" }])).toBe(2);
      const kept = await store.listAdjustments();
      expect(kept).toEqual([
        {
          id: first.adjustmentId,
          file: "agents/writer.md",
          section: "Voice",
          proposals: [same, first, later],
          events: [],
        },
        {
          id: other.adjustmentId,
          file: "agents/editor.md",
          section: "Voice",
          proposals: [other],
          events: [],
        },
      ]);
      expect(await store.listAdjustments({ file: "agents/editor.md" })).toEqual([kept[1]]);
      expect(await store.listAdjustments({ id: first.adjustmentId })).toEqual([kept[0]]);
    });

    it("keep what became of them, in order, and take in what was not kept yet", async () => {
      const store = await newStore();
      const derived = aProposal("Read the reasons.", { source: { kind: "override", id: "k7m2" } });
      const id = derived.adjustmentId;
      expect(await store.recordAdjustmentEvent(anEvent(id))).toBe("unknown");
      expect(await store.recordAdjustmentEvent(anEvent("nobody"), [derived])).toBe("unknown");
      expect(await store.listAdjustments()).toEqual([]);
      const reopened = anEvent(id, { action: "reopened", commit: null, reason: "came back", at: 1 });
      expect(await store.recordAdjustmentEvent(anEvent(id), [derived])).toBe("recorded");
      expect(await store.recordAdjustmentEvent(reopened)).toBe("recorded");
      expect(await store.listAdjustments()).toEqual([
        expect.objectContaining({ id, proposals: [derived], events: [anEvent(id), reopened] }),
      ]);
      await expect(store.recordAdjustmentEvent(anEvent(id, { commit: null }))).rejects.toThrow(
        /adjustment_event_applied/,
      );
      await expect(
        store.recordAdjustmentEvent(anEvent(id, { action: "dismissed", commit: null })),
      ).rejects.toThrow(/adjustment_event_reason/);
    });

    it("stand in files whose sizes are kept", async () => {
      const store = await newStore();
      expect(await store.recordInstructionSizes([aSize("b.md", 1), aSize("a.md", 2), aSize("a.md", 1)])).toBe(
        3,
      );
      expect(await store.recordInstructionSizes([aSize("a.md", 1), aSize("a.md", 3)])).toBe(1);
      expect(await store.listInstructionSizes()).toEqual([
        aSize("a.md", 1),
        aSize("a.md", 2),
        aSize("a.md", 3),
        aSize("b.md", 1),
      ]);
      expect(await store.listInstructionSizes({ file: "b.md" })).toEqual([aSize("b.md", 1)]);
    });
  });

  describe("dialogues", () => {
    it("grow by turns; only who knew all of them may add more", async () => {
      const store = await newStore();
      expect(await store.readDialogue("/d/one.md")).toBeNull();
      expect(await store.saveDialogue(aFile(), [aTurn(1), aTurn(2, { role: "reviewer" })], 0)).toBe("saved");
      expect(await store.saveDialogue(aFile({ axis: "x" }), [aTurn(3)], 1)).toBe("changed");
      const ended = aFile({
        axis: "a",
        outcome: "CONCLUDED",
        verdict: "PASS",
        errors: ["no-turns"],
        bytes: 300,
      });
      const last = aTurn(3, { status: "DONE", awaiting: null, verdict: "PASS" });
      expect(await store.saveDialogue(ended, [last], 2)).toBe("saved");
      const kept = {
        file: ended,
        turns: [aTurn(1), aTurn(2, { role: "reviewer" }), last],
        quarantines: [],
      };
      expect(await store.readDialogue("/d/one.md")).toEqual(kept);
      await store.saveDialogue(aFile({ path: "/d/0.md" }), [], 0);
      expect((await store.listDialogues()).map(({ file }) => file.path)).toEqual(["/d/0.md", "/d/one.md"]);
      expect(await store.listDialogues({ axis: "a" })).toEqual([kept]);
    });

    it("are quarantined once for each pair of contents", async () => {
      const store = await newStore();
      await store.saveDialogue(aFile(), [aTurn(1)], 0);
      const quarantine: DialogueQuarantine = {
        path: "/d/one.md",
        n: 1,
        because: "earlier-bytes-changed",
        keptBytes: 100,
        keptSha256: sha256("prefix 1"),
        foundBytes: 120,
        foundSha256: sha256("edited"),
        at: midMay,
      };
      const other = { ...quarantine, foundSha256: sha256("edited again"), at: midMay + 1 };
      expect(await store.quarantineDialogue(quarantine)).toBe(true);
      expect(await store.quarantineDialogue({ ...quarantine, at: 9 })).toBe(false);
      expect(await store.quarantineDialogue(other)).toBe(true);
      expect((await store.readDialogue("/d/one.md"))?.quarantines).toEqual([quarantine, other]);
    });

    it("are conducted one at a time for each axis, each turn planned before it is written", async () => {
      const store = await newStore();
      expect(await store.openDialogueRun(aDialogueRun("one"))).toBe(true);
      expect(await store.openDialogueRun(aDialogueRun("two"))).toBe(false);
      expect(await store.openDialogueRun(aDialogueRun("two", { axis: "b", path: "/d/one.md" }))).toBe(false);
      expect(await store.openDialogueRun(aDialogueRun("three", { axis: "b", startedAt: 1 }))).toBe(true);
      expect(await store.planDialogueAppend(anAppend(0), [aCall({ purpose: "lens" })])).toBe(true);
      expect(await store.planDialogueAppend(anAppend(0), [aCall()])).toBe(false);
      expect(await store.planDialogueAppend(anAppend(0, { runId: "nobody" }), [aCall()])).toBe(false);
      expect(await store.planDialogueAppend(anAppend(1), [])).toBe(true);
      await store.finishDialogueAppend("one", 0);
      expect(await store.listDialogueAppends("one")).toEqual([
        anAppend(0, { state: "written" }),
        anAppend(1),
      ]);
      const end = { id: "one", at: midMay + 9, outcome: "STUCK", because: "no-answer" } as const;
      expect(await store.endDialogueRun({ ...end, id: "nobody" }, [aProposal("a")])).toBe(false);
      expect(await store.endDialogueRun(end, [aProposal("b")])).toBe(true);
      expect(await store.endDialogueRun(end, [aProposal("c")])).toBe(false);
      expect(await store.planDialogueAppend(anAppend(2), [aCall()])).toBe(false);
      expect(await store.listCriticCalls()).toHaveLength(1);
      expect((await store.listAdjustments()).map(({ proposals }) => proposals[0]?.suggestion)).toEqual(["b"]);
      const ended = aDialogueRun("one", {
        state: "ended",
        endedAt: midMay + 9,
        outcome: "STUCK",
        because: "no-answer",
      });
      const three = aDialogueRun("three", { axis: "b", startedAt: 1 });
      expect(await store.listDialogueRuns()).toEqual([three, ended]);
      expect(await store.listDialogueRuns({ state: "open" })).toEqual([three]);
      expect(await store.listDialogueRuns({ axis: "verify-dispatch" })).toEqual([ended]);
      expect(await store.openDialogueRun(aDialogueRun("two"))).toBe(true);
    });
  });

  describe("a status that was given back", () => {
    it("keeps its door and its evidence; others have neither", async () => {
      const store = await newStore();
      const back = aStatusChange({
        from: "assisted",
        to: "graduated",
        by: "axis graduate",
        door: "repair",
        evidence: '{"grades":12}',
      });
      await store.recordStatusChange(aStatusChange(), []);
      await store.recordStatusChange(back, []);
      expect(await store.listStatusChanges()).toStrictEqual([aStatusChange(), back]);
    });
  });

  it("nothing of the repair is another workspace's", async () => {
    const engine = await newEngine();
    const [one, other] = [await engine.open(), await engine.open({ workspace: "client" })];
    await one.savePanelRun(aRun("a"), [aProposal("a")]);
    await one.recordInstructionSizes([
      { file: "a.md", at: 1, bytes: 1, lines: 1, sha256: sha256("a"), commit: null },
    ]);
    await one.saveDialogue(aFile(), [aTurn(1)], 0);
    await one.openDialogueRun(aDialogueRun("one"));
    expect([
      await other.listPanelRuns(),
      await other.listFindings(),
      await other.listAdjustments(),
      await other.listInstructionSizes(),
      await other.listDialogues(),
      await other.listDialogueRuns(),
    ]).toEqual([[], [], [], [], [], []]);
    expect(await other.dismissFinding({ id: "f-1", at: 1, reason: "x" })).toBe("unknown");
    expect(await other.savePanelRun(aRun("a"), [aProposal("a")])).toEqual({ outcome: "stored", version: 1 });
    expect(await other.openDialogueRun(aDialogueRun("one"))).toBe(true);
  });
}
