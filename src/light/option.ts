/** An option with a value, as the full command line would take it: `--name value` or `--name=value`; null for all else. */
export function readOption(
  arg: string,
  next: string | undefined,
): { readonly name: string; readonly value: string; readonly joined: boolean } | null {
  if (!arg.startsWith("--")) return null;
  const equals = arg.indexOf("=");
  if (equals !== -1) return { name: arg.slice(0, equals), value: arg.slice(equals + 1), joined: true };
  // A value that begins with a hyphen may be one of the program's own options (`--text --help`); "- a list" is none.
  if (next === undefined || /^-(?!\s)/.test(next)) return null;
  return { name: arg, value: next, joined: false };
}
