import { describe, expect, it } from "vitest";
import { faultOf } from "../../../src/regrade/notion/fault.ts";

function httpError(status: number, rest: object = {}): Error {
  return Object.assign(new Error("message"), { status, code: "validation_error", ...rest });
}

describe("what a failed request says", () => {
  it.each([
    [429, "paused"],
    [529, "paused"],
    [401, "denied"],
    [403, "denied"],
    [404, "missing"],
    [409, "conflict"],
    [400, "refused"],
    [413, "refused"],
    [500, "interrupted"],
    [502, "interrupted"],
    [503, "interrupted"],
    [504, "interrupted"],
  ] as const)("%i: %s", (status, kind) => {
    expect(faultOf(httpError(status), 0)).toMatchObject({ kind, status });
  });

  it.each([
    [
      "a refused connection",
      new TypeError("fetch failed", { cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }) }),
      "unsent",
    ],
    [
      "an unknown host",
      new TypeError("fetch failed", { cause: Object.assign(new Error(""), { code: "ENOTFOUND" }) }),
      "unsent",
    ],
    [
      "several addresses refused",
      new TypeError("fetch failed", {
        cause: new AggregateError([Object.assign(new Error(""), { code: "ECONNREFUSED" })]),
      }),
      "unsent",
    ],
    [
      "a reset connection",
      new TypeError("fetch failed", { cause: Object.assign(new Error(""), { code: "ECONNRESET" }) }),
      "interrupted",
    ],
    ["a time limit", new DOMException("", "TimeoutError"), "interrupted"],
    ["an answer that is no JSON", new SyntaxError("Unexpected token"), "interrupted"],
    ["a body cut off", new TypeError("terminated"), "interrupted"],
    ["something else", "a word", "interrupted"],
  ] as const)("%s: %s", (_name, error, kind) => {
    expect(faultOf(error, 0)).toMatchObject({ kind, status: null });
  });

  it.each([
    ["7", 7000],
    ["0", 0],
    ["Mon, 01 Jun 2026 13:00:30 GMT", 30_000],
    ["soon", null],
  ])("Retry-After %s", (written, retryAfter) => {
    const now = Date.parse("2026-06-01T13:00:00Z");
    expect(faultOf(httpError(429, { headers: new Headers({ "retry-after": written }) }), now)).toMatchObject({
      retryAfter,
    });
  });

  it("leaves out what Notion quotes of the request", () => {
    const error = Object.assign(
      new Error('body.children[0].url should be a valid url, instead was `"my secret text"`.'),
      { status: 400, code: "validation_error" },
    );
    const { because } = faultOf(error, 0);
    expect(because).toContain("should be a valid url");
    expect(because).not.toContain("secret");
  });
});
