/** The paths at which a value holds a number that JSON has no word for: NaN or an infinity. */
export function notFinite(value: unknown, path = "$"): readonly string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`${path}: ${value}`];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => notFinite(one, `${path}.${key}`));
}

/** The paths at which a value is null. */
export function nullsOf(value: unknown, path = "$"): readonly string[] {
  if (value === null) return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, one]) => nullsOf(one, `${path}.${key}`));
}
