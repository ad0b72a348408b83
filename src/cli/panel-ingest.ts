import { resolve } from "node:path";
import type { App } from "../app.ts";
import { outsidePeer, type PanelPolicy } from "../core/panel-policy.ts";
import type { PanelSetup } from "../core/panel-setup.ts";
import { keepPanel, type RecordVerdict } from "../cycle/keep-panel.ts";
import { ImproveCronError } from "../errors.ts";
import { readPanelFolder } from "../intake/panel-run.ts";
import type { PanelPage } from "../reports/panel-page.ts";

/** The rules of the panel that the config describes. */
export function policyOf({ aiRiskFrom, aiRiskLimit, lenses, peer }: PanelSetup): PanelPolicy {
  return {
    lenses: lenses.map(({ mayBlock, name }) => ({ name, mayBlock })),
    aiRiskFrom,
    aiRiskLimit,
    peer: peer === null ? null : outsidePeer,
  };
}

/**
 * The axis of the panel's own verdicts: the one that was asked for, else that of the config.
 *
 * @throws ImproveCronError `usage` where it is the axis of a lens, whose verdict of the same run has the same identity
 */
export function panelAxis({ config }: App, asked: string | null): string {
  if (asked === null) return config.panel.axis;
  const taken = [...config.panel.lenses.map(({ name }) => name), outsidePeer];
  if (!taken.includes(asked)) return asked;
  throw new ImproveCronError(
    "usage",
    `--axis ${asked} is the axis of a lens of this panel`,
    `Name an axis of the panel's own, such as ${config.panel.axis}: each lens has its verdicts on the axis of its name.`,
  );
}

/**
 * Reads the reports in a folder, judges them and keeps the run with its verdicts; answers what `panel ingest --json` gives
 * and `renderPanel` shows. `folder` is as it was named, from `cwd`. Whatever the verdict, the run is kept.
 *
 * @throws ImproveCronError `input` where the folder holds no run that can be judged, `usage` for an axis that is a lens'
 */
export async function ingestPanelFolder(
  app: App,
  request: {
    readonly folder: string;
    readonly cwd: string;
    readonly axis: string | null;
    readonly dryRun: boolean;
  },
): Promise<PanelPage> {
  const { cwd, dryRun, folder } = request;
  const policy = policyOf(app.config.panel);
  const axis = panelAxis(app, request.axis);
  const lenses = policy.lenses.map(({ name }) => name);
  const path = resolve(cwd, folder);
  const { at, draft, notes, run } = readPanelFolder({ folder, path, lenses, now: app.clock.now() });
  const kept = await keepPanel(app.cycle, { axis, policy, run, draft, at }, recorderOf(app, path));
  const { outcome, result, verdicts, version } = kept;
  return { ...result, id: run.id, axis, run: { outcome, version }, verdicts, notes, dryRun };
}

function recorderOf(app: App, baseFolder: string): RecordVerdict {
  return async (row) => {
    const { duplicate, rejects, stored } = await app.recordVerdicts({
      source: "panel",
      rows: [row],
      baseFolder,
    });
    if (stored > 0) return { outcome: "stored", reason: null };
    if (duplicate > 0) return { outcome: "duplicate", reason: null };
    return { outcome: "rejected", reason: rejects[0]?.reason ?? null };
  };
}
