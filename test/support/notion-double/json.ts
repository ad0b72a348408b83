/** A parsed JSON object of which nothing is known yet. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The one key of an object that is none of `besides`; null where there is none or more than one. */
export function onlyKey(object: JsonObject, besides: readonly string[]): string | null {
  const keys = Object.keys(object).filter((key) => !besides.includes(key) && object[key] !== undefined);
  const [key] = keys;
  return keys.length === 1 && key !== undefined ? key : null;
}
