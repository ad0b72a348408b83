import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/effect.ts";
import { ntfyChannel } from "../../../src/effects/notify/ntfy.ts";
import { decodeWords } from "./decode-mail.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { startReceiver, withStatus } from "./http-receiver.ts";

const message: Message = { kind: "reverted", subject: "improve-cron: reverted", text: "κ = 0.41" };

describe("ntfyChannel", () => {
  it("posts the text to the topic, with title, priority and token", async () => {
    await using receiver = await startReceiver(withStatus(200));
    const environment = { NTFY_TOKEN: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2\n" };
    const channel = ntfyChannel({
      url: `${receiver.origin}/improve-4h7s`,
      tokenEnv: "NTFY_TOKEN",
      environment,
    });
    expect((await channel.send(message, 1)).kind).toBe("sent");
    expect((await channel.send({ ...message, kind: "opened" }, 1)).kind).toBe("sent");
    expect(receiver.received).toMatchObject([
      {
        path: "/improve-4h7s",
        body: "κ = 0.41",
        headers: {
          title: "improve-cron: reverted",
          priority: "high",
          authorization: "Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2",
          "content-type": "text/plain; charset=utf-8",
        },
      },
      { headers: { priority: "default" } },
    ]);
  });

  it.each(hostileTexts)("brings %s as written, in title and text", async (_, text) => {
    await using receiver = await startReceiver(withStatus(200));
    const channel = ntfyChannel({ url: `${receiver.origin}/t`, tokenEnv: null, environment: {} });
    const subject = text.replaceAll(/[\r\n]+/g, " ").trim();
    expect((await channel.send({ ...message, subject, text }, 1)).kind).toBe("sent");
    const [received] = receiver.received;
    expect(received?.body).toBe(text);
    expect(decodeWords(String(received?.headers["title"]))).toBe(subject);
    expect(received?.headers).not.toHaveProperty("authorization");
  });

  it("stays below what ntfy takes for a message and a title", async () => {
    await using receiver = await startReceiver(withStatus(200));
    const channel = ntfyChannel({ url: `${receiver.origin}/t`, tokenEnv: null, environment: {} });
    const long = "👩‍👩‍👧‍👦".repeat(500);
    expect((await channel.send({ ...message, subject: long, text: long }, 1)).kind).toBe("sent");
    const [received] = receiver.received;
    expect(Buffer.byteLength(received?.body ?? "")).toBeLessThanOrEqual(4096);
    expect(Buffer.byteLength(received?.body ?? "")).toBeGreaterThan(3900);
    expect(Buffer.byteLength(decodeWords(String(received?.headers["title"])))).toBeLessThanOrEqual(1024);
    expect(received?.body.endsWith("👦…")).toBe(true);
  });

  it("sends nothing without the token that it was told of", async () => {
    await using receiver = await startReceiver(withStatus(200));
    const channel = ntfyChannel({ url: `${receiver.origin}/t`, tokenEnv: "NTFY_TOKEN", environment: {} });
    expect((await channel.send(message, 1)).kind).toBe("unavailable");
    expect(receiver.received).toEqual([]);
  });

  it("classes what the server says, and has a limit of its own", async () => {
    await using receiver = await startReceiver((response, request) => {
      const status = Number(request.url?.slice(1));
      if (status !== 0) response.writeHead(status).end();
    });
    const send = (path: string) =>
      ntfyChannel({ url: `${receiver.origin}${path}`, tokenEnv: null, environment: {}, limitMs: 300 }).send(
        message,
        1,
      );
    expect(await send("/500")).toMatchObject({ kind: "failed", retry: true });
    const refused = await send("/401");
    expect(refused).toMatchObject({ kind: "failed", hint: expect.stringContaining("token_env") });
    expect(refused).not.toHaveProperty("retry");
    expect(await send("/0")).toMatchObject({ kind: "failed", retry: true, mayHaveArrived: true });
    expect(
      (await ntfyChannel({ url: "nonsense", tokenEnv: null, environment: {} }).send(message, 1)).kind,
    ).toBe("unavailable");
  });
});
