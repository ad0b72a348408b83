import { expect, it } from "vitest";
import { isOutage } from "../../src/core/critic-failure.ts";

it("is an outage where the next call would meet the same, and not where it was about one item", () => {
  expect((["not-found", "auth", "limit", "environment"] as const).filter((kind) => !isOutage(kind))).toEqual(
    [],
  );
  expect((["timeout", "refused", "too-long", "crashed", "unparseable"] as const).filter(isOutage)).toEqual(
    [],
  );
});
