import { isAxisName } from "../core/axis.ts";
import { outsidePeer } from "../core/panel-policy.ts";
import { shippedLenses } from "../core/shipped-lenses.ts";
import { type ReadCritic, readCriticEntry } from "./critic-entry.ts";
import { nearest } from "./nearest.ts";
import { callSeconds } from "./number-rules.ts";
import { pathTrap } from "./resolve-path.ts";
import type { Finding, Rule } from "./rule.ts";
import { secretNamesOf } from "./secret-names.ts";
import type { WrittenConfig } from "./written-config.ts";

const lensNames: Rule = {
  name: "lens-name",
  check: ({ panel }) =>
    panel.lenses.flatMap((lens, index): Finding[] => {
      const { name } = lens;
      const path = ["panel", "lenses", index, "name"];
      const known = shippedLenses.join(", ");
      if (!isAxisName(name)) {
        const message = "must be a name of 1 to 63 lower-case letters, digits and hyphens, no hyphen first";
        return [{ path, value: name, message, hint: `Write one of ${known}, or a name of your own.` }];
      }
      if (name === outsidePeer || name === "orchestrator" || name === panel.axis) {
        const message = "is not free for a lens";
        return [
          {
            path,
            value: name,
            message,
            hint: "Give the lens another name: its verdicts are of the axis of its name, and the peer is panel.peer.",
          },
        ];
      }
      const first = panel.lenses.findIndex((other) => other.name === name);
      if (first < index) {
        const message = `is the name of panel.lenses.${first} already`;
        return [{ path, value: name, message, hint: "Remove one of the two, or give it a name of its own." }];
      }
      const isShipped = shippedLenses.some((shipped) => shipped === name);
      if (isShipped || (lens.prompt !== null && lens.prompt !== undefined)) return [];
      const hint = `The nearest known lens is ${nearest(name, shippedLenses)}; a lens of your own names its \`prompt\`.`;
      return [{ path, value: name, message: "is no lens that comes with the program", hint }];
    }),
};

const lensSet: Rule = {
  name: "lens-set",
  check: ({ panel }) => {
    const { ai_risk_from: from, lenses } = panel;
    const names = lenses.map(({ name }) => name);
    const findings: Finding[] = [];
    if (lenses.length < 2) {
      findings.push({
        path: ["panel", "lenses"],
        value: names,
        message: "must name at least two lenses",
        hint: `Add one of ${shippedLenses.filter((name) => !names.includes(name)).join(", ")}.`,
      });
    }
    if (from !== null && !names.includes(from) && from !== "ai-detector") {
      findings.push({
        path: ["panel", "ai_risk_from"],
        value: from,
        beside: ["panel", "lenses"],
        message: "is no lens of this panel",
        hint:
          names.length === 0 ? "Write null." : `The nearest is ${nearest(from, names)}; null asks for none.`,
      });
    }
    if (!isAxisName(panel.axis)) {
      findings.push({
        path: ["panel", "axis"],
        value: panel.axis,
        message: "must be a name of 1 to 63 lower-case letters, digits and hyphens, no hyphen first",
        hint: "Write e.g. verify-panel.",
      });
    }
    return findings;
  },
};

/** Each program of the panel where it is written, as its own reader reads it. */
function writtenCritics({ notify, panel }: WrittenConfig): readonly {
  readonly path: readonly PropertyKey[];
  readonly read: ReadCritic;
  /** Whether the place pins a model of its own. */
  readonly model: string | null;
}[] {
  // Which folder relative paths start at is no matter of whether they can be read.
  const place = { folder: "/", home: "/", secretNames: secretNamesOf(notify) };
  const at = (path: readonly PropertyKey[], written: unknown, model: string | null | undefined) =>
    written === null || written === undefined
      ? []
      : [{ path, read: readCriticEntry(written, null, place), model: model ?? null }];
  return [
    ...at(["panel", "critic"], panel.critic, null),
    ...panel.lenses.flatMap(({ critic, model }, index) =>
      at(["panel", "lenses", index, "critic"], critic, model),
    ),
    ...at(["panel", "peer", "critic"], panel.peer?.critic, panel.peer?.model),
  ];
}

const panelCritics: Rule = {
  name: "panel-critic",
  check: (config) =>
    writtenCritics(config).flatMap(({ path, read }): Finding[] => {
      if (read.kind === "critic") return [];
      const { hint, message } = read;
      return [{ path: [...path, ...read.path], value: undefined, message, hint }];
    }),
};

/** A model that its program chooses may be another one tomorrow, and a lens calibrated on the one says nothing of the other. */
const pinnedModels: Rule = {
  name: "unpinned-model",
  check: (config) => {
    const { critic, lenses } = config.panel;
    const shared = writtenCritics(config).find(({ path }) => path.length === 2)?.read;
    const unpinned = writtenCritics(config).filter(({ model, path, read }) => {
      if (read.kind === "fault" || read.spec.kind === "command" || read.spec.model !== null) return false;
      return path.length === 2
        ? lenses.some((lens) => isUnset(lens.critic) && isUnset(lens.model))
        : model === null;
    });
    return unpinned.map(({ path, read }): Finding => {
      const name = read.kind === "critic" ? read.spec.kind : "";
      const message = `leaves the model to ${name}, which may choose another one any day`;
      const hint = `Write e.g. { kind: ${name}, model: NAME }.`;
      return { path, value: read === shared ? critic : undefined, message, hint, warning: true };
    });
  },
};

const panelNumbers: Rule = {
  name: "lens-limit",
  check: ({ panel }) =>
    panel.lenses.flatMap(({ max_cost_usd: cost, timeout_seconds: seconds }, index): Finding[] => [
      ...(typeof seconds === "number" && !callSeconds.holds(seconds)
        ? [
            {
              path: ["panel", "lenses", index, "timeout_seconds"],
              value: seconds,
              message: callSeconds.message,
              hint: callSeconds.hint(seconds),
            },
          ]
        : []),
      ...(typeof cost === "number" && cost <= 0
        ? [
            {
              path: ["panel", "lenses", index, "max_cost_usd"],
              value: cost,
              message: "must be more than 0",
              hint: "Write e.g. 0.50 for half a dollar a call.",
            },
          ]
        : []),
    ]),
};

const panelPaths: Rule = {
  name: "panel-path",
  check: ({ panel }) => {
    const written: readonly (readonly [readonly PropertyKey[], string | null | undefined])[] = [
      [["panel", "rules"], panel.rules],
      [["panel", "peer", "prompt"], panel.peer?.prompt],
      ...panel.lenses.map(({ prompt }, index) => [["panel", "lenses", index, "prompt"], prompt] as const),
    ];
    return written.flatMap(([path, value]): Finding[] => {
      const trap = isUnset(value) ? null : pathTrap(value);
      if (trap === null) return [];
      return [
        { path, value, message: trap, hint: "Write the path in full, or from ~/ or this file's folder." },
      ];
    });
  },
};

function isUnset(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Every rule about the section `panel`. */
export const panelRules: readonly Rule[] = [
  lensSet,
  lensNames,
  panelCritics,
  pinnedModels,
  panelNumbers,
  panelPaths,
];
