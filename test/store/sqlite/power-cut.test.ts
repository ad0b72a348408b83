import { describe, expect, it } from "vitest";
import { cutPower } from "../../support/power-cut.ts";

// The long form: node --import tsx scripts/torture/power-cut.ts 1000 1
describe("a power cut while verdicts and grades are stored", () => {
  it("loses nothing that was acknowledged", async () => {
    const counts = await cutPower({ cuts: 20, seed: 1 });
    expect(counts.problems).toEqual([]);
    expect(counts).toMatchObject({ cuts: 20, torn: 20, lost: 0, damaged: 0 });
    expect(counts.acknowledged).toBeGreaterThan(20);
  });
});
