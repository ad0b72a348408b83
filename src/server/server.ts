import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answerJson, answerRefusal } from "./answer.ts";
import { checkCaller } from "./caller.ts";
import { failureOf } from "./failure.ts";
import { answerGrading, gradingMethod } from "./grading/grading.ts";
import { listen, stop } from "./listening.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { answerReport, isReportPath } from "./report.ts";
import { defaultLimits, type Handling, type ServerOptions } from "./server-options.ts";
import { takeVerdicts } from "./take-verdicts.ts";

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
