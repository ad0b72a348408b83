import type { RecordedRequest } from "./recorded-request.ts";
import type { Workspace } from "./workspace.ts";

/** Real milliseconds that the news of a client's hanging up may take. */
const graceMs = 1_000;
const perSecond = 3;

interface Flight {
  readonly request: RecordedRequest;
  /** Requests that came while this one was in flight, and when, in real time. */
  readonly met: { readonly request: RecordedRequest; readonly at: number }[];
}

/** Watches how the client paces itself: one in flight, three a second, Retry-After obeyed in full. */
export class Traffic {
  private readonly workspace: Workspace;
  private readonly flying = new Set<Flight>();
  private readonly arrivals: number[] = [];
  private blockedUntil = 0;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** A request came. Call the answer when it ended, and say whether the client hung up before. */
  arrive(request: RecordedRequest): (ended: "answered" | "hung-up") => void {
    if (request.at < this.blockedUntil) {
      this.note("retry-after", request, `${this.blockedUntil - request.at} ms too early`);
    }
    const third = this.arrivals.at(-perSecond);
    if (third !== undefined && request.at - third < 1000) {
      this.note("rate", request, `${perSecond + 1} requests in ${request.at - third} ms`);
    }
    this.arrivals.push(request.at);
    const now = performance.now();
    for (const flight of this.flying) flight.met.push({ request, at: now });
    const own: Flight = { request, met: [] };
    this.flying.add(own);
    return (ended) => {
      if (!this.flying.delete(own)) return;
      const end = performance.now();
      for (const other of own.met) {
        // The client gave up and sent the next one; the end of the old connection may become known a little later.
        if (ended === "hung-up" && end - other.at <= graceMs) continue;
        this.note("in-flight", other.request, `while request ${request.n} was in flight`);
      }
    };
  }

  /** An answer asked the client to wait. */
  block(seconds: number): void {
    this.blockedUntil = Math.max(this.blockedUntil, this.workspace.clock.now() + seconds * 1000);
  }

  private note(kind: "in-flight" | "rate" | "retry-after", request: RecordedRequest, detail: string): void {
    this.workspace.violations.push({ kind, n: request.n, detail });
  }
}
