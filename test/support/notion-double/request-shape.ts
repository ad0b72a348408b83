import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { validationError } from "./api-error.ts";
import { type JsonObject, isObject } from "./json.ts";

const folder = join(import.meta.dirname, "../notion-schema");

function readSchema(name: string): JsonObject {
  const schema: unknown = JSON.parse(readFileSync(join(folder, name), "utf8"));
  if (!isObject(schema)) throw new Error(`${name} is no schema`);
  return schema;
}

function compiler(name: string, change: (schema: JsonObject) => void): () => Ajv {
  let made: Ajv | null = null;
  return () => {
    if (made !== null) return made;
    const schema = readSchema(name);
    change(schema);
    // The quickest to compile: the schemas are large, and a compiled check serves one test file.
    made = new Ajv({ strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } });
    made.addSchema(schema, name);
    return made;
  };
}

const requests = compiler("requests.json", () => {});

/** `archived` is left out of answers of version 2026-03-11, though the SDK's types still ask for it. */
const responses = compiler("responses.json", (schema) => {
  const { definitions } = schema;
  if (!isObject(definitions)) return;
  for (const definition of Object.values(definitions)) {
    if (!isObject(definition) || !Array.isArray(definition["required"])) continue;
    definition["required"] = definition["required"].filter((key) => key !== "archived");
  }
});

/** A shape of the SDK's types, compiled when it is first asked for. */
export interface Shape<T> {
  /** The SDK's name for the call, without `Parameters`. */
  readonly type: string;
  /** Compiles the check now, so that the first request does not wait for it. */
  prepare(): void;
  /** The same data, known to have the shape; throws a 400 where it has not. */
  read(data: unknown): T;
}

export function requestShape<T>(type: string): Shape<T> {
  let check: ValidateFunction<T> | null = null;
  const compiled = (): ValidateFunction<T> => {
    check ??= requests().compile<T>({ $ref: `requests.json#/definitions/${type}Parameters` });
    return check;
  };
  return {
    type,
    prepare: compiled,
    read(data) {
      const fits = compiled();
      if (fits(data)) return data;
      throw validationError(`body failed validation: ${describe(fits.errors ?? [])}`);
    },
  };
}

const responseChecks = new Map<string, ValidateFunction>();

function responseCheck(type: string): ValidateFunction {
  const known = responseChecks.get(type);
  if (known !== undefined) return known;
  const check = responses().compile({ $ref: `responses.json#/definitions/${type}Response` });
  responseChecks.set(type, check);
  return check;
}

/** Compiles the check of an answer now. */
export function prepareResponse(type: string): void {
  responseCheck(type);
}

/** What is wrong with an answer by the SDK's types; null where nothing is. */
export function responseProblem(type: string, data: unknown): string | null {
  const check = responseCheck(type);
  return check(data) ? null : describe(check.errors ?? []);
}

function depth(error: ErrorObject): number {
  return error.instancePath.split("/").length;
}

/** Of all branches that failed, the one that came furthest tells most. */
function describe(errors: readonly ErrorObject[]): string {
  const deepest = errors.reduce<ErrorObject | null>(
    (best, error) => (best === null || depth(error) > depth(best) ? error : best),
    null,
  );
  if (deepest === null) return "unknown";
  const extra: unknown = deepest.params["additionalProperty"];
  const path = `body${deepest.instancePath.replaceAll("/", ".")}`;
  return typeof extra === "string"
    ? `${path}.${extra} should be not present.`
    : `${path} ${deepest.message ?? "is wrong"}.`;
}
