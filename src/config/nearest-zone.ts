import { nearest } from "./nearest.ts";

/** The known zone whose name is nearest to a text that is none, e.g. `America/New_York` for `America/NewYork`. */
export function nearestTimeZone(text: string): string {
  return nearest(text, ["UTC", ...Intl.supportedValuesOf("timeZone")]) ?? "UTC";
}
