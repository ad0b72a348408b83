import { separateAxisKeys } from "./axis-keys-rule.ts";
import { reachableChannel, variableNames } from "./channel-rules.ts";
import { numberRules } from "./number-rules.ts";
import { orderedBounds } from "./order-rule.ts";
import { panelRules } from "./panel-rules.ts";
import { dialogueRules } from "./dialogue-entry.ts";
import { instructionRules } from "./instruction-rules.ts";
import { pathTrap } from "./resolve-path.ts";
import type { Finding, Rule } from "./rule.ts";
import { failSampling, samplingRates } from "./sampling-rules.ts";
import { firingSchedule, knownZone } from "./time-rules.ts";

const plainPaths: Rule = {
  name: "path",
  check: ({ state, axes, vault_log }) => {
    const sources: readonly (readonly [PropertyKey[], string | null])[] =
      typeof axes === "string"
        ? [[["axes"], axes]]
        : axes.map((source, index) => [["axes", index], source] as const);
    return [[["state"], state] as const, ...sources, [["vault_log"], vault_log] as const].flatMap(
      ([path, value]): Finding[] => {
        const trap = value === null ? null : pathTrap(value);
        if (trap === null) return [];
        return [
          { path, value, message: trap, hint: "Write the path in full, or from ~/ or this file's folder." },
        ];
      },
    );
  },
};

const workspaceName: Rule = {
  name: "workspace",
  check: ({ workspace }) =>
    /^[A-Za-z0-9][\w.-]{0,62}$/.test(workspace)
      ? []
      : [
          {
            path: ["workspace"],
            value: workspace,
            message: "must be 1 to 63 letters, digits, dots, hyphens or underscores, a letter or digit first",
            hint: "Write a short name such as default.",
          },
        ],
};

const notionPlace: Rule = {
  name: "notion-place",
  check: ({ queue, notion }) =>
    queue === "notion" && notion.parent === null && notion.board === null
      ? [
          {
            path: ["queue"],
            value: queue,
            message: "neither notion.parent nor notion.board says where the items go",
            hint: "Set one of the two to a URL or id, or write local.",
            warning: true,
          },
        ]
      : [],
};

/** Every rule about values and between them, in the order in which findings are told. */
export const rules: readonly Rule[] = [
  knownZone,
  firingSchedule,
  ...numberRules,
  orderedBounds,
  plainPaths,
  workspaceName,
  separateAxisKeys,
  samplingRates,
  failSampling,
  notionPlace,
  variableNames,
  reachableChannel,
  ...panelRules,
  ...instructionRules,
  ...dialogueRules,
];
