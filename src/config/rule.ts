import type { WrittenConfig } from "./written-config.ts";

/** What a rule has to say about one key. */
export interface Finding {
  readonly path: readonly PropertyKey[];
  readonly value: unknown;
  readonly message: string;
  readonly hint: string;
  /** The other key that the finding rests on; a fault there makes the finding moot. */
  readonly beside?: readonly PropertyKey[];
  /** Allowed but unwise: told, never refused. */
  readonly warning?: true;
}

/** A named rule about values that have the right type. */
export interface Rule {
  readonly name: string;
  readonly check: (config: WrittenConfig) => readonly Finding[];
}
