import { describe, expect, it } from "vitest";
import { monthDistance } from "../../src/core/month-distance.ts";

describe("monthDistance", () => {
  it("counts calendar months, over years and backwards", () => {
    expect(monthDistance("2026-05", "2026-05")).toBe(0);
    expect(monthDistance("2026-05", "2026-06")).toBe(1);
    expect(monthDistance("2025-12", "2026-01")).toBe(1);
    expect(monthDistance("2025-06", "2026-07")).toBe(13);
    expect(monthDistance("2026-03", "2025-11")).toBe(-4);
  });
});
