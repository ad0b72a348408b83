import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { type Refusal, refusal } from "./refusal.ts";

export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** The connection ended before the body did: there is nobody to answer. */
  | { readonly kind: "gone" };

const acceptedTypes: ReadonlySet<string> = new Set(["application/json", "application/x-ndjson"]);

/**
 * Whether the headers announce a body that may be read: JSON or JSONL in UTF-8, not compressed, and not above the limit.
 * A form or plain text is refused since any page may post those anywhere without asking.
 */
export function checkBodyHeaders(
  { headers }: Pick<IncomingMessage, "headers">,
  limitBytes: number,
): Refusal | null {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  if (!acceptedTypes.has(type.trim())) {
    return refusal(415, "wrong-type", "send application/json or application/x-ndjson");
  }
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith("charset="));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) {
    return refusal(415, "wrong-charset", "send UTF-8");
  }
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    return refusal(415, "compressed", "send the body as it is, not compressed");
  }
  // A body that is sent in chunks does not announce its length; it is counted while it comes.
  return Number(headers["content-length"] ?? 0) > limitBytes ? tooLarge(limitBytes) : null;
}

/** Reads a body up to the limit; what comes after it is not kept. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (body: Body): void => {
      request.off("data", take);
      chunks.length = 0;
      resolve(body);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limitBytes) end({ kind: "refused", refusal: tooLarge(limitBytes) });
      else chunks.push(chunk);
    };
    request.on("data", take);
    request.on("end", () => end(textOf(Buffer.concat(chunks))));
    // After the end these say nothing new.
    request.on("error", () => end({ kind: "gone" }));
    request.on("close", () => end({ kind: "gone" }));
  });
}

function textOf(bytes: Buffer): Body {
  return isUtf8(bytes)
    ? { kind: "text", text: bytes.toString("utf8") }
    : { kind: "refused", refusal: refusal(400, "bad-utf8", "the body is not UTF-8 text") };
}

function tooLarge(limitBytes: number): Refusal {
  return refusal(413, "too-large", `a body may have ${limitBytes} bytes: send the verdicts in parts`);
}
