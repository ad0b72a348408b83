import { ApiError, errorBody, validationError } from "./api-error.ts";
import { readUuid } from "./ids.ts";
import { type JsonObject, isObject } from "./json.ts";
import { checkLimits } from "./limits.ts";
import type { Cursors } from "./paging.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { responseProblem } from "./request-shape.ts";
import { findRoute, pathValues } from "./find-route.ts";
import type { Route } from "./routes.ts";
import type { Violation } from "./violation.ts";
import type { Workspace } from "./workspace.ts";

export interface Outcome {
  readonly status: number;
  readonly body: JsonObject;
}

export interface PerformOptions {
  readonly token: string;
  readonly versions: readonly string[];
  readonly checkAnswers: boolean;
}

const newest = "2026-03-11";

/** Carries a request out as the API would: everything is checked, then all of it happens or nothing. */
export function perform(
  workspace: Workspace,
  cursors: Cursors,
  request: RecordedRequest,
  options: PerformOptions,
): Outcome {
  workspace.requestNumber = request.n;
  try {
    const route = admit(workspace, request, options);
    const data = readArguments(workspace, route, request);
    const body = observed(workspace, "schema", () => route.run(workspace, cursors, data));
    if (options.checkAnswers) checkAnswer(route, body);
    return { status: 200, body };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: errorBody(error, requestId(request)) };
  }
}

/** The id that answers carry in a header and errors in their body too. */
export function requestId(request: RecordedRequest): string {
  return `00000000-0000-4000-8000-${String(request.n).padStart(12, "0")}`;
}

/** Token, version, route and capability. */
function admit(workspace: Workspace, request: RecordedRequest, options: PerformOptions): Route {
  const version = request.headers["notion-version"];
  if (!workspace.tokenValid || request.headers["authorization"] !== `Bearer ${options.token}`) {
    throw new ApiError(401, "unauthorized", "API token is invalid.");
  }
  if (version === undefined) {
    workspace.violate("version", "no Notion-Version");
    throw new ApiError(
      400,
      "missing_version",
      "Notion-Version header failed validation: it should be defined.",
    );
  }
  if (!options.versions.includes(version)) {
    workspace.violate("version", version);
    throw validationError(`Notion-Version header failed validation: "${version}" is not ${newest}.`);
  }
  const route = findRoute(request.method, request.path);
  if (route === null) {
    workspace.violate("unsupported", `${request.method} ${request.path}`);
    throw new ApiError(400, "invalid_request_url", "Invalid request URL.");
  }
  if (!workspace.capabilities[route.needs]) {
    throw new ApiError(403, "restricted_resource", "Insufficient permissions for this endpoint.");
  }
  return route;
}

/** Path, query and body as one object, as the SDK's types have them. */
function readArguments(workspace: Workspace, route: Route, request: RecordedRequest): JsonObject {
  const body = readBody(request);
  observed(workspace, "limit", () => checkLimits(body, request.bytes));
  return observed(workspace, "schema", () => {
    const path = pathValues(route, request.path);
    for (const [name, value] of Object.entries(path)) {
      if (name !== "property_id" && readUuid(value) === null) {
        throw validationError(
          `path failed validation: path.${name} should be a valid uuid, instead was \`"${value}"\`.`,
        );
      }
    }
    // The SDK's endpoints of views name no body parameters; there the schema alone tells.
    const named = route.operation.startsWith("views.") ? null : route.bodyParams;
    for (const key of Object.keys(body)) {
      if (route.pathParams.includes(key) || (named !== null && !named.includes(key))) {
        throw validationError(`body failed validation: body.${key} should be not present.`);
      }
    }
    refuseOld(request, body);
    if (request.method === "PATCH" && body["in_trash"] === false) {
      workspace.violate("untrash", request.path);
    }
    return { ...path, ...readQuery(route, request.query), ...body };
  });
}

function readBody(request: RecordedRequest): JsonObject {
  if (request.body === "") return {};
  if (!isObject(request.json)) throw new ApiError(400, "invalid_json", "Error parsing JSON body.");
  return request.json;
}

/** Keys that version 2026-03-11 took away and the SDK's types still have. */
function refuseOld(request: RecordedRequest, body: JsonObject): void {
  if (request.headers["notion-version"] !== newest) return;
  for (const key of ["archived", "after"]) {
    if (key in body) throw validationError(`body failed validation: body.${key} should be not present.`);
  }
}

function readQuery(route: Route, query: string): JsonObject {
  const values: JsonObject = {};
  const params = new URLSearchParams(query);
  for (const key of new Set(params.keys())) {
    if (!route.queryParams.includes(key)) {
      throw validationError(`query failed validation: query.${key} should be not present.`);
    }
    if (key === "filter_properties") values[key] = params.getAll(key);
    else if (key === "page_size") values[key] = Number(params.get(key));
    else values[key] = params.get(key);
  }
  return values;
}

/**
 * Runs a check; where the request's own shape or size is at fault it is noted as the client's doing. What only the
 * state of the workspace refuses (a deleted property, a page in the trash) is not.
 */
function observed<T>(workspace: Workspace, kind: Violation["kind"], check: () => T): T {
  try {
    return check();
  } catch (error) {
    const own = error instanceof ApiError && error.code === "validation_error";
    if (own && (kind === "limit" || error.message.includes("failed validation"))) {
      workspace.violate(kind, error.message);
    }
    throw error;
  }
}

function checkAnswer(route: Route, body: JsonObject): void {
  const problem = responseProblem(route.type, body);
  if (problem !== null) throw new Error(`The double's own answer to ${route.operation}: ${problem}`);
}
