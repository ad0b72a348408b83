import { describe, expect, it } from "vitest";
import { checkChannels } from "../../../src/cli/doctor/channel-checks.ts";
import type { ChannelConfig } from "../../../src/config/config.ts";

function isFine(
  channel: ChannelConfig,
  env: Record<string, string> = {},
  platform: NodeJS.Platform = "darwin",
): boolean {
  const [check, ...others] = checkChannels([channel], { env, platform });
  expect(others).toEqual([]);
  if (check === undefined) throw new Error("no check");
  // What is wrong comes with what to do.
  expect(check.fix === null).toBe(check.ok);
  return check.ok;
}

describe("checkChannels", () => {
  it("misses a channel at all", () => {
    expect(checkChannels([], { env: {}, platform: "linux" })).toMatchObject([
      { name: "channels", ok: false },
    ]);
  });

  it("names an iMessage without a receiver, or without macOS", () => {
    expect(isFine({ channel: "imessage", to: null })).toBe(false);
    expect(isFine({ channel: "imessage", to: "+1 555 0100" })).toBe(true);
    expect(isFine({ channel: "imessage", to: "+1 555 0100" }, {}, "linux")).toBe(false);
  });

  it("looks for the secrets that a channel reads from the environment", () => {
    const ntfy: ChannelConfig = { channel: "ntfy", url: "https://ntfy.example/x", tokenEnv: "NTFY_TOKEN" };
    expect(isFine(ntfy)).toBe(false);
    expect(isFine(ntfy, { NTFY_TOKEN: "" })).toBe(false);
    expect(isFine(ntfy, { NTFY_TOKEN: "t" })).toBe(true);
    expect(isFine({ channel: "webhook", url: "https://hook.example", secretEnv: "HOOK_SECRET" })).toBe(false);
    expect(isFine({ channel: "webhook", url: "https://hook.example", secretEnv: null })).toBe(true);
  });

  it("looks for programs by path and by PATH", () => {
    expect(isFine({ channel: "command", command: [process.execPath] })).toBe(true);
    expect(isFine({ channel: "command", command: ["sh"] }, { PATH: "/usr/bin:/bin" })).toBe(true);
    expect(isFine({ channel: "command", command: ["sh"] })).toBe(false);
    expect(isFine({ channel: "command", command: ["/nowhere/notify"] })).toBe(false);
    // A folder is executable, and no program.
    expect(isFine({ channel: "sendmail", to: "a@example.com", path: "/usr" })).toBe(false);
    expect(isFine({ channel: "stdout" })).toBe(true);
  });
});
