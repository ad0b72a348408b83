import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { skeyOf } from "../../src/core/sampling.ts";
import { verdictKey } from "../../src/core/verdict.ts";
import type { SampleDraw } from "../../src/store/store.ts";
import { aBatch, aVerdict, epoch, midMay, sha256, verdicts } from "../store/samples.ts";
import { type StoreBench, saltHex } from "./store-engine.ts";

function expectedOrder(all: ReturnType<typeof verdicts>): readonly string[] {
  return all
    .map((verdict) => verdictKey("default", verdict))
    .toSorted((a, b) => skeyOf(saltHex, a) - skeyOf(saltHex, b));
}

/** What every store must do about: the month's frame. */
export function frameContract({ newStore }: StoreBench): void {
  describe("the month's frame", () => {
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
          aVerdict({ externalId: "d", costUsd: 0.1, score: 0.95 }),
          aVerdict({ externalId: "f", costUsd: 0.05, score: 0.99 }),
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
}
