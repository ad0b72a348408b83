import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/effect.ts";
import type { Channel } from "../../../src/effects/notify/channel.ts";
import { imessageChannel } from "../../../src/effects/notify/imessage.ts";
import { ntfyChannel } from "../../../src/effects/notify/ntfy.ts";
import { sendMessage, type Waits } from "../../../src/effects/notify/send-message.ts";
import { sendTest } from "../../../src/effects/notify/send-test.ts";
import { sendmailChannel } from "../../../src/effects/notify/sendmail.ts";
import { stdoutChannel } from "../../../src/effects/notify/stdout.ts";
import { webhookChannel } from "../../../src/effects/notify/webhook.ts";
import { startReceiver } from "./http-receiver.ts";
import { recordingProgram } from "./recording-program.ts";

const message: Message = { kind: "reverted", subject: "improve-cron: reverted", text: "-κ = 0.41\u2028" };
const secrets = [
  "tk_planted_9d3f",
  "hmac_planted_9d3f",
  "topic-planted-9d3f",
  "hook-planted-9d3f",
  "pass-planted-9d3f",
];
const environment = { ...process.env, NTFY_TOKEN: "tk_planted_9d3f", HOOK_SECRET: "hmac_planted_9d3f" };

let home: string;
let printed: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "delivery-"));
  printed = "";
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Real time, but the pauses between tries are left out. */
const hurried: Waits = { pause: async () => undefined, elapsed: () => performance.now() };

/** Every channel with short limits; `origin` serves ntfy and webhook. */
function channels(origin: string): Record<"imessage" | "ntfy" | "webhook" | "sendmail" | "stdout", Channel> {
  const withPassword = origin.replace("//", "//founder:pass-planted-9d3f@");
  const now = Date.now;
  const limits = { limitMs: 600, graceMs: 100 };
  return {
    imessage: imessageChannel({
      to: "+15550100",
      platform: "darwin",
      home,
      environment,
      osascript: join(home, "osascript"),
      ...limits,
    }),
    ntfy: ntfyChannel({
      url: `${withPassword}/topic-planted-9d3f`,
      tokenEnv: "NTFY_TOKEN",
      environment,
      limitMs: 300,
    }),
    webhook: webhookChannel({
      url: `${withPassword}/hook-planted-9d3f?key=hook-planted-9d3f`,
      secretEnv: "HOOK_SECRET",
      workspace: "default",
      environment,
      now,
      limitMs: 300,
    }),
    sendmail: sendmailChannel({
      to: "founder@example.org",
      path: "./sendmail",
      home,
      workspace: "default",
      environment,
      now,
      ...limits,
    }),
    stdout: stdoutChannel((text) => {
      printed += text;
    }),
  };
}

describe("a message falls through real channels", () => {
  it("past a refused permission, a stalled server, a reset and a mail queue that is full", async () => {
    const osascript = recordingProgram(home, "osascript", {
      code: 1,
      says: "execution error: Not authorized. (-1743)",
    });
    const sendmail = recordingProgram(home, "sendmail", { code: 75, says: "queue full" });
    await using receiver = await startReceiver((response, request) => {
      if (request.url?.startsWith("/hook") === true) request.socket.resetAndDestroy();
      else response.writeHead(200, { "Content-Length": "10" }).write("half");
    });
    const all = channels(receiver.origin);
    const order = [all.imessage, all.ntfy, all.webhook, all.sendmail, all.stdout];
    const outcome = await sendMessage(message, 1, order, () => undefined, hurried);
    expect(outcome.state).toBe("done");
    // A lasting refusal is asked once, what may pass three times.
    expect(osascript.calls()).toHaveLength(1);
    expect(receiver.received.map(({ path }) => path.slice(0, 6))).toEqual([
      ...Array.from({ length: 3 }, () => "/topic"),
      ...Array.from({ length: 3 }, () => "/hook-"),
    ]);
    expect(sendmail.calls()).toHaveLength(3);
    // The server had the text before it fell silent.
    expect(printed).toBe("improve-cron: reverted\n(may repeat) -κ = 0.41\u2028\n");
    expect(receiver.received.map(({ body }) => body.includes("(may repeat)"))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    for (const secret of secrets) expect(JSON.stringify(outcome)).not.toContain(secret);
  });

  it("past a hanging osascript to a mail, which says that it may repeat", async () => {
    recordingProgram(home, "osascript", { hangs: true });
    const sendmail = recordingProgram(home, "sendmail");
    const all = channels("http://127.0.0.1:9");
    let time = 0;
    // As if each try had taken the half minute of its real limit.
    const waits: Waits = { pause: hurried.pause, elapsed: () => (time += 30_000) };
    const outcome = await sendMessage(
      message,
      1,
      [all.imessage, all.sendmail, all.stdout],
      () => undefined,
      waits,
    );
    expect(outcome.state).toBe("done");
    expect(sendmail.calls()).toHaveLength(1);
    expect(sendmail.calls()[0]?.stdin).toContain("(may repeat) -=CE=BA");
    expect(printed).toBe("");
  });

  it("waits when nothing takes it, without a word of any secret", async () => {
    recordingProgram(home, "osascript", { code: 1, says: "execution error: Can’t get participant. (-1728)" });
    recordingProgram(home, "sendmail", { code: 67, says: "user unknown" });
    const statuses = [401, 302, 500, 404, 429];
    await using receiver = await startReceiver((response, request, count) => {
      const location = `http://127.0.0.2${request.url ?? ""}`;
      // Servers repeat addresses and headers in their answers.
      response
        .writeHead(statuses[count % statuses.length] ?? 500, { Location: location })
        .end(JSON.stringify({ url: request.url, headers: request.headers }));
    });
    const all = channels(receiver.origin);
    for (let round = 0; round < statuses.length; round += 1) {
      const outcome = await sendMessage(
        message,
        1,
        [all.imessage, all.ntfy, all.webhook, all.sendmail],
        () => undefined,
        hurried,
      );
      expect(outcome).toMatchObject({ state: "waiting", code: "no-channel" });
      const tests = await sendTest([all.imessage, all.ntfy, all.webhook, all.sendmail]);
      for (const secret of secrets) expect(JSON.stringify([outcome, tests])).not.toContain(secret);
    }
    expect(receiver.received.every(({ path }) => path.includes("planted-9d3f"))).toBe(true);
  });

  it("names no address when nobody listens, or when it is none", async () => {
    const all = [
      ...Object.values(channels("http://127.0.0.1:9")).slice(1, 3),
      ...Object.values(channels("http://name.invalid")).slice(1, 3),
      ntfyChannel({ url: "topic-planted-9d3f", tokenEnv: null, environment }),
      ntfyChannel({ url: "http://127.0.0.1:9/a", tokenEnv: "T", environment: { T: "tk_planted\n_9d3f" } }),
    ];
    for (const channel of all) {
      const result = await channel.send(message, 1);
      expect(result.kind).not.toBe("sent");
      for (const secret of [...secrets, "tk_planted"]) expect(JSON.stringify(result)).not.toContain(secret);
    }
  });

  it("hands no secret to a program", async () => {
    recordingProgram(home, "osascript");
    const all = channels("http://127.0.0.1:9");
    await all.imessage.send(message, 1);
    for (const secret of secrets)
      expect(readFileSync(join(home, "osascript.jsonl"), "utf8")).not.toContain(secret);
  });
});
