import { createHash } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { skeyOf } from "../../src/core/sampling.ts";
import { verdictIdOf, verdictKey } from "../../src/core/verdict.ts";
import type { SampleDraw, Store } from "../../src/store/store.ts";
import {
  aBatch,
  aCycle,
  aDecision,
  aGrade,
  anEffect,
  anItem,
  aStatusChange,
  aVerdict,
  epoch,
  midMay,
  sha256,
  verdicts,
} from "../store/samples.ts";

/** One database of the engine under test. */
export interface StoreEngine {
  open(options?: { readonly workspace?: string; readonly timezone?: string }): Promise<Store>;
  /** Runs SQL behind the store's back. */
  execute(sql: string): Promise<void>;
  dispose(): Promise<void>;
}

/** Makes an empty database whose randomness is the given salt. */
export type MakeEngine = (salt: Uint8Array) => Promise<StoreEngine>;

const salt = new Uint8Array(32).fill(7);
const saltHex = Buffer.from(salt).toString("hex");

/** What every store must do, whatever engine is below it. */
export function storeContract(name: string, makeEngine: MakeEngine): void {
  const engines: StoreEngine[] = [];

  async function newEngine(): Promise<StoreEngine> {
    const engine = await makeEngine(salt);
    engines.push(engine);
    return engine;
  }

  async function newStore(): Promise<Store> {
    return (await newEngine()).open();
  }

  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.dispose();
  });

  describe(`${name}: verdicts`, () => {
    it("gives back all of a verdict but what was only for its identity", async () => {
      const store = await newStore();
      const verdict = aVerdict({
        word: "FAIL",
        rawWord: "iterate",
        artifact: { kind: "snapshot", sha256: sha256("the artifact") },
        reason: "tone: “warm”, not hot",
        score: 0.25,
        costUsd: 0.0125,
        latencyMs: 2100.5,
        tokens: 4711,
        meta: { extra: { lane: 3 }, tags: ["a", null] },
        source: "hook",
        givenModel: "opus",
        givenRubric: "sha256:1",
      });
      const [outcome] = await store.recordVerdicts(aBatch([verdict], ["the artifact"]));
      const key = verdictKey("default", verdict);
      expect(outcome).toEqual({ outcome: "stored", key });
      const { givenModel: _model, givenRubric: _rubric, ...kept } = verdict;
      expect(await store.readVerdict(key)).toEqual({
        key,
        id: verdictIdOf(key),
        period: "2026-05",
        storedAt: midMay + 1000,
        verdict: kept,
      });
      expect(await store.readVerdict(sha256("nobody"))).toBeNull();
      expect(await store.readVerdict("no key")).toBeNull();
    });

    it("stores an error with its kind, and a verdict without an artifact with the reason", async () => {
      const store = await newStore();
      const error = aVerdict({ externalId: "e", word: "ERROR", errorKind: "timeout" });
      const bare = aVerdict({ externalId: "b", artifact: { kind: "none", because: "changed-since" } });
      await store.recordVerdicts(aBatch([error, bare]));
      const read = async (verdict: typeof error) => store.readVerdict(verdictKey("default", verdict));
      expect((await read(error))?.verdict).toMatchObject({ word: "ERROR", errorKind: "timeout" });
      expect((await read(bare))?.verdict.artifact).toEqual({ kind: "none", because: "changed-since" });
    });

    it("stores the same verdict once, in one batch and over batches", async () => {
      const store = await newStore();
      const [first, second] = [aVerdict(), aVerdict({ externalId: null })];
      const outcomes = await store.recordVerdicts(aBatch([first, first, second]));
      expect(outcomes.map((one) => one.outcome)).toEqual(["stored", "duplicate", "stored"]);
      const again = await store.recordVerdicts(aBatch([second, first]));
      expect(again.map((one) => one.outcome)).toEqual(["duplicate", "duplicate"]);
      expect(await store.listMonthCounts({})).toMatchObject([{ count: 2 }]);
    });

    it.each([
      ["word", { word: "FAIL", rawWord: "FAIL" }],
      ["instant", { at: midMay + 1 }],
      ["reference", { artifact: { kind: "ref", ref: "https://example.org/other" } }],
      ["artifact", { artifact: { kind: "snapshot", sha256: sha256("other") } }],
    ] as const)("refuses a known id with another %s, and the first stays", async (_what, changes) => {
      const store = await newStore();
      const first = aVerdict();
      await store.recordVerdicts(aBatch([first]));
      const key = verdictKey("default", first);
      expect(await store.recordVerdicts(aBatch([aVerdict(changes)], ["other"]))).toEqual([
        { outcome: "rejected", key, because: "conflict" },
      ]);
      expect((await store.readVerdict(key))?.verdict).toMatchObject({
        word: "PASS",
        at: midMay,
        artifact: first.artifact,
      });
      expect(await store.readArtifact(sha256("other"))).toBeNull();
      expect(await store.listMonthCounts({})).toMatchObject([{ count: 1, word: "PASS" }]);
    });

    it("takes a known verdict whose artifact is gone for the same one", async () => {
      const store = await newStore();
      const snapshot = aVerdict({ artifact: { kind: "snapshot", sha256: sha256("text") } });
      await store.recordVerdicts(aBatch([snapshot], ["text"]));
      const gone = aVerdict({ artifact: { kind: "none", because: "changed-since" } });
      expect(await store.recordVerdicts(aBatch([gone]))).toMatchObject([{ outcome: "duplicate" }]);
    });

    it("stores a snapshot once and gives back its bytes", async () => {
      const store = await newStore();
      const long = "A paragraph that a critic has seen. ".repeat(200);
      const both = [long, "short"].map((text, index) =>
        aVerdict({ externalId: `${index}`, artifact: { kind: "snapshot", sha256: sha256(text) } }),
      );
      await store.recordVerdicts(aBatch(both, [long, "short"]));
      expect(Buffer.from((await store.readArtifact(sha256(long))) ?? []).toString()).toBe(long);
      expect(Buffer.from((await store.readArtifact(sha256("short"))) ?? []).toString()).toBe("short");
      expect(await store.readArtifact(sha256("unknown"))).toBeNull();
      // Known content need not be handed in again.
      const later = aVerdict({ externalId: "3", artifact: { kind: "snapshot", sha256: sha256("short") } });
      expect(await store.recordVerdicts(aBatch([later]))).toMatchObject([{ outcome: "stored" }]);
    });

    it("stores nothing of a batch that names a snapshot without content", async () => {
      const store = await newStore();
      const bad = aVerdict({ externalId: "x", artifact: { kind: "snapshot", sha256: sha256("missing") } });
      const batch = {
        ...aBatch([aVerdict(), bad]),
        logPosition: { axis: "a", path: "/l", inode: "1:2", offset: 3, line: 1, tail: "" },
      };
      await expect(store.recordVerdicts(batch)).rejects.toMatchObject({ code: "input" });
      expect(await store.readVerdict(verdictKey("default", aVerdict()))).toBeNull();
      expect(await store.listMonthCounts({})).toEqual([]);
      expect(await store.readLogPosition("a", "/l")).toBeNull();
    });

    it("puts an instant into the month of the zone, half-open", async () => {
      const store = await newStore();
      // Midnight of 1 June in New York is 04:00 UTC.
      const june = Date.UTC(2026, 5, 1, 4);
      const all = [june - 1, june].map((at) => aVerdict({ externalId: `${at}`, at }));
      await store.recordVerdicts(aBatch(all));
      const counts = await store.listMonthCounts({});
      expect(counts.map(({ period, firstAt }) => [period, firstAt])).toEqual([
        ["2026-05", june - 1],
        ["2026-06", june],
      ]);
    });

    it("has a month for every instant of 2015 to 2100, and none before", async () => {
      const store = await newStore();
      const ends = [Date.UTC(2015, 0, 1), Date.UTC(2101, 0, 1) - 1];
      await store.recordVerdicts(aBatch(ends.map((at) => aVerdict({ externalId: `${at}`, at }))));
      expect((await store.listMonthCounts({})).map(({ period }) => period)).toEqual(["2014-12", "2100-12"]);
      const early = aVerdict({ externalId: "early", at: Date.UTC(2014, 10, 30) });
      await expect(store.recordVerdicts(aBatch([early]))).rejects.toMatchObject({ code: "input" });
    });

    it("lists verdicts of a word in the order of their instants, whatever their epoch", async () => {
      const store = await newStore();
      const error = { word: "ERROR", errorKind: "refused" } as const;
      await store.recordVerdicts(
        aBatch([
          aVerdict({ ...error, externalId: "late", at: midMay + 2 }),
          aVerdict({ ...error, externalId: "early", at: midMay + 1, epoch: sha256("other") }),
          aVerdict({ ...error, externalId: "june", at: Date.UTC(2026, 5, 2) }),
          aVerdict({ ...error, externalId: "elsewhere", axis: "verify-vault-write" }),
          aVerdict({ externalId: "pass" }),
        ]),
      );
      const found = await store.listVerdicts({ axis: "verify-dispatch", period: "2026-05", word: "ERROR" });
      expect(found.map(({ verdict }) => verdict.externalId)).toEqual(["early", "late"]);
    });

    it("keeps how far a log was read, and refused rows once", async () => {
      const store = await newStore();
      const logPosition = { axis: "a", path: "/log", inode: "1:2", offset: 10, line: 1, tail: sha256("t") };
      const row = { axis: null, file: "/log", line: 2, reason: "bad json", raw: "{", seenAt: 5 };
      await store.recordVerdicts({ ...aBatch([]), logPosition, rejects: [row] });
      const further = { ...logPosition, offset: 20, line: 3, inode: "1:3" };
      const other = { ...row, axis: "a", line: 3 };
      await store.recordVerdicts({
        ...aBatch([]),
        logPosition: further,
        rejects: [{ ...row, seenAt: 6 }, other],
      });
      expect(await store.readLogPosition("a", "/log")).toEqual(further);
      expect(await store.readLogPosition("b", "/log")).toBeNull();
      expect(await store.listRejects()).toEqual([row, other]);
    });
  });

  describe(`${name}: the month's frame`, () => {
    const frame = {
      axis: "verify-dispatch",
      period: "2026-05",
      epoch,
      watermark: 1_000_000,
      acceptRef: true,
    } as const;
    const draw = (n: number, changes: Partial<SampleDraw> = {}): SampleDraw => ({
      ...frame,
      word: "PASS",
      n,
      skip: 0,
      ...changes,
    });
    const expectedOrder = (all: ReturnType<typeof verdicts>): readonly string[] =>
      all
        .map((verdict) => verdictKey("default", verdict))
        .toSorted((a, b) => skeyOf(saltHex, a) - skeyOf(saltHex, b));

    it("counts verdicts by axis, period, epoch, word and artifact", async () => {
      const store = await newStore();
      const none = { kind: "none", because: "missing" } as const;
      await store.recordVerdicts(
        aBatch([
          ...verdicts(3, "p", { costUsd: 0.5 }),
          aVerdict({ externalId: "no cost", at: midMay - 5 }),
          aVerdict({ externalId: "none", artifact: none, word: "FAIL" }),
        ]),
      );
      await store.recordVerdicts(aBatch([aVerdict({ externalId: "b", axis: "a-first", epoch: "e" })]));
      await store.recordVerdicts(
        aBatch([aVerdict({ externalId: "later", at: midMay + 900_000, costUsd: 1 })]),
      );
      const one = {
        axis: "verify-dispatch",
        period: "2026-05",
        epoch,
        word: "PASS",
        artifact: "ref",
        count: 5,
        firstAt: midMay - 5,
        lastAt: midMay + 900_000,
        costUsd: 2.5,
        costKnown: 4,
      };
      const failed = { word: "FAIL", artifact: "none", count: 1, costUsd: 0, costKnown: 0 };
      const counts = await store.listMonthCounts({});
      expect(counts).toMatchObject([{ axis: "a-first", epoch: "e", count: 1 }, failed, one]);
      expect(await store.listMonthCounts({ axis: "a-first" })).toHaveLength(1);
      expect(await store.listMonthCounts({ period: "2026-06" })).toEqual([]);
      const month = await store.readMonth("2026-05");
      expect(month.counts).toEqual(counts);
      expect(month.watermark).toBe(7);
    });

    it("draws the smallest sampling keys: the 10% sample lies in the 20% one, and a top-up goes on", async () => {
      const store = await newStore();
      const all = verdicts(100, "p");
      await store.recordVerdicts(aBatch([...all, ...verdicts(30, "f", { word: "FAIL" })]));
      const keys = async (one: SampleDraw) => (await store.drawSample(one)).map(({ key }) => key);
      const order = expectedOrder(all);
      expect(await keys(draw(10))).toEqual(order.slice(0, 10));
      expect(await keys(draw(20))).toEqual(order.slice(0, 20));
      expect(await keys(draw(10, { skip: 10 }))).toEqual(order.slice(10, 20));
      expect(await keys(draw(1000))).toEqual(order);
      const [drawn] = await store.drawSample(draw(1));
      expect(drawn).toEqual({
        key: order[0],
        skey: skeyOf(saltHex, order[0] ?? ""),
        word: "PASS",
        artifact: { kind: "ref", ref: "https://example.org/dispatch/1029" },
        score: null,
        costUsd: null,
      });
    });

    it("draws the same after a shuffled re-import into another database with the same salt", async () => {
      const [one, other] = [await newStore(), await newStore()];
      const all = [...verdicts(60, "p"), ...verdicts(20, "f", { word: "FAIL" })];
      await one.recordVerdicts(aBatch(all));
      const shuffled = all.toSorted((a, b) =>
        sha256(a.externalId ?? "") < sha256(b.externalId ?? "") ? -1 : 1,
      );
      for (const verdict of shuffled) await other.recordVerdicts(aBatch([verdict]));
      expect(await other.drawSample(draw(15))).toEqual(await one.drawSample(draw(15)));
      expect(await other.hashFrame(frame)).toBe(await one.hashFrame(frame));
    });

    it("hashes the frame's sampling keys in their order, PASS then FAIL", async () => {
      const store = await newStore();
      const [pass, fail] = [verdicts(7, "p"), verdicts(4, "f", { word: "FAIL" })];
      const missing = verdicts(2, "n", { artifact: { kind: "none", because: "missing" } });
      await store.recordVerdicts(aBatch([...fail, ...missing, ...pass]));
      const hash = createHash("sha256");
      for (const [word, all] of [
        ["PASS", pass],
        ["FAIL", fail],
      ] as const) {
        hash.update(word);
        for (const key of expectedOrder(all)) {
          const bytes = Buffer.alloc(8);
          bytes.writeBigUInt64BE(BigInt(skeyOf(saltHex, key)));
          hash.update(bytes);
        }
      }
      expect(await store.hashFrame(frame)).toBe(hash.digest("hex"));
    });

    it("leaves out what came after the mark, other epochs, and artifacts that do not count", async () => {
      const store = await newStore();
      const text = "what the critic saw";
      await store.recordVerdicts(
        aBatch(
          [
            aVerdict({ externalId: "snapshot", artifact: { kind: "snapshot", sha256: sha256(text) } }),
            aVerdict({ externalId: "ref" }),
            aVerdict({ externalId: "none", artifact: { kind: "none", because: "missing" } }),
            aVerdict({ externalId: "other epoch", epoch: "e" }),
          ],
          [text],
        ),
      );
      const { watermark } = await store.readMonth("2026-05");
      const before = { ...frame, watermark };
      const hash = await store.hashFrame(before);
      await store.recordVerdicts(aBatch([...verdicts(50, "late"), ...verdicts(5, "f", { word: "FAIL" })]));
      const drawn = async (acceptRef: boolean) => store.drawSample(draw(100, { watermark, acceptRef }));
      expect(new Set((await drawn(true)).map(({ artifact }) => artifact.kind))).toEqual(
        new Set(["snapshot", "ref"]),
      );
      expect(await drawn(true)).toHaveLength(2);
      expect((await drawn(false)).map(({ artifact }) => artifact)).toEqual([
        { kind: "snapshot", sha256: sha256(text) },
      ]);
      expect(await store.drawSample(draw(100))).toHaveLength(52);
      expect(await store.hashFrame(before)).toBe(hash);
      expect(await store.hashFrame(frame)).not.toBe(hash);
      expect(await store.hashFrame({ ...before, acceptRef: false })).not.toBe(hash);
    });

    it("names the lowest scores and the highest costs of the frame, of both words", async () => {
      const store = await newStore();
      await store.recordVerdicts(
        aBatch([
          aVerdict({ externalId: "a", score: 0.9, costUsd: 0.3 }),
          aVerdict({ externalId: "b", score: 0.1, word: "FAIL" }),
          aVerdict({ externalId: "c", score: 0.2, costUsd: 0.2, word: "FAIL" }),
          aVerdict({ externalId: "d", costUsd: 0.1 }),
          aVerdict({ externalId: "e", score: 0, costUsd: 9, artifact: { kind: "none", because: "missing" } }),
        ]),
      );
      const { byScore, byCost } = await store.listRiskCandidates({ ...frame, limit: 2 });
      expect(byScore.map(({ score, word }) => [score, word])).toEqual([
        [0.1, "FAIL"],
        [0.2, "FAIL"],
      ]);
      expect(byCost.map(({ costUsd }) => costUsd)).toEqual([0.3, 0.2]);
    });
  });

  describe(`${name}: cycles and items`, () => {
    const opening = {
      period: "2026-05",
      cycles: [aCycle()],
      items: [anItem("one", { orderKey: 9 }), anItem("two", { orderKey: 4 })],
      effects: [anEffect("opened")],
      openedAt: Date.UTC(2026, 5, 1, 13),
    };

    it("stores cycles, items and effects of an opening, and gives them back whole", async () => {
      const store = await newStore();
      const below = aCycle({
        axis: "a-first",
        state: "below-threshold",
        because: "too-few-pass",
        epoch: null,
        dueAt: null,
        frameHash: null,
        sampleTarget: 4,
        firstMonth: false,
      });
      const byRef = anItem("three", { orderKey: 5.5, artifact: { kind: "ref", ref: "https://example.org" } });
      const full = { ...opening, cycles: [aCycle(), below], items: [...opening.items, byRef] };
      const outcome = await store.planOpening(full);
      expect([...outcome.opened].sort()).toEqual(["a-first", "verify-dispatch"]);
      expect(await store.listCycles()).toEqual([below, aCycle()]);
      expect(await store.listCycles({ state: "open" })).toEqual([aCycle()]);
      expect(await store.listCycles({ axis: "a-first", period: "2026-05" })).toEqual([below]);
      expect(await store.listCycles({ period: "2026-06" })).toEqual([]);
      expect(await store.listItems({})).toEqual([opening.items[1], byRef, opening.items[0]]);
      expect(await store.listItems({ ref: "three", axis: "verify-dispatch", states: ["planned"] })).toEqual([
        byRef,
      ]);
      expect(await store.listItems({ states: ["created"] })).toEqual([]);
      expect(await store.listItems({ period: "2026-04" })).toEqual([]);
      expect(await store.listEffects()).toMatchObject([{ dedupeKey: "opened", state: "pending" }]);
    });

    it("leaves a cycle that exists with its items, and plans no effects when nothing was opened", async () => {
      const store = await newStore();
      await store.planOpening(opening);
      const again = await store.planOpening({
        ...opening,
        cycles: [aCycle({ watermark: 99 })],
        items: [anItem("again")],
        effects: [anEffect("again")],
      });
      expect(again.opened).toEqual([]);
      const wider = await store.planOpening({
        ...opening,
        cycles: [aCycle(), aCycle({ axis: "verify-vault-write" })],
        items: [anItem("refused"), anItem("new", { axis: "verify-vault-write" })],
        effects: [anEffect("wider")],
      });
      expect(wider.opened).toEqual(["verify-vault-write"]);
      expect((await store.listCycles({ axis: "verify-dispatch" }))[0]?.watermark).toBe(75);
      expect((await store.listItems({})).map(({ ref }) => ref)).toEqual(["two", "one", "new"]);
      expect((await store.listEffects()).map(({ dedupeKey }) => dedupeKey)).toEqual(["opened", "wider"]);
    });

    it("moves an item from planned over sending to created, counting attempts, and refuses the rest", async () => {
      const store = await newStore();
      await store.planOpening(opening);
      const move = async (to: "sending" | "created" | "withdrawn", more = {}) =>
        store.moveItem({ ref: "one", to, at: 1, ...more });
      const item = async () => (await store.listItems({ ref: "one" }))[0];
      expect(await move("created")).toBe(false);
      expect(await move("sending")).toBe(true);
      expect(await move("sending")).toBe(true);
      expect(await item()).toMatchObject({ state: "sending", attempts: 2, externalId: null });
      expect(await move("created", { externalId: "p-1", url: "https://example.org/p-1" })).toBe(true);
      const created = { state: "created", attempts: 2, externalId: "p-1", url: "https://example.org/p-1" };
      expect(await item()).toMatchObject(created);
      expect(await move("created")).toBe(false);
      expect(await move("sending")).toBe(false);
      expect(await move("withdrawn", { because: "trashed" })).toBe(true);
      expect(await item()).toMatchObject({
        state: "withdrawn",
        withdrawnBecause: "trashed",
        externalId: "p-1",
      });
      expect(await move("created")).toBe(false);
      expect(await move("withdrawn")).toBe(false);
      expect(await store.moveItem({ ref: "nobody", to: "sending", at: 1 })).toBe(false);
    });
  });

  describe(`${name}: grades`, () => {
    async function opened(): Promise<Store> {
      const store = await newStore();
      await store.planOpening({
        period: "2026-05",
        cycles: [aCycle()],
        items: [anItem("one"), anItem("two")],
        effects: [],
        openedAt: 1,
      });
      for (const ref of ["one", "two"]) {
        await store.moveItem({ ref, to: "sending", at: 2 });
        await store.moveItem({ ref, to: "created", at: 3 });
      }
      return store;
    }
    const stateOf = async (store: Store, ref: string) => (await store.listItems({ ref }))[0]?.state;

    it("stores what is new, once, and says what it refused", async () => {
      const store = await opened();
      const outcomes = await store.appendGrades([
        aGrade("one", { reason: "clear" }),
        aGrade("one", { reason: "clear" }),
        aGrade("one", {
          reason: "clear",
          by: "somebody else",
          observedAt: Date.UTC(2026, 5, 4),
          via: "import",
        }),
        aGrade("nobody"),
        aGrade("two", { grade: null }),
        aGrade("two", { grade: "CANT_TELL", at: 5, observedAt: 10 }),
      ]);
      expect(outcomes).toEqual([
        { outcome: "stored", late: false },
        { outcome: "duplicate" },
        { outcome: "duplicate" },
        { outcome: "rejected", because: "unknown-ref" },
        { outcome: "duplicate" },
        { outcome: "stored", late: false },
      ]);
      const { observations, mark } = await store.listGrades({ axis: "verify-dispatch" });
      expect(observations).toEqual([
        aGrade("one", { reason: "clear" }),
        aGrade("two", { grade: "CANT_TELL", at: 5, observedAt: 10 }),
      ]);
      expect(mark).toBeGreaterThan(0);
      const elsewhere = await store.listGrades({ axis: "verify-vault-write" });
      expect(elsewhere).toEqual({ observations: [], mark: 0 });
    });

    it("keeps every change of mind, and takes no older word for a new one", async () => {
      const store = await opened();
      const first = aGrade("one", { grade: "FAIL", at: 100, observedAt: 100 });
      const changed = aGrade("one", { grade: "PASS", at: 200, observedAt: 200 });
      const back = aGrade("one", { grade: "FAIL", at: 300, observedAt: 300 });
      const outcomes = await store.appendGrades([first, changed, { ...first, observedAt: 250 }, back]);
      expect(outcomes.map((one) => one.outcome)).toEqual(["stored", "stored", "duplicate", "stored"]);
      expect((await store.listGrades({ axis: "verify-dispatch" })).observations).toHaveLength(3);
      // Without an instant of its own a grade counts from when it was seen, so the same word seen later is a new one.
      const bare = aGrade("two", { grade: "FAIL", observedAt: 10 });
      const seen = [bare, aGrade("two", { observedAt: 20 }), { ...bare, observedAt: 30 }, bare];
      const more = await store.appendGrades(seen);
      expect(more.map((one) => one.outcome)).toEqual(["stored", "stored", "stored", "duplicate"]);
    });

    it("moves items between created and answered, also when the grade is seen before the creation", async () => {
      const store = await opened();
      await store.appendGrades([aGrade("one", { observedAt: 10 })]);
      expect(await stateOf(store, "one")).toBe("answered");
      await store.appendGrades([aGrade("one", { grade: null, observedAt: 20 })]);
      expect(await stateOf(store, "one")).toBe("created");
      await store.planOpening({
        period: "2026-04",
        cycles: [aCycle({ period: "2026-04" })],
        items: [anItem("early", { period: "2026-04" })],
        effects: [],
        openedAt: 1,
      });
      await store.appendGrades([aGrade("early")]);
      expect(await stateOf(store, "early")).toBe("planned");
      await store.moveItem({ ref: "early", to: "sending", at: 2 });
      await store.moveItem({ ref: "early", to: "created", at: 3 });
      expect(await stateOf(store, "early")).toBe("answered");
      expect(
        (await store.listGrades({ axis: "verify-dispatch", period: "2026-04" })).observations,
      ).toHaveLength(1);
      const ofAxis = await store.listGrades({ axis: "verify-dispatch" });
      // The mark is the axis', whatever month was asked for.
      expect((await store.listGrades({ axis: "verify-dispatch", period: "2026-05" })).mark).toBe(ofAxis.mark);
    });

    it("leaves a withdrawn item withdrawn", async () => {
      const store = await opened();
      await store.moveItem({ ref: "one", to: "withdrawn", at: 4, because: "deleted" });
      expect(await store.appendGrades([aGrade("one")])).toEqual([{ outcome: "stored", late: false }]);
      expect(await stateOf(store, "one")).toBe("withdrawn");
    });

    it("takes a grade for a closed cycle as late, and leaves its items as they were", async () => {
      const store = await opened();
      await store.appendGrades([aGrade("one")]);
      const { mark } = await store.listGrades({ axis: "verify-dispatch" });
      const closing = {
        axis: "verify-dispatch",
        period: "2026-05",
        closedAt: 9,
        gradesMark: mark,
        decision: aDecision(),
        statusChange: null,
        effects: [],
      };
      expect(await store.closeCycle(closing)).toBe("closed");
      const late = await store.appendGrades([
        aGrade("two", { observedAt: Date.UTC(2026, 7, 1) }),
        aGrade("one", { grade: null, observedAt: Date.UTC(2026, 7, 1) }),
      ]);
      expect(late).toEqual([
        { outcome: "stored", late: true },
        { outcome: "stored", late: true },
      ]);
      expect([await stateOf(store, "one"), await stateOf(store, "two")]).toEqual(["answered", "expired"]);
      expect(await store.moveItem({ ref: "one", to: "withdrawn", at: 10 })).toBe(false);
    });
  });

  describe(`${name}: closing`, () => {
    const closing = {
      axis: "verify-dispatch",
      period: "2026-05",
      closedAt: Date.UTC(2026, 6, 1, 13),
      gradesMark: 0,
      decision: aDecision(),
      statusChange: aStatusChange(),
      effects: [anEffect("closed")],
    };
    const states = ["planned", "sending", "created", "answered", "withdrawn"] as const;

    async function opened(): Promise<Store> {
      const store = await newStore();
      await store.planOpening({
        period: "2026-05",
        cycles: [aCycle()],
        items: states.map((state) => anItem(state, { state })),
        effects: [],
        openedAt: 1,
      });
      return store;
    }

    it("stores decision, status change and effects with the close, and expires what is unanswered", async () => {
      const store = await opened();
      expect(await store.closeCycle(closing)).toBe("closed");
      expect(await store.listCycles()).toEqual([aCycle({ state: "closed", closedAt: closing.closedAt })]);
      const items = await store.listItems({});
      expect(Object.fromEntries(items.map(({ ref, state }) => [ref, state]))).toEqual({
        planned: "expired",
        sending: "expired",
        created: "expired",
        answered: "answered",
        withdrawn: "withdrawn",
      });
      expect(await store.listDecisions()).toEqual([aDecision()]);
      expect(await store.listDecisions({ axis: "verify-vault-write" })).toEqual([]);
      expect(await store.listStatusChanges()).toEqual([aStatusChange()]);
      expect(await store.listEffects({ period: "2026-05" })).toMatchObject([{ dedupeKey: "closed" }]);
      expect(await store.closeCycle(closing)).toBe("not-open");
      expect(await store.listStatusChanges()).toHaveLength(1);
    });

    it("closes nothing when a grade of any month of the axis came in between", async () => {
      const store = await opened();
      await store.planOpening({
        period: "2026-04",
        cycles: [aCycle({ period: "2026-04" }), aCycle({ period: "2026-04", axis: "verify-vault-write" })],
        items: [
          anItem("april", { period: "2026-04" }),
          anItem("other axis", { period: "2026-04", axis: "verify-vault-write" }),
        ],
        effects: [],
        openedAt: 1,
      });
      await store.appendGrades([aGrade("other axis")]);
      await store.appendGrades([aGrade("april")]);
      expect(await store.closeCycle(closing)).toBe("changed");
      expect(await store.listDecisions()).toEqual([]);
      expect(await store.listStatusChanges()).toEqual([]);
      expect(await store.listEffects()).toEqual([]);
      expect((await store.listCycles({ period: "2026-05" }))[0]).toEqual(aCycle());
      const { mark } = await store.listGrades({ axis: "verify-dispatch" });
      expect(await store.closeCycle({ ...closing, gradesMark: mark })).toBe("closed");
    });

    it("does not close what was never open", async () => {
      const store = await newStore();
      expect(await store.closeCycle(closing)).toBe("not-open");
      await store.planOpening({
        period: "2026-05",
        cycles: [aCycle({ state: "skipped", because: "too-old" })],
        items: [],
        effects: [],
        openedAt: 1,
      });
      expect(await store.closeCycle(closing)).toBe("not-open");
      expect(await store.listDecisions()).toEqual([]);
    });
  });

  describe(`${name}: status and effects`, () => {
    it("records status changes in their order, with their effects", async () => {
      const store = await newStore();
      const byHand = aStatusChange({ by: "by hand", from: null, to: "shadow", period: null, at: 3 });
      await store.recordStatusChange(byHand, [anEffect("told")]);
      await store.recordStatusChange(aStatusChange({ axis: "a-first", at: 2 }), []);
      expect(await store.listStatusChanges()).toEqual([byHand, aStatusChange({ axis: "a-first", at: 2 })]);
      expect(await store.listStatusChanges({ axis: "a-first" })).toHaveLength(1);
      expect(await store.listEffects()).toMatchObject([{ dedupeKey: "told", plannedAt: 3 }]);
    });

    it("plans an effect once", async () => {
      const store = await newStore();
      expect(await store.planEffects([anEffect("a"), anEffect("b"), anEffect("a")], 5)).toBe(2);
      expect(await store.planEffects([anEffect("b", { axis: "x" })], 6)).toBe(0);
      const effects = await store.listEffects({ unfinished: true });
      expect(effects).toMatchObject([anEffect("a"), anEffect("b")]);
      expect(effects[0]).toMatchObject({
        state: "pending",
        attempts: 0,
        nextTryAt: null,
        plannedAt: 5,
        doneAt: null,
      });
      expect(await store.listEffects({ period: "2026-06" })).toEqual([]);
    });

    it("counts an attempt with each claim, also after a crash, and none when it is done", async () => {
      const store = await newStore();
      await store.planEffects([anEffect("a"), anEffect("b")], 5);
      const id = (await store.listEffects())[0]?.id ?? 0;
      expect(await store.claimEffect(id)).toMatchObject({
        id,
        state: "sending",
        attempts: 1,
        ...anEffect("a"),
      });
      // Nobody said how it ended: the claimer died.
      expect(await store.claimEffect(id)).toMatchObject({ attempts: 2 });
      await store.finishEffect(id, { state: "pending", nextTryAt: 99, error: "the vault is not mounted" });
      expect((await store.listEffects({ unfinished: true }))[0]).toMatchObject({
        state: "pending",
        attempts: 2,
        nextTryAt: 99,
        lastError: "the vault is not mounted",
      });
      expect(await store.claimEffect(id)).toMatchObject({ attempts: 3, state: "sending" });
      await store.finishEffect(id, { state: "done", at: 100, detail: "appended" });
      expect(await store.claimEffect(id)).toBeNull();
      await store.finishEffect(id, { state: "pending", nextTryAt: 200, error: "late word" });
      const all = await store.listEffects();
      expect(all[0]).toMatchObject({
        state: "done",
        doneAt: 100,
        lastError: null,
        nextTryAt: null,
        attempts: 3,
      });
      expect((await store.listEffects({ unfinished: true })).map(({ dedupeKey }) => dedupeKey)).toEqual([
        "b",
      ]);
      expect(await store.claimEffect(12_345)).toBeNull();
      await expect(store.finishEffect(12_345, { state: "done", at: 1, detail: "" })).rejects.toMatchObject({
        code: "not-found",
      });
    });
  });

  describe(`${name}: the database itself`, () => {
    it("keeps settings, and with onlyIfAbsent the first word", async () => {
      const store = await newStore();
      expect(await store.readSetting("first_run_period")).toBeNull();
      expect(await store.writeSetting("first_run_period", "2026-04", { onlyIfAbsent: true })).toBe("2026-04");
      expect(await store.writeSetting("first_run_period", "2026-05", { onlyIfAbsent: true })).toBe("2026-04");
      expect(await store.writeSetting("last_seen", "1")).toBe("1");
      expect(await store.writeSetting("last_seen", "2")).toBe("2");
      expect(await store.readSetting("last_seen")).toBe("2");
    });

    it("lists the latest runs first", async () => {
      const store = await newStore();
      const run = (startedAt: number) => ({
        startedAt,
        finishedAt: startedAt + 1,
        trigger: "run",
        pid: 4242,
        status: "pending" as const,
        summary: "1 opened",
      });
      for (const startedAt of [1, 2, 3]) await store.recordRun(run(startedAt));
      expect(await store.listRuns(2)).toEqual([run(3), run(2)]);
    });

    it("keeps the salt it was made with", async () => {
      const engine = await newEngine();
      expect(await (await engine.open()).readSalt()).toBe(saltHex);
      expect(await (await engine.open({ workspace: "second" })).readSalt()).toBe(saltHex);
    });

    it("keeps workspaces apart", async () => {
      const engine = await newEngine();
      const [one, two] = [await engine.open(), await engine.open({ workspace: "second", timezone: "UTC" })];
      for (const store of [one, two]) {
        await store.recordVerdicts(aBatch([aVerdict()]));
        await store.planOpening({
          period: "2026-05",
          cycles: [aCycle()],
          items: [anItem("same")],
          effects: [anEffect("same")],
          openedAt: 1,
        });
        await store.writeSetting("last_seen", "1");
      }
      await one.appendGrades([aGrade("same")]);
      await one.recordStatusChange(aStatusChange(), []);
      expect((await two.listGrades({ axis: "verify-dispatch" })).mark).toBe(0);
      expect(await two.listStatusChanges()).toEqual([]);
      expect(await two.listMonthCounts({})).toMatchObject([{ count: 1 }]);
      expect(await two.listItems({})).toHaveLength(1);
      expect(await two.listEffects()).toHaveLength(1);
      expect(
        await two.drawSample({
          axis: "verify-dispatch",
          period: "2026-05",
          epoch,
          word: "PASS",
          n: 5,
          skip: 0,
          watermark: 100,
          acceptRef: true,
        }),
      ).toHaveLength(1);
    });

    it("refuses another zone once a verdict is stored, and takes it before", async () => {
      const engine = await newEngine();
      await engine.open();
      const store = await engine.open({ timezone: "Asia/Tokyo" });
      // 31 May, 16:00 UTC is 1 June in Tokyo.
      await store.recordVerdicts(aBatch([aVerdict({ at: Date.UTC(2026, 4, 31, 16) })]));
      expect(await store.listMonthCounts({})).toMatchObject([{ period: "2026-06" }]);
      const error: unknown = await engine.open({ timezone: "UTC" }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "config" });
      expect(String(error)).toContain("Asia/Tokyo");
      expect(String(error)).toContain("UTC");
      await engine.open({ timezone: "Asia/Tokyo" });
      // Another workspace has a zone of its own.
      await engine.open({ timezone: "UTC", workspace: "second" });
    });

    it.each(["verdict", "artifact", "grade_observation", "decision", "status_change"])(
      "refuses to change or delete rows of %s",
      async (table) => {
        const engine = await newEngine();
        const store = await engine.open();
        const text = "what the critic saw";
        const verdict = aVerdict({ artifact: { kind: "snapshot", sha256: sha256(text) } });
        await store.recordVerdicts(aBatch([verdict], [text]));
        await store.planOpening({
          period: "2026-05",
          cycles: [aCycle()],
          items: [anItem("one")],
          effects: [],
          openedAt: 1,
        });
        await store.appendGrades([aGrade("one")]);
        const { mark } = await store.listGrades({ axis: "verify-dispatch" });
        await store.closeCycle({
          axis: "verify-dispatch",
          period: "2026-05",
          closedAt: 9,
          gradesMark: mark,
          decision: aDecision(),
          statusChange: aStatusChange(),
          effects: [],
        });
        await expect(engine.execute(`UPDATE ${table} SET workspace = 'other'`)).rejects.toThrow(
          /only ever added/,
        );
        await expect(engine.execute(`DELETE FROM ${table}`)).rejects.toThrow(/only ever added/);
      },
    );

    it("finds nothing wrong with a database in use", async () => {
      const store = await newStore();
      const text = "what the critic saw";
      const verdict = aVerdict({ artifact: { kind: "snapshot", sha256: sha256(text) }, costUsd: 0.1 });
      await store.recordVerdicts(aBatch([verdict, ...verdicts(30, "p", { costUsd: 0.1 })], [text]));
      await store.planOpening({
        period: "2026-05",
        cycles: [aCycle()],
        items: [anItem("one", { verdictKey: verdictKey("default", verdict) })],
        effects: [],
        openedAt: 1,
      });
      await store.closeCycle({
        axis: "verify-dispatch",
        period: "2026-05",
        closedAt: 9,
        gradesMark: 0,
        decision: aDecision(),
        statusChange: null,
        effects: [],
      });
      const findings = await store.inspect({ quickCheck: true });
      expect(findings.filter(({ ok }) => !ok)).toEqual([]);
      expect(findings.every(({ fix }) => fix === null)).toBe(true);
      expect(findings.length).toBeGreaterThan((await store.inspect({ quickCheck: false })).length);
    });
  });
}
