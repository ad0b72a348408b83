import { messageOf } from "../../errors.ts";
import type { Channel } from "./channel.ts";

/** Prints messages: the last resort, which cron mails to its owner and a terminal shows. */
export function stdoutChannel(write: (text: string) => void): Channel {
  return {
    name: "stdout",
    send: async (message) => {
      try {
        write(`${message.subject}\n${message.text}\n`);
        return { kind: "sent", detail: "printed" };
      } catch (error) {
        return {
          kind: "failed",
          because: messageOf(error),
          hint: "Standard output is closed: name another channel.",
        };
      }
    },
  };
}
