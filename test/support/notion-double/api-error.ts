import type { JsonObject } from "./json.ts";

/** An error answer of the API: its status, its `code` and, where documented, its additional data. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly additionalData: JsonObject | null;

  constructor(status: number, code: string, message: string, additionalData: JsonObject | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.additionalData = additionalData;
  }
}

export function validationError(message: string, additionalData: JsonObject | null = null): ApiError {
  return new ApiError(400, "validation_error", message, additionalData);
}

/** The same answer for "does not exist", "deleted for ever" and "not shared with the integration". */
export function notFound(what: string, id: string): ApiError {
  return new ApiError(
    404,
    "object_not_found",
    `Could not find ${what} with ID: ${id}. Make sure the relevant pages and databases are shared with your integration "improve-cron".`,
  );
}

export function inTrash(): ApiError {
  return validationError("Can't edit block that is archived. You must unarchive the block before editing.");
}

/** The body of an error answer. */
export function errorBody(error: ApiError, requestId: string): JsonObject {
  return {
    object: "error",
    status: error.status,
    code: error.code,
    message: error.message,
    ...(error.additionalData === null ? {} : { additional_data: error.additionalData }),
    request_id: requestId,
  };
}
