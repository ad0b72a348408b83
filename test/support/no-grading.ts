import type { Grading } from "../../src/server/grading/grading.ts";

/** A server's grading where there is nothing to grade. */
export const noGrading: Grading = {
  now: () => Date.parse("2026-06-01T13:00:00Z"),
  list: async () => ({ workspace: "none", items: [], minutesPerItem: 1.5, elsewhere: [] }),
  text: async () => null,
  take: async () => ({ outcome: "rejected", because: "unknown-ref" }),
};
