import { expect, it } from "vitest";
import type { Channel } from "../../../src/effects/notify/channel.ts";
import { sendTest } from "../../../src/effects/notify/send-test.ts";

it("tries every channel once, in order, and tells how each went", async () => {
  const asked: string[] = [];
  const channel = (name: string, send: () => ReturnType<Channel["send"]>): Channel => ({
    name,
    send: (message, attempt) => {
      asked.push(`${name} ${message.kind} ${attempt}`);
      return send();
    },
  });
  const results = await sendTest([
    channel("imessage", async () => ({ kind: "unavailable", because: "`to` is null", hint: "Give it." })),
    channel("stdout", async () => ({ kind: "sent", detail: "printed" })),
    channel("ntfy", async () => ({ kind: "failed", because: "401", hint: "Mend it.", retry: true })),
    channel("broken", () => Promise.reject(new Error("a bug"))),
  ]);
  expect(asked).toEqual(["imessage test 1", "stdout test 1", "ntfy test 1", "broken test 1"]);
  expect(results).toEqual([
    { channel: "imessage", kind: "unavailable", message: "`to` is null", fix: "Give it." },
    { channel: "stdout", kind: "sent", message: "printed", fix: null },
    { channel: "ntfy", kind: "failed", message: "401", fix: "Mend it." },
    { channel: "broken", kind: "failed", message: "a bug", fix: null },
  ]);
});
