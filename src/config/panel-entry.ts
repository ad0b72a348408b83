import type { CriticSpec } from "../core/critic-spec.ts";
import type { PanelSetup } from "../core/panel-setup.ts";
import { blockingLenses } from "../core/shipped-lenses.ts";
import { type CriticPlace, readCriticEntry } from "./critic-entry.ts";
import { resolvePath } from "./resolve-path.ts";
import { secretNamesOf } from "./secret-names.ts";
import type { WrittenConfig, WrittenPanel } from "./written-config.ts";

type WrittenLens = WrittenPanel["lenses"][number];
type WrittenPeer = NonNullable<WrittenPanel["peer"]>;

/** The panel as the code uses it. What a rule finds fault with is read as if it were not there. */
export function panelOf(
  { notify, panel }: WrittenConfig,
  { folder, home }: { readonly folder: string; readonly home: string },
): PanelSetup {
  const place = { folder, home, secretNames: secretNamesOf(notify) };
  const absolute = (path: string | null | undefined): string | null =>
    path === null || path === undefined ? null : resolvePath(path, folder, home);
  const { limits } = panel;
  return {
    axis: panel.axis,
    lenses: panel.lenses.map((lens) => ({
      name: lens.name,
      mayBlock: lens.may_block ?? blockingLenses.has(lens.name),
      promptFile: absolute(lens.prompt),
      critic: criticOf(lens, lens.critic ?? panel.critic, place),
    })),
    // A set without the lens that usually gives it asks for none.
    aiRiskFrom: panel.lenses.some(({ name }) => name === panel.ai_risk_from) ? panel.ai_risk_from : null,
    aiRiskLimit: panel.ai_risk_limit,
    peer:
      panel.peer === null
        ? null
        : {
            promptFile: absolute(panel.peer.prompt),
            critic: criticOf(panel.peer, panel.peer.critic, place),
          },
    rulesFile: absolute(panel.rules),
    limits: {
      draftBytes: limits.draft_kilobytes * 1024,
      contractBytes: limits.contract_kilobytes * 1024,
      findings: limits.findings,
    },
  };
}

function criticOf(lens: WrittenLens | WrittenPeer, written: unknown, place: CriticPlace): CriticSpec | null {
  if (written === null || written === undefined) return null;
  const read = readCriticEntry(written, null, place);
  if (read.kind === "fault") return null;
  const { spec } = read;
  const { max_cost_usd: cost, model, timeout_seconds: seconds } = lens;
  return {
    ...spec,
    model: model ?? spec.model,
    timeoutMs: typeof seconds === "number" ? Math.round(seconds * 1000) : spec.timeoutMs,
    maxCostUsd: cost ?? spec.maxCostUsd,
  };
}
