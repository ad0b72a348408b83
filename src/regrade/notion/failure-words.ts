import { NotionFailure } from "./failure.ts";

export interface Unreachable {
  readonly because: string;
  readonly hint: string | null;
}

/** What a failure says to whoever waits; whatever else was thrown is a bug and goes on. */
export function unreachableBy(error: unknown): Unreachable {
  if (!(error instanceof NotionFailure)) throw error;
  return { because: error.message, hint: error.hint };
}
