import { describe, expect, it } from "vitest";
import type { ChannelResult } from "../../../src/effects/notify/channel.ts";
import { postResult } from "../../../src/effects/notify/post-result.ts";

const fixes = { address: "mend the address", credentials: "mend the token" };

function answered(status: number): ChannelResult {
  return postResult({ kind: "answered", status }, 15_000, fixes);
}
function broken(code: string): ChannelResult {
  return postResult({ kind: "broken", code }, 15_000, fixes);
}

describe("postResult", () => {
  it("takes 200 to 299 for sent and nothing else", () => {
    for (const status of [200, 202, 204, 299]) expect(answered(status).kind).toBe("sent");
    for (const status of [0, 100, 199, 300, 304, 400, 500]) expect(answered(status).kind).toBe("failed");
  });

  it("retries what may pass, and says where it may have arrived", () => {
    for (const status of [500, 502, 503, 507]) {
      expect(answered(status)).toMatchObject({ retry: true, mayHaveArrived: true });
    }
    for (const status of [408, 425, 429]) {
      expect(answered(status)).toMatchObject({ retry: true });
      expect(answered(status)).not.toHaveProperty("mayHaveArrived");
    }
    expect(postResult({ kind: "timed-out" }, 15_000, fixes)).toMatchObject({
      retry: true,
      mayHaveArrived: true,
    });
  });

  it("does not retry a refusal, and says what mends it", () => {
    for (const status of [401, 403, 407]) expect(answered(status)).toMatchObject({ hint: fixes.credentials });
    for (const status of [301, 308, 400, 404, 410, 413]) {
      expect(answered(status)).toMatchObject({ hint: fixes.address });
    }
    for (const status of [301, 400, 401, 403, 404]) expect(answered(status)).not.toHaveProperty("retry");
    expect(postResult({ kind: "unusable" }, 15_000, fixes)).toMatchObject({
      kind: "unavailable",
      hint: fixes.address,
    });
  });

  it("tells a network that is away from a connection that broke, and from a certificate", () => {
    for (const code of ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]) {
      expect(broken(code)).toMatchObject({ retry: true, mayHaveArrived: false });
    }
    for (const code of ["ECONNRESET", "EPIPE", "unknown"]) {
      expect(broken(code)).toMatchObject({ retry: true, mayHaveArrived: true });
    }
    for (const code of ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"]) {
      expect(broken(code)).not.toHaveProperty("retry");
    }
  });
});
