import type { Message } from "../core/effect.ts";
import type { PendingStep } from "../core/run-summary.ts";
import { countOf } from "./numbers.ts";

/** The message about steps that have been pending for a day. It is sent once per outage. */
export function outageMessage(pending: readonly PendingStep[], since: number): Message {
  return {
    kind: "outage",
    subject: `improve-cron: ${countOf(pending.length, "step")} pending since ${new Date(since).toISOString()}`,
    text: [
      ...pending.map(
        ({ kind, period, axis, because, hint }) =>
          `${[kind, period, axis].filter((one) => one !== null).join(" ")}: ${because}${hint === null ? "" : ` ${hint}`}`,
      ),
      "Nothing is lost: each step is tried again at every run. `improve-cron doctor` names what to mend.",
    ].join("\n"),
  };
}
