import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChannelSpec, openChannel } from "../../../src/effects/notify/open-channel.ts";
import { type Receiver, startReceiver, withStatus } from "./http-receiver.ts";
import { recordingProgram } from "./recording-program.ts";

const message = { kind: "test", subject: "Test", text: "It works." } as const;

let home: string;
let receiver: Receiver;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "open-channel-"));
  recordingProgram(home, "sendmail");
  recordingProgram(home, "osascript");
  receiver = await startReceiver(withStatus(200));
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

describe("openChannel", () => {
  const cases: [ChannelSpec, string][] = [
    [{ channel: "stdout" }, "sent"],
    [{ channel: "command", command: ["/bin/true"] }, "sent"],
    [{ channel: "command", command: ["/bin/false"] }, "failed"],
    [{ channel: "imessage", to: null }, "unavailable"],
    [{ channel: "imessage", to: "+15550100" }, "sent"],
    [{ channel: "ntfy", url: "ORIGIN/a", tokenEnv: "TOKEN" }, "sent"],
    [{ channel: "ntfy", url: "ORIGIN/a", tokenEnv: "NOT_SET" }, "unavailable"],
    [{ channel: "webhook", url: "ORIGIN/a", secretEnv: "TOKEN" }, "sent"],
    [{ channel: "webhook", url: "ORIGIN/a", secretEnv: "NOT_SET" }, "unavailable"],
    [{ channel: "sendmail", to: "founder@example.org", path: "./sendmail" }, "sent"],
    [{ channel: "sendmail", to: "founder@example.org", path: "./none" }, "unavailable"],
  ];
  it.each(cases)("%j: %s", async (spec, kind) => {
    const real = "url" in spec ? { ...spec, url: spec.url.replace("ORIGIN", receiver.origin) } : spec;
    const channel = openChannel(real, {
      home,
      workspace: "default",
      write: () => undefined,
      environment: { ...process.env, TOKEN: "tk_1" },
      platform: "darwin",
      osascript: join(home, "osascript"),
    });
    expect(channel.name).toBe(spec.channel);
    expect((await channel.send(message, 1)).kind).toBe(kind);
  });

  it.skipIf(process.platform === "darwin")(
    "sends no iMessage on another system than macOS (not on macOS)",
    async () => {
      const surroundings = { home, workspace: "default", write: () => undefined, environment: {} };
      const channel = openChannel({ channel: "imessage", to: "+15550100" }, surroundings);
      expect((await channel.send(message, 1)).kind).toBe("unavailable");
    },
  );

  it("gives mails and webhooks the real time", async () => {
    const surroundings = { home, workspace: "default", write: () => undefined, environment: {} };
    const before = Date.now();
    await openChannel(
      { channel: "webhook", url: `${receiver.origin}/time`, secretEnv: null },
      surroundings,
    ).send(message, 1);
    const body: { sentAt: string } = JSON.parse(receiver.received.at(-1)?.body ?? "");
    expect(Date.parse(body.sentAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.sentAt)).toBeLessThanOrEqual(Date.now());
  });
});
