import type { Month } from "./cycle.ts";

/** The four scalars that the program owns in an axis file; null leaves a line alone. */
export interface AxisFileEdit {
  readonly status: { readonly from: string; readonly to: "assisted" | "graduated" } | null;
  /** `YYYY-MM-DD` of the close in the config's zone. */
  readonly lastCalibration: string | null;
  /** `{ value: null }` writes `null`: not computable. Three decimals. */
  readonly lastKappa: { readonly value: number | null } | null;
  readonly founderOverrideCount: number | null;
}

export type MessageKind =
  | "opened"
  | "reverted"
  | "watch"
  | "modes-differ"
  | "top-up-1"
  | "top-up-2"
  | "reminder"
  | "outage"
  | "judge-cost"
  | "test";

export interface Message {
  readonly kind: MessageKind;
  readonly subject: string;
  /** Plain text without artifact or probe text; a repeated attempt is marked by the sender. */
  readonly text: string;
}

/** One line of a note; a link leads to an address or to the page of an item. */
export interface NoteLine {
  readonly text: string;
  readonly link?: { readonly url: string } | { readonly ref: string };
}

/** What is added below an axis task after its month has closed. Its heading is its identity. */
export interface TaskNote {
  readonly queue: string;
  readonly axis: string;
  readonly period: Month;
  readonly heading: string;
  readonly lines: readonly NoteLine[];
  /** A page of its own that the note leads to; null where the lines are all. */
  readonly page: { readonly title: string; readonly lines: readonly NoteLine[] } | null;
}

/** Something that has to happen outside the database, planned in the transaction that made it necessary. */
export type EffectPayload =
  | { readonly kind: "axis-file"; readonly file: string; readonly axis: string; readonly edit: AxisFileEdit }
  | { readonly kind: "vault-log"; readonly marker: string; readonly markdown: string }
  /** The picture of an axis beside the vault log, or of all of them (null), drawn anew by what is known when it is made. */
  | { readonly kind: "picture"; readonly name: string; readonly axis: string | null }
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "task-note"; readonly note: TaskNote };

export interface PlannedEffect {
  /** `axis` is `*` for what concerns the whole period. */
  readonly axis: string;
  readonly period: Month;
  /** Unique in the workspace: the same effect planned twice is one effect. */
  readonly dedupeKey: string;
  readonly payload: EffectPayload;
}

export type EffectState = "pending" | "sending" | "done" | "failed";

export interface Effect extends PlannedEffect {
  readonly id: number;
  readonly state: EffectState;
  /** How often it was begun; above 1 it may have happened before. */
  readonly attempts: number;
  readonly nextTryAt: number | null;
  readonly plannedAt: number;
  readonly doneAt: number | null;
  readonly lastError: string | null;
  /** What it found or did, once it is done. */
  readonly detail: string | null;
}

/** How an effect ended: done (perhaps found already there), or to be tried again, with the reason. */
export type EffectOutcome =
  | { readonly state: "done"; readonly detail: string }
  | { readonly state: "waiting"; readonly because: string; readonly hint: string | null };

/** The dedupe key of a message: (workspace, period, axis or *, kind). */
export function messageKey(period: Month, axis: string, kind: MessageKind): string {
  return `message/${period}/${axis}/${kind}`;
}
