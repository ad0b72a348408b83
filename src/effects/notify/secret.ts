export type Secret =
  | { readonly kind: "none" }
  | { readonly kind: "unset"; readonly name: string }
  | { readonly kind: "set"; readonly value: string };

/**
 * The secret that an environment variable of this name holds. White space around it is cut: it is the newline of
 * a file or a paste. An empty one counts as unset, so that nothing is sent without the protection that was asked for.
 */
export function readSecret(
  name: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): Secret {
  if (name === null) return { kind: "none" };
  const value = (environment[name] ?? "").trim();
  return value === "" ? { kind: "unset", name } : { kind: "set", value };
}
