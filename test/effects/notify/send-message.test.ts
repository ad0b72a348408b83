import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/effect.ts";
import type { Channel, ChannelResult } from "../../../src/effects/notify/channel.ts";
import { sendMessage } from "../../../src/effects/notify/send-message.ts";
import { stdoutChannel } from "../../../src/effects/notify/stdout.ts";
import type { EffectStep } from "../../../src/effects/step.ts";

const message: Message = { kind: "reverted", subject: "verify-dispatch", text: "It acts with you again." };
const ignore = (): void => undefined;

/** A channel that answers as told and writes down what it was asked. */
function answering(name: string, result: ChannelResult, asked: string[]): Channel {
  return {
    name,
    send: async (sent, attempt) => {
      asked.push(`${name} ${attempt} ${sent.text}`);
      return result;
    },
  };
}
const sent: ChannelResult = { kind: "sent", detail: "ok" };
const failed: ChannelResult = { kind: "failed", because: "no network", hint: "Look at the network." };
const unavailable: ChannelResult = { kind: "unavailable", because: "`to` is null", hint: null };

describe("sendMessage", () => {
  it("tries the channels in order until one takes it", async () => {
    const asked: string[] = [];
    const channels = [
      answering("imessage", unavailable, asked),
      answering("command", failed, asked),
      answering("stdout", sent, asked),
      answering("late", sent, asked),
    ];
    const outcome = await sendMessage(message, 1, channels, ignore);
    expect(outcome).toMatchObject({ state: "done", detail: expect.stringContaining("no network") });
    expect(asked.map((line) => line.split(" ")[0])).toEqual(["imessage", "command", "stdout"]);
  });

  it("marks a repeated attempt in the text, and only that", async () => {
    let printed = "";
    const write = (text: string): void => {
      printed += text;
    };
    await sendMessage(message, 1, [stdoutChannel(write)], ignore);
    await sendMessage(message, 2, [stdoutChannel(write)], ignore);
    expect(printed).toBe(
      "verify-dispatch\nIt acts with you again.\nverify-dispatch\n(may repeat) It acts with you again.\n",
    );
  });

  it("waits with the reason of every channel when none takes it", async () => {
    const asked: string[] = [];
    const broken: Channel = {
      name: "broken",
      send: () => Promise.reject(new Error("a bug")),
    };
    const channels = [answering("imessage", unavailable, asked), broken, answering("command", failed, asked)];
    const outcome = await sendMessage(message, 1, channels, ignore);
    expect(outcome).toMatchObject({ state: "waiting", code: "no-channel", hint: "Look at the network." });
    for (const reason of ["imessage", "`to` is null", "broken", "a bug", "command", "no network"]) {
      expect(outcome).toHaveProperty("because", expect.stringContaining(reason));
    }
  });

  it("has nothing to send where no channel is named", async () => {
    expect((await sendMessage(message, 1, [], ignore)).state).toBe("done");
  });

  it("names its steps around the sending", async () => {
    const steps: string[] = [];
    const step = (name: EffectStep): void => {
      steps.push(name);
    };
    await sendMessage(message, 1, [answering("stdout", sent, steps)], step);
    expect(steps).toEqual([
      "message: before send",
      "stdout 1 It acts with you again.",
      "message: after send",
    ]);
  });
});
