import type { Effect } from "../core/effect.ts";
import type { PendingStep, RunSummary } from "../core/run-summary.ts";
import type { CycleContext } from "./context.ts";

const minute = 60_000;
const longestWait = 24 * 60 * minute;

/** One pass over the outbox. It may be asked several times, as more is planned; each effect is tried once. */
export interface EffectPass {
  /** Tries what concerns this call and was not tried before: all of it unless said otherwise. */
  apply(concerned?: (effect: Effect) => boolean): Promise<void>;
  readonly effects: RunSummary["effects"];
  readonly pending: readonly PendingStep[];
}

/**
 * Performs what is planned, in the order in which it was planned. Each effect is marked before it is begun and after
 * it is done. When one has to wait, the later ones of its line wait behind it: an older calibration never overwrites
 * a newer one, and the log stays in order.
 *
 * @param concerns which effects are this pass's affair; all of them only for the holder of the run lock
 */
export function createEffectPass(
  context: CycleContext,
  concerns: (effect: Effect) => boolean = () => true,
): EffectPass {
  const effects: RunSummary["effects"][number][] = [];
  const pending: PendingStep[] = [];
  const tried = new Set<number>();
  const blocked = new Set<string>();

  async function attempt(planned: Effect): Promise<void> {
    const { kind } = planned.payload;
    const line = lineOf(planned);
    const wait = (because: string, hint: string | null): void => {
      const axis = planned.axis === "*" ? null : planned.axis;
      effects.push({ kind, state: "pending" });
      pending.push({ kind, period: planned.period, axis, because, hint });
      blocked.add(line);
    };
    if (blocked.has(line)) {
      wait("an earlier one has to happen first", null);
      return;
    }
    context.step(`effect ${kind}: before claim`);
    const effect = await context.store.claimEffect(planned.id);
    if (effect === null) return;
    context.step(`effect ${kind}: claimed`);
    const outcome = await context.effects.perform(effect.payload, effect.attempts);
    context.step(`effect ${kind}: performed`);
    const at = context.now();
    if (outcome.state === "done") {
      await context.store.finishEffect(effect.id, { state: "done", at, detail: outcome.detail });
      effects.push({ kind, state: "done" });
    } else {
      const nextTryAt = at + Math.min(longestWait, minute * 2 ** Math.min(effect.attempts, 11));
      await context.store.finishEffect(effect.id, { state: "pending", nextTryAt, error: outcome.because });
      wait(outcome.because, outcome.hint);
    }
    context.step(`effect ${kind}: recorded`);
  }

  return {
    effects,
    pending,
    apply: async (concerned = () => true) => {
      for (const planned of await context.store.listEffects({ unfinished: true })) {
        if (tried.has(planned.id) || !concerns(planned) || !concerned(planned)) continue;
        tried.add(planned.id);
        await attempt(planned);
      }
    },
  };
}

/**
 * The effects among these that may be tried at an instant: never begun, left behind by a run that was killed, or with
 * their waiting time over; and nothing unfinished of their line before them that still waits.
 */
export function dueEffects(unfinished: readonly Effect[], now: number): readonly Effect[] {
  const blocked = new Set<string>();
  return unfinished.filter((effect) => {
    const line = lineOf(effect);
    if (blocked.has(line)) return false;
    const due = effect.state !== "pending" || effect.nextTryAt === null || effect.nextTryAt <= now;
    if (!due) blocked.add(line);
    return due;
  });
}

/** Effects of one line happen in order; messages are independent of each other. */
function lineOf(effect: Effect): string {
  switch (effect.payload.kind) {
    case "axis-file":
      return `axis-file/${effect.axis}`;
    case "vault-log":
      return "vault-log";
    case "picture":
      return `picture/${effect.axis}`;
    case "message":
      return `message/${effect.id}`;
    case "task-note":
      return `task-note/${effect.axis}`;
  }
}
