import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkChannels, type ChannelCheck } from "../../../src/effects/notify/check-channels.ts";
import type { ChannelSpec } from "../../../src/effects/notify/open-channel.ts";
import { recordingProgram } from "./recording-program.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "check-channels-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function check(
  spec: ChannelSpec,
  environment: Record<string, string> = {},
  platform: NodeJS.Platform = "darwin",
): ChannelCheck {
  const [one, ...others] = checkChannels([spec], { environment, platform, home, osascript: "/bin/sh" });
  if (one === undefined || others.length > 0) throw new Error("one channel, one check");
  // What is wrong comes with what to do.
  expect(one.fix === null).toBe(one.ok);
  return one;
}

describe("checkChannels", () => {
  it("names a list without a channel, and each channel by its place", () => {
    const surroundings = { environment: {}, platform: "linux", home } as const;
    expect(checkChannels([], surroundings)).toMatchObject([{ name: "channels", ok: false }]);
    const specs: ChannelSpec[] = [{ channel: "imessage", to: null }, { channel: "stdout" }];
    expect(checkChannels(specs, surroundings)).toMatchObject([
      { name: "channel 1 (imessage)", ok: false },
      { name: "channel 2 (stdout)", ok: true },
    ]);
  });

  it("imessage: receiver, system and osascript", () => {
    expect(check({ channel: "imessage", to: "+15550100" }).ok).toBe(true);
    for (const to of [null, "", "me"]) expect(check({ channel: "imessage", to }).ok).toBe(false);
    expect(check({ channel: "imessage", to: "+15550100" }, {}, "linux").ok).toBe(false);
    const surroundings = { environment: {}, platform: "darwin", home, osascript: "/nowhere" } as const;
    expect(checkChannels([{ channel: "imessage", to: "+15550100" }], surroundings)[0]?.ok).toBe(false);
  });

  it("programs: by path from the config's folder, by PATH, and only what can be run", () => {
    recordingProgram(home, "msmtp");
    const to = "founder@example.org";
    expect(check({ channel: "sendmail", to, path: "./msmtp" }).ok).toBe(true);
    expect(check({ channel: "sendmail", to, path: "/usr" }).ok).toBe(false);
    expect(check({ channel: "sendmail", to, path: "/nowhere/sendmail" }).ok).toBe(false);
    expect(check({ channel: "sendmail", to: "a\nb", path: "./msmtp" }).ok).toBe(false);
    expect(check({ channel: "command", command: ["sh"] }, { PATH: "/usr/bin:/bin" }).ok).toBe(true);
    expect(check({ channel: "command", command: ["sh"] }).ok).toBe(false);
    expect(check({ channel: "command", command: [""] }).ok).toBe(false);
  });

  it("ntfy and webhook: address, topic and variable", () => {
    const url = "https://ntfy.example.org/improve-4h7s";
    expect(check({ channel: "ntfy", url, tokenEnv: null }).ok).toBe(true);
    expect(check({ channel: "ntfy", url, tokenEnv: "NTFY_TOKEN" }, { NTFY_TOKEN: "tk_1" }).ok).toBe(true);
    for (const value of ["", " \n"]) {
      expect(check({ channel: "ntfy", url, tokenEnv: "NTFY_TOKEN" }, { NTFY_TOKEN: value }).ok).toBe(false);
    }
    for (const bad of [
      "nonsense",
      "ftp://ntfy.example.org/a",
      "https://ntfy.example.org",
      `${url}/`,
      `${url}%20a`,
    ]) {
      expect(check({ channel: "ntfy", url: bad, tokenEnv: null }).ok).toBe(false);
    }
    expect(check({ channel: "webhook", url: "https://hooks.example.org/x", secretEnv: null }).ok).toBe(true);
    expect(check({ channel: "webhook", url: "hooks.example.org", secretEnv: null }).ok).toBe(false);
    expect(check({ channel: "webhook", url: "https://hooks.example.org/x", secretEnv: "S" }).ok).toBe(false);
  });

  it("says that a token travels unencrypted, but not to this machine", () => {
    const env = { NTFY_TOKEN: "tk_1" };
    const said = (url: string): string =>
      check({ channel: "ntfy", url, tokenEnv: "NTFY_TOKEN" }, env).message;
    expect(said("http://nas.example.org/a")).not.toBe(said("https://nas.example.org/a"));
    expect(said("http://127.0.0.1:8080/a")).toBe(said("https://nas.example.org/a"));
    expect(said("http://[::1]:8080/a")).toBe(said("https://nas.example.org/a"));
  });

  it("repeats no address and no secret", () => {
    const checks = [
      check({ channel: "ntfy", url: "https://user:pass-9d3f@host-9d3f/topic-9d3f", tokenEnv: null }),
      check({ channel: "ntfy", url: "https://host-9d3f/topic-9d3f/", tokenEnv: null }),
      check({ channel: "ntfy", url: "topic-9d3f", tokenEnv: "T" }, { T: "tk-9d3f" }),
      check({ channel: "webhook", url: "https://host-9d3f/9d3f", secretEnv: "T" }, { T: "tk-9d3f" }),
    ];
    expect(JSON.stringify(checks)).not.toContain("9d3f");
  });
});
