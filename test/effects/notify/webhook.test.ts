import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/effect.ts";
import {
  webhookChannel,
  type WebhookOptions,
  webhookSignature,
} from "../../../src/effects/notify/webhook.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { startReceiver, withStatus } from "./http-receiver.ts";

const message: Message = { kind: "watch", subject: "improve-cron: watched", text: "4 of 9 overridden" };
const now = (): number => Date.UTC(2026, 5, 1, 13, 0, 5, 120);
const shared = { workspace: "default", environment: { HOOK_SECRET: "key of 20 characters\n" }, now };

function channel(url: string, options: Partial<WebhookOptions> = {}): ReturnType<typeof webhookChannel> {
  return webhookChannel({ url, secretEnv: "HOOK_SECRET", ...shared, ...options });
}

describe("webhookSignature", () => {
  it("is HMAC-SHA-256 in hexadecimal (GitHub's documented example of the same scheme)", () => {
    expect(webhookSignature("It's a Secret to Everybody", "Hello, World!")).toBe(
      "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    );
  });
});

describe("webhookChannel", () => {
  it("posts one JSON object with a time, signed as a whole", async () => {
    await using receiver = await startReceiver(withStatus(200));
    expect((await channel(`${receiver.origin}/hook`).send(message, 2)).kind).toBe("sent");
    const [received] = receiver.received;
    expect(JSON.parse(received?.body ?? "")).toEqual({
      ...message,
      attempt: 2,
      workspace: "default",
      sentAt: "2026-06-01T13:00:05.120Z",
    });
    expect(received?.headers["content-type"]).toBe("application/json");
    const mac = createHmac("sha256", "key of 20 characters")
      .update(received?.body ?? "")
      .digest("hex");
    expect(received?.headers["x-improve-cron-signature"]).toBe(`sha256=${mac}`);
  });

  it.each(hostileTexts)("brings %s as written, and the signature fits the bytes", async (_, text) => {
    await using receiver = await startReceiver(withStatus(202));
    expect((await channel(receiver.origin).send({ ...message, subject: text, text }, 1)).kind).toBe("sent");
    const [received] = receiver.received;
    expect(JSON.parse(received?.body ?? "")).toMatchObject({ subject: text, text });
    const bytes = Buffer.from(received?.body ?? "", "utf8");
    const mac = createHmac("sha256", "key of 20 characters").update(bytes).digest("hex");
    expect(received?.headers["x-improve-cron-signature"]).toBe(`sha256=${mac}`);
  });

  it("sends unsigned only where no secret is named, and nothing where it is not set", async () => {
    await using receiver = await startReceiver(withStatus(200));
    expect((await channel(receiver.origin, { environment: {} }).send(message, 1)).kind).toBe("unavailable");
    expect(receiver.received).toEqual([]);
    expect((await channel(receiver.origin, { secretEnv: null }).send(message, 1)).kind).toBe("sent");
    expect(receiver.received[0]?.headers).not.toHaveProperty("x-improve-cron-signature");
  });

  it("fails on refusals and time-outs", async () => {
    await using receiver = await startReceiver((response, request) => {
      if (request.url === "/403") response.writeHead(403).end();
    });
    expect(await channel(`${receiver.origin}/403`).send(message, 1)).toMatchObject({
      kind: "failed",
      hint: expect.stringContaining("secret_env"),
    });
    expect(await channel(receiver.origin, { limitMs: 300 }).send(message, 1)).toMatchObject({
      kind: "failed",
      retry: true,
    });
  });
});
