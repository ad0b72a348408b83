import type { ChannelConfig } from "../config/config.ts";
import { secretsFrom } from "../logger.ts";

/** Names and words of an address that are as long as this are as good as a password. */
const shortestPart = 12;

/**
 * Every value that may not appear in a log or an answer: those of the environment that are secret by their name or that
 * the channels take theirs from, the server's token, and what the addresses of the channels hold of passwords, keys and
 * unguessable paths.
 */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  channels: readonly ChannelConfig[],
  token: string,
): readonly string[] {
  const named = channels.flatMap((channel) => {
    if (channel.channel === "ntfy") return channel.tokenEnv === null ? [] : [channel.tokenEnv];
    return channel.channel === "webhook" && channel.secretEnv !== null ? [channel.secretEnv] : [];
  });
  const addresses = channels.flatMap((channel) => ("url" in channel ? secretPartsOf(channel.url) : []));
  return [...secretsFrom(env, named), token, ...addresses];
}

function secretPartsOf(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { password, username, pathname, searchParams } = new URL(address);
  const parts = [...pathname.split("/"), ...searchParams.values()].filter(
    (part) => part.length >= shortestPart,
  );
  return [password, username, ...parts].filter((part) => part !== "").map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
