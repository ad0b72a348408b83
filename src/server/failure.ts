import { ImproveCronError } from "../errors.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** The caller learns whether trying again helps; what exactly went wrong stands in the log. */
export function failureOf(error: unknown): Refusal {
  if (error instanceof ImproveCronError) {
    const later = { "Retry-After": "5" };
    return refusal(503, error.code, "this could not be done now: try again later", later);
  }
  return refusal(500, "bug", "this could not be done");
}
