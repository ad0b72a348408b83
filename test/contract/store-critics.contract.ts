import { describe, expect, it } from "vitest";
import type { ProbeBatch } from "../../src/core/probe.ts";
import type { Store } from "../../src/store/store.ts";
import {
  aCall,
  aCycle,
  aGoldAnswer,
  aGoldItem,
  aGoldRun,
  anItem,
  aProbe,
  epoch,
  midMay,
  sha256,
} from "../store/samples.ts";
import type { StoreBench } from "./store-engine.ts";

const bytes = (text: string) => Buffer.from(text);

const batch = (changes: Partial<ProbeBatch> = {}): ProbeBatch => ({
  axis: "verify-dispatch",
  period: "2026-05",
  epoch,
  rubric: `sha256:${sha256("rubric")}`,
  generator: "claude",
  state: "generating",
  because: null,
  beganAt: midMay,
  ...changes,
});

const made = (text: string, changes: Parameters<typeof aProbe>[1] = {}) => ({
  probe: aProbe(text, changes),
  content: bytes(text),
});

const judged = (n: number, changes = {}) => ({
  probeId: aProbe("one").id,
  n,
  word: "PASS" as const,
  failure: null,
  reason: "fine",
  at: midMay,
  model: "m-1",
  cliVersion: null,
  ...changes,
});

const move = (text: string, itemRef: string) => ({
  axis: "verify-dispatch",
  move: { id: aProbe(text).id, from: ["verified"], to: "queued", at: 9, itemRef, asked: 1 } as const,
});

