import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { IntakeReport } from "../core/intake.ts";
import { ImproveCronError, messageOf } from "../errors.ts";
import { verdictRowsOf } from "../intake/verdict-rows.ts";
import { answerJson, answerRefusal } from "./answer.ts";
import { checkBodyHeaders, readBody } from "./body.ts";
import { checkCaller } from "./caller.ts";
import { answerGrading, type Grading, gradingMethod } from "./grading/grading.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { answerReport, isReportPath, type Report } from "./report.ts";
import { checkToken } from "./token-check.ts";

/** What the server does for its callers, and what it asks of whoever runs it. */
export interface ServerOptions {
  /** 0 takes any free one. */
  readonly port: number;
  readonly token: string;
  /** Stores verdicts: lines of JSON, or the values themselves. */
  readonly accept: (rows: readonly unknown[]) => Promise<IntakeReport>;
  /** How things stand: nothing in it is secret, since anybody on this machine may ask. */
  readonly health: () => Promise<{ readonly ok: boolean }>;
  /** The grading page and what it asks. */
  readonly grading: Grading;
  /** The report; left out: there is none. */
  readonly report?: Report;
  /** Told of every request that was refused or went wrong; `path` without its query. */
  readonly onRefusal: (refused: {
    readonly status: number;
    readonly code: string;
    readonly method: string;
    readonly path: string;
  }) => void;
  readonly onError: (error: unknown) => void;
  readonly limits?: Partial<ServerLimits>;
}

interface ServerLimits {
  readonly bodyBytes: number;
  readonly bodyRows: number;
  /** For the headers of a request, and for all of it. */
  readonly headersMs: number;
  readonly requestMs: number;
}

const defaultLimits: ServerLimits = {
  bodyBytes: 16 * 1024 * 1024,
  bodyRows: 50_000,
  headersMs: 10_000,
  requestMs: 60_000,
};

/** More callers than a machine's own programs are need; the rest wait for a place. */
const maxConnections = 64;

