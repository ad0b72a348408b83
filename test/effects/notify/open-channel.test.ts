import { describe, expect, it } from "vitest";
import { type ChannelSpec, openChannel } from "../../../src/effects/notify/open-channel.ts";

const message = { kind: "test", subject: "Test", text: "It works." } as const;

describe("openChannel", () => {
  const cases: [ChannelSpec, string][] = [
    [{ channel: "stdout" }, "sent"],
    [{ channel: "command", command: ["/bin/true"] }, "sent"],
    [{ channel: "command", command: ["/bin/false"] }, "failed"],
    [{ channel: "imessage", to: null }, "unavailable"],
    [{ channel: "imessage", to: "+15550100" }, "unavailable"],
    [{ channel: "ntfy", url: "https://ntfy.example.org/a", tokenEnv: null }, "unavailable"],
    [{ channel: "webhook", url: "https://hooks.example.org/a", secretEnv: null }, "unavailable"],
    [{ channel: "sendmail", to: "founder@example.org", path: null }, "unavailable"],
  ];
  it.each(cases)("%j: %s", async (spec, kind) => {
    const channel = openChannel(spec, {
      home: "/",
      workspace: "default",
      write: () => undefined,
      environment: {},
    });
    expect(channel.name).toBe(spec.channel);
    expect((await channel.send(message, 1)).kind).toBe(kind);
  });
});
