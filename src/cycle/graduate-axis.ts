import type { Axis } from "../core/axis.ts";
import type { GraduationPage } from "../core/graduation-page.ts";
import { monthOf } from "../core/month.ts";
import { openDoor } from "../core/regraduation.ts";
import type { PendingStep } from "../core/run-summary.ts";
import { graduatedEntry, graduatedMarker } from "../reports/graduated-entry.ts";
import type { StatusChange } from "../store/store.ts";
import { createEffectPass } from "./apply-effects.ts";
import { pendingStatus } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { findAxis } from "./find-axis.ts";
import { readGraduationPage } from "./graduation-page.ts";
import { noteStatusChanges } from "./note-status.ts";

type Door = NonNullable<StatusChange["door"]>;

export interface GraduationRequest {
  readonly reason: string;
  /** Also where both doors are closed. */
  readonly force: boolean;
  /** The founder's word on this page. */
  readonly confirm: (page: GraduationPage, door: Door) => Promise<boolean>;
}

/** What came of it. `already`: the axis is graduated, and at most its file lagged behind. */
export type Graduation =
  | {
      readonly kind: "graduated";
      readonly door: Door;
      readonly page: GraduationPage;
      readonly pending: readonly PendingStep[];
    }
  | { readonly kind: "already"; readonly pending: readonly PendingStep[] }
  /** A status word that the program never changes. */
  | { readonly kind: "other-status"; readonly status: string }
  | { readonly kind: "closed" | "declined"; readonly page: GraduationPage }
  /** Grades or verdicts came in while the page was read. */
  | { readonly kind: "changed"; readonly page: GraduationPage };

/**
 * Lets an assisted axis act alone again: through the door of evidence or of repair, or by force, and never without the
 * founder's word. Decision, file and log entry are one transaction; what could not be done is done when it is asked again, or by
 * the next run. Streak, pool and CUSUM restart for every month closed after it.
 */
export async function graduateAxis(
  context: CycleContext,
  name: string,
  request: GraduationRequest,
): Promise<Graduation> {
  const { axis, status } = await readStanding(context, name);
  const outbox = createEffectPass(
    context,
    ({ axis: concerned, dedupeKey, payload }) =>
      concerned === name && (payload.kind === "axis-file" || dedupeKey.startsWith(logKey(name))),
  );
  const settled = async (word: string): Promise<Graduation | null> => {
    if (word === "assisted") return null;
    if (word !== "graduated") return { kind: "other-status", status: word };
    // Asked again after a crash, or while the file could not be written: it is decided, and only the outside lags behind.
    await outbox.apply();
    return { kind: "already", pending: outbox.pending };
  };
  const known = await settled(status);
  if (known !== null) return known;
  const page = await readGraduationPage(context, axis, status);
  const door = openDoor(page.gate) ?? (request.force ? "forced" : null);
  if (door === null) return { kind: "closed", page };
  if (!(await request.confirm(page, door))) return { kind: "declined", page };
  // While he read, somebody else may have graduated it, or changed its file.
  const then = await readStanding(context, name);
  const meanwhile = await settled(then.status);
  if (meanwhile !== null) return meanwhile;
  const again = await readGraduationPage(context, then.axis, then.status);
  if (fingerprintOf(again) !== fingerprintOf(page)) return { kind: "changed", page: again };
  await record(context, then.axis, { page, door, reason: request.reason });
  await outbox.apply();
  return { kind: "graduated", door, page, pending: outbox.pending };
}

/** The axis as its file has it, and the status word that holds: what was decided and not yet written holds already. */
async function readStanding(
  context: CycleContext,
  name: string,
): Promise<{ readonly axis: Axis; readonly status: string }> {
  const axis = findAxis(context.readAxes(), name);
  await noteStatusChanges(context);
  return { axis, status: (await pendingStatus(context, name)) ?? axis.status };
}

function logKey(axis: string): string {
  return `vault-log/graduated/${axis}/`;
}

/** What a word was given on: all but the instant at which it was looked at, and what follows from it. */
function fingerprintOf({ gate, edit }: GraduationPage): string {
  const { doors, epoch, fresh, pBelowThreshold, since, unfinished } = gate;
  const open = { evidence: doors.evidence.open, repair: doors.repair.open };
  return JSON.stringify({ open, epoch, fresh, pBelowThreshold, since, unfinished, edit });
}

async function record(
  context: CycleContext,
  axis: Axis,
  given: { readonly page: GraduationPage; readonly door: Door; readonly reason: string },
): Promise<void> {
  const { store, timezone, workspace } = context;
  const { door, page, reason } = given;
  const { name } = axis;
  const at = context.now();
  const earlier = await store.listStatusChanges({ axis: name });
  const number = earlier.filter(({ by }) => by === "axis graduate").length + 1;
  const period = monthOf(at, timezone);
  const marker = graduatedMarker(workspace, name, number);
  await store.recordStatusChange(
    {
      axis: name,
      at,
      from: "assisted",
      to: "graduated",
      by: "axis graduate",
      reason,
      period: null,
      door,
      evidence: JSON.stringify(page),
    },
    [
      {
        axis: name,
        period,
        dedupeKey: `axis-file/graduate/${name}/${number}`,
        payload: {
          kind: "axis-file",
          file: axis.file,
          axis: name,
          edit: {
            status: { from: "assisted", to: "graduated" },
            lastCalibration: null,
            lastKappa: null,
            founderOverrideCount: null,
          },
        },
      },
      ...(context.vaultLog === null
        ? []
        : [
            {
              axis: name,
              period,
              dedupeKey: `${logKey(name)}${number}`,
              payload: {
                kind: "vault-log" as const,
                marker,
                markdown: graduatedEntry(page, { at, door, reason, timezone, marker }),
              },
            },
          ]),
    ],
  );
}
