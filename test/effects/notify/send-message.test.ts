import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/effect.ts";
import type { Channel, ChannelResult } from "../../../src/effects/notify/channel.ts";
import { sendMessage, type Waits } from "../../../src/effects/notify/send-message.ts";
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

const passing: ChannelResult = { kind: "failed", because: "busy", hint: null, retry: true };

/** A channel that answers one result after the other, and then sends. */
function turning(name: string, results: readonly ChannelResult[], asked: string[]): Channel {
  const left = [...results];
  return {
    name,
    send: async (message_, attempt) => {
      asked.push(`${name} ${attempt} ${message_.text}`);
      return left.shift() ?? sent;
    },
  };
}

/** Waits that take no time but count it, and how long each try takes. */
function countedWaits(tryMs = 0): { waits: Waits; pauses: number[] } {
  const pauses: number[] = [];
  let time = 0;
  const waits: Waits = {
    pause: async (ms) => {
      pauses.push(ms);
      time += ms;
    },
    // Asked once before the first try and once after each.
    elapsed: () => {
      const now = time;
      time += tryMs;
      return now;
    },
  };
  return { waits, pauses };
}

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

  it("tries a channel three times, one and four seconds apart, and then takes the next", async () => {
    const asked: string[] = [];
    const { waits, pauses } = countedWaits();
    const channels = [turning("ntfy", [passing, passing, passing], asked), answering("stdout", sent, asked)];
    const outcome = await sendMessage(message, 1, channels, ignore, waits);
    expect(outcome).toMatchObject({ state: "done", detail: expect.stringContaining("3 times: busy") });
    expect(asked).toEqual([
      "ntfy 1 It acts with you again.",
      "ntfy 2 (may repeat) It acts with you again.",
      "ntfy 3 (may repeat) It acts with you again.",
      // A channel that certainly has not delivered leaves nothing to repeat for the next.
      "stdout 1 It acts with you again.",
    ]);
    expect(pauses).toEqual([1000, 4000]);
  });

  it("stops at the try that succeeds", async () => {
    const asked: string[] = [];
    const { waits, pauses } = countedWaits();
    const channels = [turning("ntfy", [passing], asked), answering("stdout", sent, asked)];
    expect((await sendMessage(message, 1, channels, ignore, waits)).state).toBe("done");
    expect(asked.map((line) => line.split(" ")[0])).toEqual(["ntfy", "ntfy"]);
    expect(pauses).toEqual([1000]);
  });

  it("goes to the next channel at once where a retry would fail the same way", async () => {
    const asked: string[] = [];
    const { waits, pauses } = countedWaits();
    const lasting: ChannelResult = { ...passing, retry: false };
    const channels = [
      turning("a", [lasting], asked),
      turning("b", [unavailable], asked),
      turning("c", [], asked),
    ];
    await sendMessage(message, 1, channels, ignore, waits);
    expect(asked.map((line) => line.split(" ")[0])).toEqual(["a", "b", "c"]);
    expect(pauses).toEqual([]);
  });

  it("gives no channel much more than half a minute: a hanging one is not asked again", async () => {
    const asked: string[] = [];
    const hanging = countedWaits(30_000);
    await sendMessage(
      message,
      1,
      [turning("a", [passing, passing], asked), turning("b", [], asked)],
      ignore,
      hanging.waits,
    );
    expect(asked.map((line) => line.split(" ")[0])).toEqual(["a", "b"]);
    const slow = countedWaits(15_000);
    asked.length = 0;
    await sendMessage(
      message,
      1,
      [turning("a", [passing, passing], asked), turning("b", [], asked)],
      ignore,
      slow.waits,
    );
    expect(asked.map((line) => line.split(" ")[0])).toEqual(["a", "a", "b"]);
  });

  it("says on the next channel that it may repeat where the one before may have delivered", async () => {
    const asked: string[] = [];
    const doubtful: ChannelResult = {
      kind: "failed",
      because: "no answer",
      hint: null,
      mayHaveArrived: true,
    };
    await sendMessage(message, 1, [turning("a", [doubtful], asked), turning("b", [], asked)], ignore);
    expect(asked).toEqual(["a 1 It acts with you again.", "b 1 (may repeat) It acts with you again."]);
  });

  it("waits for real between tries", async () => {
    const asked: string[] = [];
    const started = performance.now();
    await sendMessage(message, 1, [turning("a", [passing], asked)], ignore);
    expect(performance.now() - started).toBeGreaterThan(990);
    expect(asked).toHaveLength(2);
  });
});
