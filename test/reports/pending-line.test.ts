import { expect, it } from "vitest";
import { pendingLine } from "../../src/reports/pending-line.ts";

it("is one line with what, for whom, why and the hint", () => {
  const line = pendingLine({
    kind: "collect",
    period: "2026-05",
    axis: null,
    because: "no\ntoken",
    hint: "Set it.",
  });
  expect(line).toContain("(2026-05): no token. Set it.");
  expect(pendingLine({ kind: "ingest", period: null, axis: null, because: "x", hint: null })).not.toContain(
    "(",
  );
});
