import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/effect.ts";
import {
  isMailAddress,
  sendmailChannel,
  type SendmailOptions,
} from "../../../src/effects/notify/sendmail.ts";
import { decodeMail } from "./decode-mail.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { recordingProgram } from "./recording-program.ts";

const message: Message = { kind: "reverted", subject: "improve-cron: reverted", text: "κ = 0.41" };

const now = (): number => Date.UTC(2026, 5, 1, 13);

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "sendmail-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function channel(path: string, options: Partial<SendmailOptions> = {}): ReturnType<typeof sendmailChannel> {
  const base = { to: "founder@example.org", home, workspace: "default", environment: process.env, now };
  return sendmailChannel({ ...base, path, ...options });
}

describe("sendmailChannel", () => {
  it("calls the program with -t and -oi, and hands it one mail", async () => {
    const program = recordingProgram(home, "sendmail");
    // A relative path starts at the config's folder.
    expect((await channel("./sendmail").send(message, 1)).kind).toBe("sent");
    const [call] = program.calls();
    expect(call?.args).toEqual(["-t", "-oi"]);
    const { headers, text } = decodeMail(call?.stdin ?? "");
    expect(text).toBe("κ = 0.41\n");
    expect(headers.get("to")).toBe("founder@example.org");
    expect(headers.get("date")).toBe("Mon, 01 Jun 2026 13:00:00 +0000");
    expect(headers.get("message-id")).toMatch(/^<[0-9a-f]{32}@[A-Za-z0-9.-]+>$/);
  });

  it.each(hostileTexts)("brings %s as written", async (_, text) => {
    const program = recordingProgram(home, "sendmail");
    const subject = text.replaceAll(/[\r\n]+/g, " ").trim();
    expect((await channel(program.path).send({ ...message, subject, text }, 1)).kind).toBe("sent");
    const { headers, text: received } = decodeMail(program.calls()[0]?.stdin ?? "");
    expect(received).toBe(`${text}\n`);
    expect(headers.get("subject")).toBe(subject);
    expect(existsSync(join(home, "pwned"))).toBe(false);
  });

  it("gives two mails two ids", async () => {
    const program = recordingProgram(home, "sendmail");
    let time = 0;
    const mails = channel(program.path, { now: () => (time += 1) });
    await mails.send(message, 1);
    await mails.send(message, 1);
    const ids = program.calls().map(({ stdin }) => decodeMail(stdin).headers.get("message-id"));
    expect(new Set(ids).size).toBe(2);
  });

  it("classes exit codes: what stays wrong, and what may pass", async () => {
    for (const code of [64, 65, 67, 77, 78]) {
      const { path } = recordingProgram(home, `lasting-${code}`, { code, says: "no" });
      expect(await channel(path).send(message, 1)).toMatchObject({ kind: "failed", retry: false });
    }
    for (const code of [1, 75]) {
      const { path } = recordingProgram(home, `passing-${code}`, { code, says: "host\nnot found" });
      const result = await channel(path).send(message, 1);
      expect(result).toMatchObject({
        kind: "failed",
        retry: true,
        because: expect.stringContaining("host not found"),
      });
      expect(result).not.toHaveProperty("mayHaveArrived");
    }
  });

  it("ends a program that hangs", async () => {
    const { path } = recordingProgram(home, "hang", { hangs: true });
    const started = performance.now();
    expect(await channel(path, { limitMs: 800, graceMs: 200 }).send(message, 1)).toMatchObject({
      kind: "failed",
      retry: true,
      mayHaveArrived: true,
    });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it("is unavailable without its program, or with a receiver that no header can carry", async () => {
    expect((await channel("/nowhere/sendmail").send(message, 1)).kind).toBe("unavailable");
    const program = recordingProgram(home, "sendmail");
    for (const to of ["", " ", "a@example.org\nBcc: b@example.org", "ä@example.org"]) {
      expect((await channel(program.path, { to }).send(message, 1)).kind).toBe("unavailable");
    }
    expect(program.calls()).toEqual([]);
  });

  it("keeps secrets of the environment from the program, which may print what it sees", async () => {
    const path = join(home, "telling");
    writeFileSync(path, "#!/bin/sh\nenv | grep -o planted.secret >&2\necho told >&2\nexit 75\n");
    chmodSync(path, 0o755);
    const environment = { ...process.env, NTFY_TOKEN: "planted-secret" };
    const result = await channel(path, { environment }).send(message, 1);
    expect(JSON.stringify(result)).toContain("told");
    expect(JSON.stringify(result)).not.toContain("planted-secret");
  });
});

describe("isMailAddress", () => {
  it("takes addresses, several, with names, and local users", () => {
    for (const to of ["a@example.org", "A <a@example.org>, b@example.org", "root"]) {
      expect(isMailAddress(to)).toBe(true);
    }
    expect(isMailAddress("a@example.org\r")).toBe(false);
  });
});
