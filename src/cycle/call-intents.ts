import type { CallPurpose, CriticCall } from "../core/critic-call.ts";
import type { CriticSpec } from "../core/critic-spec.ts";
import type { Month } from "../core/cycle.ts";
import type { Store } from "../store/store.ts";

/** What a call is made for, as it is known before it is made. */
export interface CallIntent {
  readonly axis: string | null;
  readonly period: Month | null;
  readonly purpose: CallPurpose;
  readonly batch: string | null;
  readonly spec: Pick<CriticSpec, "kind" | "model">;
}

/** A call that was noted: crossed off when it is disposed of, which is when what came of the call is stored. */
export interface NotedCall extends AsyncDisposable {
  /** Epoch milliseconds; the call is stored under this instant. */
  readonly at: number;
}

/** A process that calls critics. Ids of processes are given away again, marks are not. */
export interface Caller {
  readonly pid: number;
  readonly mark: string;
}

interface Noted extends Omit<CallIntent, "spec">, Caller {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly critic: string;
  readonly model: string | null;
}

const setting = "critic-calls-under-way";

/**
 * Calls of critics, noted before they are made: of a process that is ended meanwhile (Ctrl-C, a crash) nothing else tells
 * that there was a call, and it may have cost money.
 */
export class CallIntents {
  readonly #store: Pick<Store, "changeSetting" | "listCriticCalls" | "readSetting" | "recordCriticCalls">;
  readonly #caller: Caller;
  #noted = 0;
  readonly #underWay = new Set<number>();

  constructor(
    store: Pick<Store, "changeSetting" | "listCriticCalls" | "readSetting" | "recordCriticCalls">,
    caller: Caller,
  ) {
    this.#store = store;
    this.#caller = caller;
  }

  /**
   * Notes a call. No other call under way has its instant: of calls that were begun together, and end apart, each must be
   * told from those that are stored already.
   */
  async begin({ spec, ...intent }: CallIntent, now: number): Promise<NotedCall> {
    this.#noted += 1;
    const id = `${this.#caller.mark}.${this.#noted}`;
    let at = now;
    while (this.#underWay.has(at)) at += 1;
    this.#underWay.add(at);
    const noted: Noted = { ...intent, ...this.#caller, id, at, critic: spec.kind, model: spec.model };
    const end = async (): Promise<void> => {
      this.#underWay.delete(at);
      await this.#change((all) => all.filter((one) => one.id !== id));
    };
    try {
      await this.#change((all) => [...all, noted]);
    } catch (error) {
      this.#underWay.delete(at);
      throw error;
    }
    return { at, [Symbol.asyncDispose]: end };
  }

  /**
   * Makes calls without an answer, and without a known cost, of those whose caller is gone. One that was stored, and whose
   * caller ended before it was crossed off, is that one call.
   */
  async settle(isAlive: (pid: number) => boolean): Promise<readonly CriticCall[]> {
    const isGone = ({ mark, pid }: Noted): boolean =>
      mark !== this.#caller.mark && (pid === this.#caller.pid || !isAlive(pid));
    if (!notedIn(await this.#store.readSetting(setting)).some(isGone)) return [];
    // Another program that was started at the same time settles what it took over first; what the first of both leaves behind
    // when it ends here is taken over in turn.
    let mine: readonly Noted[] = [];
    await this.#change((all) => {
      mine = all.filter(isGone);
      return all.map((one) => (mine.includes(one) ? { ...one, ...this.#caller } : one));
    });
    const calls: CriticCall[] = [];
    for (const one of mine) if (!(await this.#isStored(one))) calls.push(cutOff(one));
    await this.#store.recordCriticCalls(calls);
    const ids = new Set(mine.map(({ id }) => id));
    await this.#change((all) => all.filter(({ id }) => !ids.has(id)));
    return calls;
  }

  async #isStored({ at, axis, batch, purpose }: Noted): Promise<boolean> {
    const named = { ...(axis === null ? {} : { axis }), ...(batch === null ? {} : { batch }) };
    const calls = await this.#store.listCriticCalls({ ...named, purposes: [purpose], from: at });
    return calls.some((call) => call.at === at);
  }

  async #change(change: (all: readonly Noted[]) => readonly Noted[]): Promise<void> {
    await this.#store.changeSetting(setting, (text) => JSON.stringify(change(notedIn(text))));
  }
}

function notedIn(text: string | null): readonly Noted[] {
  const noted: readonly Noted[] = JSON.parse(text ?? "[]");
  return noted;
}

function cutOff({ at, axis, batch, critic, model, period, purpose }: Noted): CriticCall {
  return {
    axis,
    period,
    purpose,
    batch,
    subject: null,
    rubric: null,
    at,
    outcome: "no-answer",
    failure: "cancelled",
    reason: "the program was ended while the critic was at work; what that cost is not known",
    critic,
    program: null,
    cliVersion: null,
    model,
    modelFrom: model === null ? null : "request",
    prompt: null,
    costUsd: null,
    tokensIn: null,
    tokensOut: null,
    latencyMs: 0,
    sessionId: null,
  };
}
