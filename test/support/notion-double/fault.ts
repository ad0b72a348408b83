import type { RecordedRequest } from "./recorded-request.ts";

/** What goes wrong with one answer. Times called `real` are milliseconds of the machine, the others of the clock. */
export type Fault =
  /** 429. `retryAfter` in seconds; the workspace's own limit can pass a minute. */
  | { readonly kind: "rate-limited"; readonly retryAfter: number }
  /** 529 service_overload. */
  | { readonly kind: "overloaded"; readonly retryAfter: number | null }
  | {
      readonly kind: "server-error";
      readonly status: 500 | 502 | 503 | 504;
      readonly body: "json" | "html";
    }
  /** 409 "Conflict occurred while saving. Please try again." */
  | { readonly kind: "conflict" }
  /** Any error answer of the API, e.g. 400 validation_error for one item. */
  | { readonly kind: "error"; readonly status: number; readonly code: string; readonly message?: string }
  /** The connection is reset before a byte of the answer. */
  | { readonly kind: "reset" }
  /** Never answers; ends when the client hangs up or the double closes. */
  | { readonly kind: "hang" }
  /** Head and half the body, then nothing, the socket stays open. */
  | { readonly kind: "stall" }
  /** Head with the full length and half the body, then the socket closes. */
  | { readonly kind: "truncate" }
  /** 200 without a body. */
  | { readonly kind: "empty" }
  /** 200 with a page of HTML. */
  | { readonly kind: "html" }
  /**
   * The client hangs up first, the answer comes after. With `written`, the write happens only `commitAfterMs`
   * (of the clock) after the request came: a look-up before that finds nothing.
   */
  | { readonly kind: "late"; readonly commitAfterMs: number }
  /** A good answer after `real` milliseconds, in which the clock moves by `clockMs`. */
  | { readonly kind: "slow"; readonly real: number; readonly clockMs: number };

/** Which requests a fault meets. Every given part has to fit. */
interface FaultTarget {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  /** The whole path without the query, e.g. `/v1/pages`, or a pattern. */
  readonly path?: string | RegExp;
  /** The SDK's name of the call, e.g. `pages.create`, `dataSources.query`. */
  readonly operation?: string;
  readonly where?: (request: RecordedRequest) => boolean;
}

export interface FaultRule {
  readonly on: FaultTarget;
  readonly fault: Fault;
  /** Whether the request is carried out all the same. Default false. `slow` is always carried out. */
  readonly written?: boolean;
  /** The first fitting request that is hit, counted from 1 since the rule was added. Default 1. */
  readonly nth?: number;
  /** How many in a row are hit. Default 1. */
  readonly times?: number | "always";
}

export interface FaultHandle {
  /** How many requests this rule has hit. */
  readonly hits: number;
  remove(): void;
}

export interface FaultScript {
  add(rule: FaultRule): FaultHandle;
  /** Forgets all rules. */
  clear(): void;
}

/** Every fault the queue has to survive, by name, for tables of tests. Hanging ones end at the client's own time limit. */
export const faultTable: readonly { readonly name: string; readonly fault: Fault }[] = [
  { name: "429 with Retry-After 2", fault: { kind: "rate-limited", retryAfter: 2 } },
  { name: "429 with Retry-After 180", fault: { kind: "rate-limited", retryAfter: 180 } },
  { name: "529", fault: { kind: "overloaded", retryAfter: 5 } },
  { name: "529 without Retry-After", fault: { kind: "overloaded", retryAfter: null } },
  { name: "500 JSON", fault: { kind: "server-error", status: 500, body: "json" } },
  { name: "500 HTML", fault: { kind: "server-error", status: 500, body: "html" } },
  { name: "502 JSON", fault: { kind: "server-error", status: 502, body: "json" } },
  { name: "502 HTML", fault: { kind: "server-error", status: 502, body: "html" } },
  { name: "503 JSON", fault: { kind: "server-error", status: 503, body: "json" } },
  { name: "503 HTML", fault: { kind: "server-error", status: 503, body: "html" } },
  { name: "504 JSON", fault: { kind: "server-error", status: 504, body: "json" } },
  { name: "504 HTML", fault: { kind: "server-error", status: 504, body: "html" } },
  { name: "409", fault: { kind: "conflict" } },
  { name: "reset", fault: { kind: "reset" } },
  { name: "hang", fault: { kind: "hang" } },
  { name: "stall", fault: { kind: "stall" } },
  { name: "truncate", fault: { kind: "truncate" } },
  { name: "empty", fault: { kind: "empty" } },
  { name: "HTML with 200", fault: { kind: "html" } },
  { name: "late", fault: { kind: "late", commitAfterMs: 3000 } },
  { name: "slow", fault: { kind: "slow", real: 20, clockMs: 1500 } },
];

interface LiveRule {
  readonly rule: FaultRule;
  seen: number;
  hits: number;
}

/** The script of faults: the oldest rule that fits and is due hits, and only that one. */
export class FaultQueue implements FaultScript {
  private readonly rules: LiveRule[] = [];

  add(rule: FaultRule): FaultHandle {
    const live: LiveRule = { rule, seen: 0, hits: 0 };
    this.rules.push(live);
    return {
      get hits() {
        return live.hits;
      },
      remove: () => {
        const at = this.rules.indexOf(live);
        if (at >= 0) this.rules.splice(at, 1);
      },
    };
  }

  clear(): void {
    this.rules.length = 0;
  }

  /** The fault that meets this request, if any. Every fitting rule counts the request. */
  next(request: RecordedRequest): FaultRule | null {
    let hit: LiveRule | null = null;
    for (const live of this.rules) {
      if (!fits(live.rule.on, request)) continue;
      live.seen += 1;
      const first = live.rule.nth ?? 1;
      const times = live.rule.times ?? 1;
      const due = live.seen >= first && (times === "always" || live.seen < first + times);
      if (due && hit === null) hit = live;
    }
    if (hit === null) return null;
    hit.hits += 1;
    return hit.rule;
  }
}

function fits(target: FaultTarget, request: RecordedRequest): boolean {
  if (target.method !== undefined && target.method !== request.method) return false;
  if (target.operation !== undefined && target.operation !== request.operation) return false;
  if (typeof target.path === "string" && target.path !== request.path) return false;
  if (target.path instanceof RegExp && !target.path.test(request.path)) return false;
  return target.where === undefined || target.where(request);
}
