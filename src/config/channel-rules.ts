import type { Finding, Rule } from "./rule.ts";
import { secretVariableOf } from "./secret-names.ts";

/** Secrets are named by a variable and never written here. */
export const variableNames: Rule = {
  name: "variable-name",
  check: ({ notify }) =>
    notify.flatMap((channel, index): Finding[] => {
      const variable = secretVariableOf(channel);
      if (variable === null || /^[A-Z_][A-Z0-9_]*$/.test(variable.name)) return [];
      return [
        {
          path: ["notify", index, variable.key],
          value: variable.name,
          message: "must be the name of a variable: capital letters, digits and underscores",
          hint: "Put the secret itself into the environment, e.g. as NTFY_TOKEN, and write that name here.",
        },
      ];
    }),
};

/** Somebody hears of a revert. */
export const reachableChannel: Rule = {
  name: "no-channel",
  check: ({ notify }) =>
    notify.every((channel) => channel.channel === "imessage" && channel.to === null)
      ? [
          {
            path: ["notify"],
            value: notify,
            message: "no channel can deliver a message, so a revert would only be seen in the log",
            hint: "Set `to` of imessage, or add {channel: stdout}.",
            warning: true,
          },
        ]
      : [],
};
