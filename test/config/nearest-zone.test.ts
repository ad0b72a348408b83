import { expect, it } from "vitest";
import { nearestTimeZone } from "../../src/config/nearest-zone.ts";

it("names the zone that was meant", () => {
  expect(nearestTimeZone("America/NewYork")).toBe("America/New_York");
  expect(nearestTimeZone("Europe/Berln")).toBe("Europe/Berlin");
  expect(nearestTimeZone("utc.")).toBe("UTC");
});
