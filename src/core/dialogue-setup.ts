import type { CriticSpec } from "./critic-spec.ts";

/** The command lines that a partner can be asked for by name. */
export type PartnerName = "claude" | "codex";

/** Who argues over disputed verdicts, and how long, as the config describes it. */
export interface DialogueSetup {
  /** The program that speaks for the critic; null: the axis's own. */
  readonly author: CriticSpec | null;
  readonly partner: CriticSpec;
  /** Who steps in for a side that does not answer. */
  readonly spare: CriticSpec;
  /** The two by name, for `--partner`. */
  readonly named: Readonly<Record<PartnerName, CriticSpec>>;
  /** 1 to 20. */
  readonly rounds: number;
  /** How long one turn may take, milliseconds. */
  readonly turnMs: number;
  /** Absolute path of the folder of the files. */
  readonly folder: string;
}
