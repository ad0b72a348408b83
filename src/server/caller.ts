import type { IncomingMessage } from "node:http";
import { type Refusal, refusal } from "./refusal.ts";

/**
 * Whether a request was meant for this server and comes from this machine's own programs; null where it is.
 * Asked before anything else. A page on the web that has its name resolve to 127.0.0.1 reaches the port, but with its
 * own name as Host; a page that posts to the port by its address says so in Origin, or says `null`.
 */
export function checkCaller(request: Pick<IncomingMessage, "headersDistinct">, port: number): Refusal | null {
  const hosts = request.headersDistinct.host ?? [];
  const [host = ""] = hosts;
  const known = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  if (hosts.length !== 1 || !known.includes(host.toLowerCase())) {
    return refusal(403, "wrong-host", "this server answers to its address on this machine only");
  }
  const origins = request.headersDistinct.origin ?? [];
  if (origins.some((origin) => origin.toLowerCase() !== `http://${host.toLowerCase()}`)) {
    return refusal(403, "foreign-origin", "pages of other origins are not answered");
  }
  return null;
}