/** What every store must do about: calls of critics, probes and gold. */
export function criticsContract({ newEngine, newStore }: StoreBench): void {
  describe("calls of critics", () => {
    it("come back whole, in the order in which they were recorded", async () => {
      const store = await newStore();
      const calls = [
        aCall({ at: midMay + 5 }),
        aCall({
          axis: null,
          period: null,
          purpose: "lens",
          batch: null,
          subject: null,
          rubric: null,
          outcome: "no-answer",
          failure: "limit",
          reason: "resets at 1pm",
          program: null,
          cliVersion: null,
          model: null,
          modelFrom: null,
          prompt: null,
          costUsd: null,
          tokensIn: null,
          tokensOut: null,
          sessionId: null,
        }),
      ];
      await store.recordCriticCalls(calls);
      await store.recordCriticCalls([aCall({ outcome: "written", purpose: "probe" })]);
      expect(await store.listCriticCalls()).toEqual([
        ...calls,
        aCall({ outcome: "written", purpose: "probe" }),
      ]);
    });

    it("are found by each of their facts, and the latest by number", async () => {
      const store = await newStore();
      const facts = [
        { axis: "verify-vault-write" },
        { period: "2026-04" },
        { purpose: "replay" },
        { batch: "run-2" },
        { subject: sha256("another") },
        { at: midMay + 9 },
      ] as const;
      await store.recordCriticCalls([aCall(), ...facts.map((one) => aCall(one))]);
      const found = async (filter: Parameters<Store["listCriticCalls"]>[0]) => store.listCriticCalls(filter);
      expect(await found({ axis: "verify-vault-write" })).toEqual([aCall(facts[0])]);
      expect(await found({ period: "2026-04" })).toEqual([aCall(facts[1])]);
      expect(await found({ purposes: ["replay", "lens"] })).toEqual([aCall(facts[2])]);
      expect(await found({ batch: "run-2" })).toEqual([aCall(facts[3])]);
      expect(await found({ subject: sha256("another") })).toEqual([aCall(facts[4])]);
      expect(await found({ from: midMay + 9 })).toEqual([aCall(facts[5])]);
      expect(await found({ last: 2 })).toEqual([aCall(facts[4]), aCall(facts[5])]);
    });

    it("are summed by axis and purpose within a span that leaves its end out", async () => {
      const store = await newStore();
      await store.recordCriticCalls([
        aCall({ at: 10 }),
        aCall({ at: 11, costUsd: 0.5, outcome: "no-answer", failure: "timeout" }),
        aCall({ at: 19, costUsd: null, tokensIn: null, tokensOut: null }),
        aCall({ at: 12, purpose: "probe", outcome: "written" }),
        aCall({ at: 13, axis: null, purpose: "lens" }),
        aCall({ at: 9 }),
        aCall({ at: 20 }),
      ]);
      const one = { calls: 1, answered: 1, costUsd: 0.25, costKnown: 1, tokensIn: 1200, tokensOut: 80 };
      expect(await store.sumCriticCalls({ from: 10, to: 20 })).toEqual([
        { axis: null, purpose: "lens", ...one, latencyMs: 2100.5 },
        {
          axis: "verify-dispatch",
          purpose: "gold",
          calls: 3,
          answered: 2,
          costUsd: 0.75,
          costKnown: 2,
          tokensIn: 2400,
          tokensOut: 160,
          latencyMs: 6301.5,
        },
        { axis: "verify-dispatch", purpose: "probe", ...one, latencyMs: 2100.5 },
      ]);
      expect(await store.sumCriticCalls({ from: 30, to: 40 })).toEqual([]);
    });
  });

  describe("probes", () => {
    it("are stored with their batch, texts and calls; the batch is written over, a known probe stays", async () => {
      const store = await newStore();
      expect(await store.readProbeBatch("verify-dispatch", "2026-05", epoch)).toBeNull();
      await store.saveProbeBatch(batch(), [], []);
      const all = [made("one"), made("two", { ordinal: 2 })];
      const call = aCall({ purpose: "probe", outcome: "written" });
      await store.saveProbeBatch(batch({ state: "judging", because: "refused" }), all, [call]);
      await store.saveProbeBatch(batch({ state: "done" }), [made("one", { failureMode: "another" })], []);
      expect(await store.readProbeBatch("verify-dispatch", "2026-05", epoch)).toEqual(
        batch({ state: "done" }),
      );
      expect(await store.readProbeBatch("verify-dispatch", "2026-05", sha256("another"))).toBeNull();
      expect(await store.listProbes()).toEqual(all.map(({ probe }) => probe));
      expect(await store.readArtifact(sha256("two"))).toEqual(bytes("two"));
      expect(await store.listCriticCalls()).toEqual([call]);
    });

    it("carry their judgements by number; the same again changes nothing", async () => {
      const store = await newStore();
      await store.saveProbeBatch(batch(), [made("one")], []);
      const failed = judged(1, { word: null, failure: "timeout", reason: null, model: null });
      await store.addProbeJudgement(judged(2), [aCall({ purpose: "probe-check" })]);
      await store.addProbeJudgement(failed, []);
      await store.addProbeJudgement(judged(2, { word: "FAIL" }), []);
      expect(await store.listProbes()).toEqual([aProbe("one", { judgements: [failed, judged(2)] })]);
      expect(await store.listCriticCalls()).toHaveLength(1);
    });

    it("move only from the states named, with what was learnt", async () => {
      const store = await newStore();
      await store.saveProbeBatch(batch(), [made("one"), made("two", { ordinal: 2 })], []);
      const [one, two] = [aProbe("one").id, aProbe("two").id];
      const moved = await store.moveProbes([
        { id: one, from: ["generated"], to: "verified", at: 7 },
        { id: two, from: ["verified", "queued"], to: "confirmed", at: 7 },
        { id: sha256("unknown"), from: ["generated"], to: "caught", at: 7 },
      ]);
      expect(moved).toBe(1);
      await store.moveProbes([{ id: two, from: ["generated"], to: "duplicate", at: 8, duplicateOf: one }]);
      await store.moveProbes([{ id: one, from: ["verified"], to: "queued", at: 9, itemRef: "r1", asked: 1 }]);
      expect(await store.listProbes()).toEqual([
        aProbe("one", { state: "queued", movedAt: 9, itemRef: "r1", asked: 1 }),
        aProbe("two", { ordinal: 2, state: "duplicate", movedAt: 8, duplicateOf: one }),
      ]);
    });

    it("are found by axis, month, state and id, in order", async () => {
      const store = await newStore();
      const all = [
        made("d", { period: "2026-06", state: "caught" }),
        made("c", { axis: "verify-vault-write" }),
        made("b", { ordinal: 2 }),
        made("a"),
      ];
      await store.saveProbeBatch(batch(), all, []);
      const texts = async (filter: Parameters<Store["listProbes"]>[0]) =>
        (await store.listProbes(filter)).map(
          ({ id }) => all.find(({ probe }) => probe.id === id)?.content.toString() ?? "",
        );
      expect(await texts({})).toEqual(["a", "b", "c", "d"]);
      expect(await texts({ axis: "verify-dispatch" })).toEqual(["a", "b", "d"]);
      expect(await texts({ period: "2026-06" })).toEqual(["d"]);
      expect(await texts({ states: ["caught", "unjudged"] })).toEqual(["d"]);
      expect(await texts({ ids: [aProbe("b").id] })).toEqual(["b"]);
      expect(await texts({ states: [] })).toEqual([]);
    });

    it("are moved on by an opening, for the axes that it opened", async () => {
      const store = await newStore();
      const states = { state: "verified" } as const;
      await store.saveProbeBatch(batch(), [made("one", states), made("two", { ...states, ordinal: 2 })], []);
      const opening = { period: "2026-05", cycles: [aCycle()], effects: [], openedAt: 9 } as const;
      await store.planOpening({
        ...opening,
        items: [anItem("r1", { kind: "probe", verdictKey: aProbe("one").id })],
        probeMoves: [move("one", "r1")],
      });
      await store.planOpening({ ...opening, items: [], probeMoves: [move("two", "r2")] });
      expect(await store.listProbes()).toMatchObject([
        { state: "queued", itemRef: "r1", asked: 1 },
        { state: "verified", itemRef: null },
      ]);
    });
  });

  describe("gold", () => {
    it("admits an artifact once per axis, with its text", async () => {
      const store = await newStore();
      const texts = new Map([
        [sha256("one"), bytes("one")],
        [sha256("two"), bytes("two")],
      ]);
      const two = aGoldItem("two", { admittedAt: midMay - 1, label: "PASS", origin: "import" });
      expect(await store.admitGold([aGoldItem("one"), two], texts)).toEqual(["added", "added"]);
      const again = [
        aGoldItem("one", { id: "g-other", reason: "said again" }),
        aGoldItem("one", { label: "PASS" }),
        aGoldItem("one", { id: "g-vault", axis: "verify-vault-write" }),
      ];
      expect(await store.admitGold(again, new Map())).toEqual(["duplicate", "conflict", "added"]);
      expect(await store.listGold({ axis: "verify-dispatch" })).toEqual([two, aGoldItem("one")]);
      expect(await store.listGold()).toHaveLength(3);
      expect(await store.readArtifact(sha256("one"))).toEqual(bytes("one"));
    });

    it("refuses an item whose text is nowhere", async () => {
      const store = await newStore();
      await expect(store.admitGold([aGoldItem("one")], new Map())).rejects.toMatchObject({ code: "input" });
      expect(await store.listGold()).toEqual([]);
    });

    it("is exposed and retired once each", async () => {
      const store = await newStore();
      await store.admitGold([aGoldItem("one")], new Map([[sha256("one"), bytes("one")]]));
      const ids = [aGoldItem("one").id, "g-unknown"];
      expect(await store.exposeGold({ ids, at: 5, because: "leak", rubric: "sha256:r" })).toBe(1);
      expect(await store.exposeGold({ ids, at: 6, because: "import", rubric: null })).toBe(0);
      expect(await store.retireGold({ ids, at: 7, because: "regraded" })).toBe(1);
      expect(await store.retireGold({ ids, at: 8, because: "surplus" })).toBe(0);
      expect(await store.listGold()).toEqual([
        aGoldItem("one", {
          exposedAt: 5,
          exposedBecause: "leak",
          exposedRubric: "sha256:r",
          retiredAt: 7,
          retiredBecause: "regraded",
        }),
      ]);
    });

    it("keeps runs with their answers and calls; a stopped one may be gone on with, a done one not", async () => {
      const store = await newStore();
      await store.admitGold([aGoldItem("one")], new Map([[sha256("one"), bytes("one")]]));
      expect(await store.openGoldRun(aGoldRun("run-2", { startedAt: midMay + 1 }))).toBe(true);
      expect(await store.openGoldRun(aGoldRun("run-1"))).toBe(true);
      expect(await store.openGoldRun(aGoldRun("run-1", { planned: 99 }))).toBe(false);
      const { id } = aGoldItem("one");
      const second = aGoldAnswer("run-1", id, {
        repeat: 2,
        word: "ERROR",
        errorKind: "timeout",
        reason: null,
        model: null,
      });
      expect(await store.addGoldAnswer(second, [aCall()])).toBe(true);
      expect(await store.addGoldAnswer(aGoldAnswer("run-1", id))).toBe(true);
      expect(await store.addGoldAnswer(aGoldAnswer("run-1", id, { word: "PASS" }), [aCall()])).toBe(false);
      await store.addGoldAnswer(aGoldAnswer("run-2", id, { at: midMay + 2 }));
      expect(await store.listGoldAnswers({ runId: "run-1" })).toEqual([aGoldAnswer("run-1", id), second]);
      expect(await store.listGoldAnswers({ axis: "verify-dispatch" })).toHaveLength(3);
      expect(await store.listGoldAnswers({ axis: "verify-vault-write" })).toEqual([]);
      expect(await store.listCriticCalls()).toHaveLength(1);
      const end = { id: "run-1", at: 9, because: null } as const;
      expect(await store.finishGoldRun({ ...end, state: "stopped", because: "budget" })).toBe(true);
      expect(await store.listGoldRuns({ period: "2026-05" })).toEqual([
        aGoldRun("run-1", { state: "stopped", because: "budget", finishedAt: 9 }),
        aGoldRun("run-2", { startedAt: midMay + 1 }),
      ]);
      expect(await store.finishGoldRun({ ...end, state: "done", at: 10 })).toBe(true);
      expect(await store.finishGoldRun({ ...end, state: "stopped", at: 11, because: "time" })).toBe(false);
      expect(await store.finishGoldRun({ ...end, id: "run-9", state: "done" })).toBe(false);
      expect(await store.listGoldRuns({ axis: "verify-dispatch" })).toMatchObject([
        { id: "run-1", state: "done", because: null, finishedAt: 10 },
        { id: "run-2", state: "running" },
      ]);
    });

    it("is each workspace's own, as are probes and calls", async () => {
      const engine = await newEngine();
      const mine = await engine.open();
      const theirs = await engine.open({ workspace: "theirs" });
      const text = new Map([[sha256("one"), bytes("one")]]);
      await mine.admitGold([aGoldItem("one")], text);
      await mine.openGoldRun(aGoldRun("run-1"));
      await mine.addGoldAnswer(aGoldAnswer("run-1", aGoldItem("one").id), [aCall()]);
      const probe = { probe: aProbe("p"), content: bytes("p") };
      await mine.saveProbeBatch({ ...aProbeBatchOf(probe.probe), state: "done" }, [probe], []);
      expect(await theirs.listGold()).toEqual([]);
      expect(await theirs.listGoldRuns()).toEqual([]);
      expect(await theirs.listGoldAnswers({ runId: "run-1" })).toEqual([]);
      expect(await theirs.listCriticCalls()).toEqual([]);
      expect(await theirs.sumCriticCalls({ from: 0, to: midMay * 2 })).toEqual([]);
      expect(await theirs.listProbes()).toEqual([]);
      expect(await theirs.readProbeBatch("verify-dispatch", "2026-05", epoch)).toBeNull();
      expect(await theirs.admitGold([aGoldItem("one", { label: "PASS" })], text)).toEqual(["added"]);
      expect(await theirs.exposeGold({ ids: ["nobody's"], at: 1, because: "leak", rubric: null })).toBe(0);
      expect(await mine.listGold()).toEqual([aGoldItem("one")]);
      expect(
        await theirs.moveProbes([{ id: probe.probe.id, from: ["generated"], to: "caught", at: 1 }]),
      ).toBe(0);
    });

    it.each(["critic_call", "probe_judgement", "gold_answer"])(
      "refuses to change or delete rows of %s",
      async (table) => {
        const engine = await newEngine();
        const store = await engine.open();
        await store.admitGold([aGoldItem("one")], new Map([[sha256("one"), bytes("one")]]));
        await store.openGoldRun(aGoldRun("run-1"));
        await store.addGoldAnswer(aGoldAnswer("run-1", aGoldItem("one").id), [aCall()]);
        const probe = { probe: aProbe("p"), content: bytes("p") };
        await store.saveProbeBatch(aProbeBatchOf(probe.probe), [probe], []);
        const judgement = { n: 1, word: "PASS", failure: null, reason: null, at: 1 } as const;
        await store.addProbeJudgement(
          { ...judgement, probeId: probe.probe.id, model: null, cliVersion: null },
          [],
        );
        await expect(engine.execute(`UPDATE ${table} SET reason = 'other'`)).rejects.toThrow(
          "only ever added",
        );
        await expect(engine.execute(`DELETE FROM ${table}`)).rejects.toThrow("only ever added");
      },
    );
  });
}

function aProbeBatchOf({ axis, period, generator }: ReturnType<typeof aProbe>): ProbeBatch {
  return {
    axis,
    period,
    epoch,
    generator,
    rubric: sha256("rubric"),
    state: "judging",
    because: null,
    beganAt: midMay,
  };
}
