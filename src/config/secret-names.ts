import type { WrittenChannel } from "./written-config.ts";

/** The variable that a channel takes its secret from, and the key that names it; null where it has none. */
export function secretVariableOf(
  channel: WrittenChannel,
): { readonly key: "token_env" | "secret_env"; readonly name: string } | null {
  const key = channel.channel === "ntfy" ? "token_env" : channel.channel === "webhook" ? "secret_env" : null;
  const name =
    channel.channel === "ntfy"
      ? channel.token_env
      : channel.channel === "webhook"
        ? channel.secret_env
        : null;
  return key === null || name === null ? null : { key, name };
}

/** Variables that hold secrets of this program: no critic is given them. */
export function secretNamesOf(channels: readonly WrittenChannel[]): readonly string[] {
  return channels.flatMap((channel) => secretVariableOf(channel)?.name ?? []);
}
