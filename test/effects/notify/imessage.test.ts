import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/effect.ts";
import {
  imessageChannel,
  type ImessageOptions,
  imessageText,
  isHandle,
  sendScript,
} from "../../../src/effects/notify/imessage.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { recordingProgram } from "./recording-program.ts";

const message: Message = { kind: "reverted", subject: "improve-cron: reverted", text: "κ = 0.41" };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "imessage-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function channel(options: Partial<ImessageOptions> = {}): ReturnType<typeof imessageChannel> {
  const osascript = join(home, "osascript");
  const base = { to: "+15550100", platform: "darwin", home, environment: process.env, osascript } as const;
  return imessageChannel({ ...base, ...options });
}

describe("imessageChannel", () => {
  it("gives osascript the same script for every message, and handle and text as arguments", async () => {
    const program = recordingProgram(home, "osascript");
    expect((await channel().send(message, 1)).kind).toBe("sent");
    expect((await channel({ to: "founder@example.org" }).send({ ...message, text: '"' }, 1)).kind).toBe(
      "sent",
    );
    expect(program.calls()).toEqual([
      { args: ["-", "+15550100", "improve-cron: reverted\nκ = 0.41"], stdin: sendScript },
      { args: ["-", "founder@example.org", 'improve-cron: reverted\n"'], stdin: sendScript },
    ]);
  });

  it("names the account, the participant and a time limit in its script, in ASCII", () => {
    expect(sendScript).toContain("with timeout of 20 seconds");
    expect(sendScript).toContain("1st account whose service type = iMessage");
    expect(sendScript).toMatch(/send theText to participant theHandle of theAccount/);
    expect(sendScript).toMatch(/^on run argv\n[\t\n -~]*end run\n$/);
  });

  it.each(hostileTexts)("brings %s as written", async (_, text) => {
    const program = recordingProgram(home, "osascript");
    expect((await channel().send({ ...message, text }, 1)).kind).toBe("sent");
    expect(program.calls()).toEqual([
      { args: ["-", "+15550100", `improve-cron: reverted\n${text}`], stdin: sendScript },
    ]);
    expect(existsSync(join(home, "pwned"))).toBe(false);
  });

  it("fails as osascript does, and is unavailable where there is none", async () => {
    recordingProgram(home, "refused", { code: 1, says: "0:0: execution error: Not authorized. (-1743)\n" });
    expect(await channel({ osascript: join(home, "refused") }).send(message, 1)).toMatchObject({
      kind: "failed",
      retry: false,
    });
    expect((await channel({ osascript: join(home, "none") }).send(message, 1)).kind).toBe("unavailable");
  });

  it("ends an osascript that hangs", async () => {
    recordingProgram(home, "osascript", { hangs: true });
    const started = performance.now();
    expect(await channel({ limitMs: 800, graceMs: 200 }).send(message, 1)).toMatchObject({
      kind: "failed",
      retry: true,
      mayHaveArrived: true,
    });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it("starts nothing without a receiver, with one that is none, or elsewhere than on macOS", async () => {
    const program = recordingProgram(home, "osascript");
    for (const to of [null, "", "  ", "-e", "founder", "a b@c", "+1555\n0100", "chat123;+;group"]) {
      expect((await channel({ to }).send(message, 1)).kind).toBe("unavailable");
    }
    expect((await channel({ platform: "linux" }).send(message, 1)).kind).toBe("unavailable");
    expect(program.calls()).toEqual([]);
  });
});

describe("imessageText", () => {
  it("always starts with the same word, also for a subject that starts with a dash", () => {
    expect(imessageText({ subject: "-e", text: "-x" })).toBe("improve-cron: -e\n-x");
    expect(imessageText({ subject: "improve-cron: a", text: "b" })).toBe("improve-cron: a\nb");
  });

  it("is at most 1,000 long, cut between characters, and keeps the mark of a repetition", () => {
    const text = imessageText({ subject: "s".repeat(2000), text: `(may repeat) ${"👩‍👩‍👧‍👦".repeat(200)}` });
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(text.length).toBeGreaterThan(980);
    expect(text).toContain("(may repeat)");
    expect(text.endsWith("👦…")).toBe(true);
  });

  it("has no NUL, at which an argument ends", () => {
    expect(imessageText({ subject: "a\0b", text: "c\0d" })).toBe("improve-cron: a b\nc\ufffdd");
  });
});

describe("isHandle", () => {
  it("takes phone numbers and addresses", () => {
    for (const to of ["+15550100", "+1 (555) 010-0100", "5550100", "founder@example.org"]) {
      expect(isHandle(to)).toBe(true);
    }
  });
});
