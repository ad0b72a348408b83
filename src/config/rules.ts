import { isZone } from "../core/month.ts";
import { checkSchedule, scheduleWarnings } from "../schedule.ts";
import { nearestTimeZone } from "./nearest-zone.ts";
import { numberRules } from "./number-rules.ts";
import { panelRules } from "./panel-entry.ts";
import { dialogueRules } from "./dialogue-entry.ts";
import { instructionRules } from "./instruction-rules.ts";
import { pathTrap } from "./resolve-path.ts";
import type { Finding, Rule } from "./rule.ts";

const knownZone: Rule = {
  name: "zone",
  check: ({ timezone }) =>
    isZone(timezone)
      ? []
      : [
          {
            path: ["timezone"],
            value: timezone,
            message: "is not a time zone",
            hint: `The nearest known zone is ${nearestTimeZone(timezone)}.`,
          },
        ],
};

const firingSchedule: Rule = {
  name: "schedule",
  check: ({ schedule, timezone }) => {
    // A zone that is none has a finding of its own.
    const zone = isZone(timezone) ? timezone : "UTC";
    const finding = (sentence: string): Finding => ({
      path: ["schedule"],
      value: schedule,
      message: sentence.replace(/\.$/, ""),
      hint: 'Write five fields, e.g. "0 9 1 * *" for 09:00 on the 1st of each month.',
    });
    const problems = checkSchedule(schedule, zone).map(finding);
    if (problems.length > 0) return problems;
    return scheduleWarnings(schedule, zone).map((sentence) => ({ ...finding(sentence), warning: true }));
  },
};

function notAbove(
  low: readonly [path: readonly string[], value: number],
  high: readonly [path: readonly string[], value: number],
  equality: "equal allowed" | "equal refused" = "equal allowed",
): readonly Finding[] {
  const [path, value] = low;
  const [beside, bound] = high;
  const strict = equality === "equal refused";
  if (value < bound || (value === bound && !strict)) return [];
  return [
    {
      path,
      value,
      beside,
      message: `must ${strict ? "be below" : "not be above"} ${beside.join(".")}, which is ${bound}`,
      hint: "Lower the one or raise the other.",
    },
  ];
}

const orderedBounds: Rule = {
  name: "order",
  check: ({ decision, sampling, cost, probes }) => {
    const { cusum } = decision;
    return [
      ...notAbove(
        [["decision", "cusum", "from"], cusum.from],
        [["decision", "cusum", "to"], cusum.to],
        "equal refused",
      ),
      ...notAbove(
        [["decision", "k_probability"], decision.k_probability],
        [["decision", "overwhelming_probability"], decision.overwhelming_probability],
      ),
      ...notAbove(
        [["sampling", "fail_min"], sampling.fail_min],
        [["sampling", "fail_target"], sampling.fail_target],
      ),
      ...notAbove([["cost", "warn"], cost.warn], [["cost", "alarm"], cost.alarm]),
      ...notAbove([["probes", "per_axis"], probes.per_axis], [["probes", "generate"], probes.generate]),
    ];
  },
};

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

const separateAxisKeys: Rule = {
  name: "axis-keys",
  check: ({ axis_keys }) => {
    const entries = Object.entries(axis_keys);
    return entries.flatMap(([name, written], index): Finding[] => {
      const path = ["axis_keys", name];
      if (written.split(".").some((part) => part.trim() === "")) {
        return [
          {
            path,
            value: written,
            message: "is not a dotted path of keys",
            hint: "Write a key such as status, or calibration.status for one inside a map.",
          },
        ];
      }
      // One key cannot hold two of the four scalars, nor be a scalar and the map around another one.
      const other = entries
        .slice(0, index)
        .find(
          ([, before]) => `${written}.`.startsWith(`${before}.`) || `${before}.`.startsWith(`${written}.`),
        );
      if (other === undefined) return [];
      return [
        {
          path,
          value: written,
          beside: ["axis_keys", other[0]],
          message: `collides with axis_keys.${other[0]}, which is ${other[1]}`,
          hint: "Give each of the four its own key.",
        },
      ];
    });
  },
};

function unusualRate(key: "pass_rate" | "fail_rate", value: number): readonly Finding[] {
  const reason =
    value > 0 && value < 0.05
      ? "below 5% the sample is the minimum in all but the largest months, and a drift shows late"
      : value > 0.2 && value <= 1
        ? "above 20% the hour of grading is spent on a critic that is mostly right"
        : null;
  if (reason === null) return [];
  const path = ["sampling", key];
  return [{ path, value, message: reason, hint: "5% to 20% is usual, 0.10 the default.", warning: true }];
}

const samplingRates: Rule = {
  name: "sampling-rate",
  check: ({ sampling }) => [
    ...unusualRate("pass_rate", sampling.pass_rate),
    ...unusualRate("fail_rate", sampling.fail_rate),
  ],
};

const failSampling: Rule = {
  name: "fail-sampling",
  check: ({ sampling }) =>
    sampling.fail_rate === 0 && sampling.fail_min === 0
      ? [
          {
            path: ["sampling", "fail_rate"],
            value: sampling.fail_rate,
            message:
              "with fail_rate and fail_min at 0 no FAIL verdict is graded, and kappa can only be bounded",
            hint: "Leave them at 0.10 and 2 unless only the overrides matter.",
            warning: true,
          },
        ]
      : [],
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

const variableNames: Rule = {
  name: "variable-name",
  check: ({ notify }) =>
    notify.flatMap((channel, index): Finding[] => {
      const key = channel.channel === "ntfy" ? "token_env" : "secret_env";
      const value =
        channel.channel === "ntfy"
          ? channel.token_env
          : channel.channel === "webhook"
            ? channel.secret_env
            : null;
      if (value === null || /^[A-Z_][A-Z0-9_]*$/.test(value)) return [];
      return [
        {
          path: ["notify", index, key],
          value,
          message: "must be the name of a variable: capital letters, digits and underscores",
          hint: "Put the secret itself into the environment, e.g. as NTFY_TOKEN, and write that name here.",
        },
      ];
    }),
};

const reachableChannel: Rule = {
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
