/** What stands under this key of a value of unknown shape, where it is a key of its own; else undefined. No prototype is asked. */
export function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  const found: unknown = Reflect.get(value, key);
  return found;
}

/** The same, where it is text. */
export function ownText(value: unknown, key: string): string | null {
  const found = ownValue(value, key);
  return typeof found === "string" ? found : null;
}

/** The same, where it is a list; else an empty one. */
export function ownList(value: unknown, key: string): readonly unknown[] {
  const found = ownValue(value, key);
  return Array.isArray(found) ? found : [];
}
