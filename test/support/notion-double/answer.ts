import type { ServerResponse } from "node:http";
import { ApiError, errorBody } from "./api-error.ts";
import type { Fault } from "./fault.ts";
import { type Outcome, requestId } from "./perform.ts";
import type { RecordedRequest } from "./recorded-request.ts";

const htmlPage =
  "<!DOCTYPE html>\n<html><head><title>Error</title></head><body><h1>Something went wrong</h1><p>Cloudflare Ray ID: 8f2c</p></body></html>\n";

const codes: Readonly<Record<number, string>> = {
  500: "internal_server_error",
  502: "bad_gateway",
  503: "service_unavailable",
  504: "gateway_timeout",
};

/** A JSON answer with the headers that the API sends. */
export function sendJson(
  response: ServerResponse,
  request: RecordedRequest,
  outcome: Outcome,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = Buffer.from(JSON.stringify(outcome.body));
  request.status = outcome.status;
  response.writeHead(outcome.status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(body.length),
    "x-notion-request-id": requestId(request),
    ...headers,
  });
  response.end(body);
}

function sendError(
  response: ServerResponse,
  request: RecordedRequest,
  error: ApiError,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, request, { status: error.status, body: errorBody(error, requestId(request)) }, headers);
}

function sendHtml(response: ServerResponse, request: RecordedRequest, status: number): void {
  request.status = status;
  response.writeHead(status, {
    "content-type": "text/html; charset=UTF-8",
    "cf-ray": "8f2c61d0aa11bb22-EWR",
  });
  response.end(htmlPage);
}

/**
 * Answers with a fault. `outcome` is what a good answer would have been; cut answers carry half of it.
 * True where the exchange is over, false where the socket stays open without an end.
 */
export function sendFault(
  response: ServerResponse,
  request: RecordedRequest,
  fault: Exclude<Fault, { kind: "slow" | "late" }>,
  outcome: Outcome,
): boolean {
  switch (fault.kind) {
    case "rate-limited":
      sendError(
        response,
        request,
        new ApiError(429, "rate_limited", "You have been rate limited. Please try again in a few minutes.", {
          rate_limit_reason:
            fault.retryAfter > 60 ? "public_api_space_request_rate_limit" : "public_api_request_rate_limit",
        }),
        { "retry-after": String(fault.retryAfter) },
      );
      return true;
    case "overloaded":
      sendError(
        response,
        request,
        new ApiError(529, "service_overload", "Notion is overloaded. Please try again later."),
        fault.retryAfter === null ? {} : { "retry-after": String(fault.retryAfter) },
      );
      return true;
    case "server-error":
      if (fault.body === "html") sendHtml(response, request, fault.status);
      else {
        const code = codes[fault.status] ?? "internal_server_error";
        sendError(response, request, new ApiError(fault.status, code, "Unexpected error occurred."));
      }
      return true;
    case "conflict":
      sendError(
        response,
        request,
        new ApiError(409, "conflict_error", "Conflict occurred while saving. Please try again."),
      );
      return true;
    case "error":
      sendError(
        response,
        request,
        new ApiError(fault.status, fault.code, fault.message ?? "An error that a test asked for."),
      );
      return true;
    case "reset":
      response.socket?.resetAndDestroy();
      return true;
    case "hang":
      return false;
    case "stall":
    case "truncate": {
      const body = Buffer.from(JSON.stringify(outcome.body));
      const head = body.subarray(0, Math.floor(body.length / 2));
      request.status = 200;
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": String(body.length),
      });
      response.write(head, () => {
        if (fault.kind === "truncate") response.socket?.destroy();
      });
      return fault.kind === "truncate";
    }
    case "empty":
      request.status = 200;
      response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": "0" });
      response.end();
      return true;
    case "html":
      sendHtml(response, request, 200);
      return true;
  }
}
