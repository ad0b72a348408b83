import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Refusal, refusal } from "./refusal.ts";

/**
 * Whether a request carries the token as `Authorization: Bearer <token>`; null where it does. A token anywhere else
 * (query, cookie) is none: addresses end up in logs, and cookies are sent by pages.
 * Hashes are compared, so that the time taken tells neither how much of a token is right nor how long it is.
 */
export function checkToken(request: Pick<IncomingMessage, "headersDistinct">, token: string): Refusal | null {
  const given = request.headersDistinct.authorization ?? [];
  const bearer = given.length === 1 ? /^Bearer +(\S+) *$/i.exec(given[0] ?? "")?.[1] : undefined;
  if (bearer !== undefined && timingSafeEqual(sha256(bearer), sha256(token))) return null;
  return refusal(401, "wrong-token", "send Authorization: Bearer and the content of the file `token`", {
    "WWW-Authenticate": "Bearer",
  });
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
