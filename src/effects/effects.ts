import type { EffectOutcome, EffectPayload } from "../core/effect.ts";

/**
 * The outside world as the month touches it. Each effect may be asked for again after a crash and must then
 * find out that it has happened, or, where nobody can tell (a text message), say that it may repeat itself.
 * An effect that cannot be performed now answers `waiting`; it does not throw for that.
 */
export interface Effects {
  perform(payload: EffectPayload, attempt: number): Promise<EffectOutcome>;
}
