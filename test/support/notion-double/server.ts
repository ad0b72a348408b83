import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { sendFault, sendJson } from "./answer.ts";
import type { Fault, FaultQueue, FaultRule } from "./fault.ts";
import { Cursors } from "./paging.ts";
import { type Outcome, type PerformOptions, perform } from "./perform.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { findRoute } from "./find-route.ts";
import { Traffic } from "./traffic.ts";
import type { Workspace } from "./workspace.ts";

/** When a listener hears of a request. `written`: carried out, not yet answered. */
type RequestPhase = "arrived" | "written" | "answered";

export type RequestListener = (request: RecordedRequest, phase: RequestPhase) => void | Promise<void>;

/** Turns of the event loop before an answer, so that a second request that is on its way is seen in time. */
const turns = 3;

/** The HTTP side of the double. */
export class ApiServer {
  readonly requests: RecordedRequest[] = [];
  readonly listeners = new Set<RequestListener>();
  private readonly server: Server;
  private readonly traffic: Traffic;
  private readonly cursors = new Cursors();
  private readonly workspace: Workspace;
  private readonly faults: FaultQueue;
  private readonly options: PerformOptions;
  private port = 0;

  constructor(workspace: Workspace, faults: FaultQueue, options: PerformOptions) {
    this.workspace = workspace;
    this.faults = faults;
    this.options = options;
    this.traffic = new Traffic(workspace);
    this.server = createServer((incoming, response) => {
      this.exchange(incoming, response).catch((error: unknown) => {
        workspace.violations.push({ kind: "double", n: this.requests.length, detail: String(error) });
        response.destroy();
      });
    });
    this.server.keepAliveTimeout = 60_000;
  }

  /** Listens on the loopback interface, on the same port as before where there was one. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(this.port, "127.0.0.1", () => {
        this.server.off("error", reject);
        resolve();
      });
    });
    const address = this.server.address();
    if (address === null || typeof address === "string") throw new Error("The double has no port.");
    this.port = address.port;
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  dropIdle(): void {
    this.server.closeIdleConnections();
  }

  private async exchange(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
    const request = record(
      this.requests.length + 1,
      incoming,
      Buffer.concat(chunks),
      this.workspace.clock.now(),
    );
    this.requests.push(request);
    const end = this.traffic.arrive(request);
    response.on("close", () => end("hung-up"));
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await this.tell(request, "arrived");
    const rule = this.faults.next(request);
    request.fault = rule?.fault.kind ?? null;
    const done = await this.answer(request, response, rule, end);
    if (done) await this.tell(request, "answered");
  }

  private async answer(
    request: RecordedRequest,
    response: ServerResponse,
    rule: FaultRule | null,
    end: (ended: "answered" | "hung-up") => void,
  ): Promise<boolean> {
    const fault: Fault | null = rule?.fault ?? null;
    if (fault?.kind === "late") {
      if (rule?.written === true) {
        this.workspace.clock.schedule(request.at + fault.commitAfterMs, () => this.carryOut(request));
      }
      return false;
    }
    if (fault?.kind === "slow") {
      this.workspace.clock.advance(fault.clockMs);
      await new Promise((resolve) => setTimeout(resolve, fault.real));
    }
    let outcome: Outcome = { status: 200, body: { object: "list", results: [], has_more: false } };
    if (fault === null || fault.kind === "slow" || rule?.written === true) {
      outcome = this.carryOut(request);
      await this.tell(request, "written");
    }
    if (fault === null || fault.kind === "slow") {
      end("answered");
      sendJson(response, request, outcome);
      return true;
    }
    if (fault.kind === "rate-limited" || fault.kind === "overloaded")
      this.traffic.block(fault.retryAfter ?? 0);
    const over = fault.kind !== "hang" && fault.kind !== "stall";
    if (over) end("answered");
    return sendFault(response, request, fault, outcome);
  }

  private carryOut(request: RecordedRequest): Outcome {
    const outcome = perform(this.workspace, this.cursors, request, this.options);
    request.committed = outcome.status < 400;
    return outcome;
  }

  private async tell(request: RecordedRequest, phase: RequestPhase): Promise<void> {
    for (const listener of this.listeners) await listener(request, phase);
  }
}

function record(n: number, incoming: IncomingMessage, bytes: Buffer, at: number): RecordedRequest {
  const method = incoming.method ?? "";
  const url = incoming.url ?? "";
  const cut = url.indexOf("?");
  const path = cut < 0 ? url : url.slice(0, cut);
  const body = bytes.toString("utf8");
  const lines = [`${method} ${url} HTTP/${incoming.httpVersion}`];
  const headers: Record<string, string> = {};
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index] ?? "";
    const value = incoming.rawHeaders[index + 1] ?? "";
    headers[name.toLowerCase()] = value;
    lines.push(`${name}: ${value}`);
  }
  return {
    n,
    method,
    path,
    query: cut < 0 ? "" : url.slice(cut),
    operation: findRoute(method, path)?.operation ?? null,
    headers,
    body,
    json: parsed(body),
    bytes: bytes.length,
    wire: `${lines.join("\r\n")}\r\n\r\n${body}`,
    at,
    status: null,
    committed: false,
    fault: null,
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
