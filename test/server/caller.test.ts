import { describe, expect, it } from "vitest";
import { checkCaller } from "../../src/server/caller.ts";

const port = 4187;

function check(host: readonly string[], origin: readonly string[] = []): string | null {
  const headersDistinct = { host: [...host], ...(origin.length === 0 ? {} : { origin: [...origin] }) };
  const refused = checkCaller({ headersDistinct }, port);
  return refused === null ? null : `${refused.status} ${refused.code}`;
}

describe("checkCaller", () => {
  it.each(["127.0.0.1:4187", "localhost:4187", "LOCALHOST:4187", "[::1]:4187"])("lets %s in", (host) => {
    expect(check([host])).toBeNull();
    expect(check([host], [`http://${host}`])).toBeNull();
  });

  it.each([
    [["evil.example"]],
    [["evil.example:4187"]],
    [["localhost.evil.example:4187"]],
    [["127.0.0.1"]],
    [["127.0.0.1:4188"]],
    [["127.0.0.1:4187.evil.example"]],
    [["127.0.0.1:4187", "evil.example"]],
    [[""]],
    [[]],
  ])("refuses the host %j", (hosts) => {
    expect(check(hosts)).toBe("403 wrong-host");
  });

  it.each([
    "null",
    "http://evil.example",
    "https://127.0.0.1:4187",
    "http://127.0.0.1:4188",
    "http://localhost:4187",
    "",
  ])("refuses the origin %j", (origin) => {
    expect(check(["127.0.0.1:4187"], [origin])).toBe("403 foreign-origin");
  });

  it("refuses a second, foreign origin beside the right one", () => {
    expect(check(["127.0.0.1:4187"], ["http://127.0.0.1:4187", "http://evil.example"])).toBe(
      "403 foreign-origin",
    );
  });
});
