import type { OpenGrading, PageGrade, PageGradeOutcome } from "../core/open-grading.ts";
import type { ItemText } from "./texts-at-hand.ts";

export type Answer<Value> =
  | { readonly kind: "ok"; readonly value: Value }
  /** Nobody answered, or not now: it may be asked again. */
  | { readonly kind: "unreachable" }
  | { readonly kind: "wrong-token" }
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

type Timed = { readonly now: string };
export type TakenGrade = Timed & Exclude<PageGradeOutcome, { readonly outcome: "rejected" }>;

const patienceMs = 15_000;

/** Asks the server that this page came from; the token goes along in a header, never in an address. */
export class Server {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  items(): Promise<Answer<OpenGrading & Timed>> {
    return this.#ask("/grading/items");
  }

  text(ref: string): Promise<Answer<ItemText>> {
    return this.#ask(`/grading/text?ref=${encodeURIComponent(ref)}`);
  }

  send({ at, ...grade }: PageGrade): Promise<Answer<TakenGrade>> {
    return this.#ask("/grading/grades", JSON.stringify({ ...grade, at: new Date(at).toISOString() }));
  }

  async #ask<Value>(path: string, body?: string): Promise<Answer<Value>> {
    try {
      const response = await fetch(path, {
        headers: { Authorization: `Bearer ${this.#token}`, "Content-Type": "application/json" },
        cache: "no-store",
        credentials: "omit",
        redirect: "error",
        signal: AbortSignal.timeout(patienceMs),
        ...(body === undefined ? {} : { method: "POST", body }),
      });
      if (response.ok) return { kind: "ok", value: await response.json() };
      if (response.status === 401) return { kind: "wrong-token" };
      if (response.status >= 500 || [408, 429].includes(response.status)) return { kind: "unreachable" };
      const { error } = await response.json();
      return { kind: "refused", code: String(error.code), message: String(error.message) };
    } catch {
      return { kind: "unreachable" };
    }
  }
}