export interface RunningServer {
  readonly port: number;
  /** Takes no new request, lets those that run finish, for at most so long. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Serves `POST /verdicts`, `GET /health` and the grading page on 127.0.0.1, and nothing else. Throws `io` where the port cannot be had.
 *
 * The order of the checks: who asks (Host, Origin), what (path, method), by which right (token), in which form
 * (type, size), and only then is the body read.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const limits = { ...defaultLimits, ...options.limits };
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: 5_000,
    // How exactly the two times above are kept.
    connectionsCheckingInterval: Math.min(5_000, Math.ceil(limits.headersMs / 4)),
  });
  server.maxConnections = maxConnections;
  // An address of a socket that is gone has no port.
  let port = options.port;
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response, { ...options, port, limits }).catch((error: unknown) => {
      options.onError(error);
      response.destroy();
    });
  };
  server.on("request", serve);
  // Asked whether to send a body: refused before it is sent, or told to go on.
  server.on("checkContinue", serve);
  await listen(server, options.port);
  const address = server.address();
  if (typeof address === "object" && address !== null) port = address.port;
  return { port, stop: (graceMs) => stop(server, graceMs) };
}

type Handling = ServerOptions & { readonly limits: ServerLimits };

async function handle(request: IncomingMessage, response: ServerResponse, options: Handling): Promise<void> {
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  const refuse = (refused: Refusal): void => {
    options.onRefusal({
      status: refused.status,
      code: refused.code,
      method: request.method ?? "",
      path: path.slice(0, 100),
    });
    answerRefusal(request, response, refused);
  };
  const stranger = checkCaller(request, options.port);
  if (stranger !== null) return refuse(stranger);
  switch (path) {
    case "/health":
      if (request.method !== "GET" && request.method !== "HEAD") return refuse(wrongMethod("GET, HEAD"));
      return answerHealth(request, response, options);
    case "/verdicts":
      if (request.method !== "POST") return refuse(wrongMethod("POST"));
      return takeVerdicts(request, response, options, refuse);
    default:
      return servePage(request, response, { ...options, path }, refuse);
  }
}

async function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  options: Handling & { readonly path: string },
  refuse: (refused: Refusal) => void,
): Promise<void> {
  const { path, report, token } = options;
  const ofReport = report !== undefined && isReportPath(path) ? { path, report, token } : null;
  const method = ofReport === null ? gradingMethod(path) : "GET";
  if (method === null) {
    return refuse(refusal(404, "not-found", "there are POST /verdicts, GET /health, /grade and /report"));
  }
  const isRead = method === "GET" && request.method === "HEAD";
  if (request.method !== method && !isRead)
    return refuse(wrongMethod(method === "GET" ? "GET, HEAD" : method));
  try {
    const refused =
      ofReport === null
        ? await answerGrading(request, response, options)
        : await answerReport(request, response, ofReport);
    if (refused !== null) refuse(refused);
  } catch (error) {
    options.onError(error);
    refuse(failureOf(error));
  }
}

function wrongMethod(allowed: string): Refusal {
  return refusal(405, "wrong-method", `this path takes ${allowed}`, { Allow: allowed });
}

async function answerHealth(
  request: IncomingMessage,
  response: ServerResponse,
  options: Handling,
): Promise<void> {
  request.resume();
  const health = await options.health();
  answerJson(response, health.ok ? 200 : 503, health);
}

async function takeVerdicts(
  request: IncomingMessage,
  response: ServerResponse,
  options: Handling,
  refuse: (refused: Refusal) => void,
): Promise<void> {
  const { bodyBytes, bodyRows } = options.limits;
  const refused = checkToken(request, options.token) ?? checkBodyHeaders(request, bodyBytes);
  if (refused !== null) return refuse(refused);
  if (request.headers.expect !== undefined) response.writeContinue();
  const body = await readBody(request, bodyBytes);
  if (body.kind === "gone") return;
  if (body.kind === "refused") return refuse(body.refusal);
  if (body.text.trim() === "") return refuse(refusal(400, "no-verdict", "the body is empty"));
  const rows = verdictRowsOf(body.text);
  if (rows.length > bodyRows) {
    return refuse(
      refusal(413, "too-many", `a request may hold ${bodyRows} verdicts: send them in parts, or use ingest`),
    );
  }
  try {
    const report = await options.accept(rows);
    const isWhollyRejected = report.read > 0 && report.rejected === report.read;
    if (isWhollyRejected) {
      options.onRefusal({ status: 400, code: "all-rejected", method: "POST", path: "/verdicts" });
    }
    answerJson(response, isWhollyRejected ? 400 : 200, intakeAnswer(report));
  } catch (error) {
    options.onError(error);
    refuse(failureOf(error));
  }
}

/** As `ingest --json` answers. */
function intakeAnswer({ read, stored, duplicate, rejected, rejects }: IntakeReport): unknown {
  return {
    read,
    stored,
    duplicate,
    rejected,
    rejects: rejects.map(({ file, line, reason, raw }) => ({ file, line, reason, raw })),
  };
}

/** The caller learns whether trying again helps; what exactly went wrong stands in the log. */
function failureOf(error: unknown): Refusal {
  if (error instanceof ImproveCronError) {
    const later = { "Retry-After": "5" };
    return refusal(503, error.code, "this could not be done now: try again later", later);
  }
  return refusal(500, "bug", "this could not be done");
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(portError(error, port)));
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function portError(error: NodeJS.ErrnoException, port: number): ImproveCronError {
  if (error.code === "EADDRINUSE") {
    return new ImproveCronError(
      "io",
      `port ${port} on 127.0.0.1 is in use`,
      "Perhaps `serve` is running already. Stop the other program, or set `server.port` in the config to a free one.",
      error,
    );
  }
  return new ImproveCronError(
    "io",
    `port ${port} on 127.0.0.1 cannot be opened: ${messageOf(error)}`,
    "Set `server.port` in the config to a free port above 1023.",
    error,
  );
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs).unref();
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
