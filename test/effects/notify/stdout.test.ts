import { expect, it } from "vitest";
import { stdoutChannel } from "../../../src/effects/notify/stdout.ts";

const message = { kind: "watch", subject: "verify-dispatch: watch", text: "4 of 9 overridden" } as const;

it("prints subject and text", async () => {
  let printed = "";
  const channel = stdoutChannel((text) => {
    printed += text;
  });
  expect((await channel.send(message, 1)).kind).toBe("sent");
  expect(printed).toBe("verify-dispatch: watch\n4 of 9 overridden\n");
});

it("fails when nothing can be printed", async () => {
  const channel = stdoutChannel(() => {
    throw new Error("EPIPE");
  });
  expect((await channel.send(message, 1)).kind).toBe("failed");
});
