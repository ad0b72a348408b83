import { type ApiError, validationError } from "./api-error.ts";
import type { Workspace } from "./workspace.ts";

/** Says that the real API may do this and the double does not: a 400, and a violation so that nobody is misled. */
export function unsupported(workspace: Workspace, detail: string): ApiError {
  workspace.violate("unsupported", detail);
  return validationError(`The double of the API does not know ${detail}.`);
}
