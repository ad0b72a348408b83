import type { CriticSpec } from "../core/critic-spec.ts";
import type { MechanicalHit } from "../core/mechanical-rules.ts";
import type { PanelBlock } from "../core/panel-evidence.ts";
import type { PanelSetup } from "../core/panel-setup.ts";
import type { ReaderStep } from "../core/reader-step.ts";

/** One reader of a panel: a lens, or the peer. */
export interface PanelReader {
  readonly name: string;
  readonly spec: CriticSpec;
  /** What it is told, filled in. */
  readonly instructions: string;
}

/** What a panel is asked, of whom, and where its reports go. */
export interface PanelJob {
  readonly setup: Pick<PanelSetup, "aiRiskFrom">;
  readonly readers: readonly PanelReader[];
  readonly blocks: readonly PanelBlock[];
  readonly contract: string;
  /** SHA-256 (hex) of draft and contract. */
  readonly hash: string;
  /** For rules-judge alone. */
  readonly hits: readonly MechanicalHit[];
  readonly files: PanelFilePort;
  /** Asks everybody, whatever was answered before. */
  readonly fresh: boolean;
  /** Told of each reader as it goes. */
  readonly tell: (step: ReaderStep) => void;
}

/** The files of a run, by their names in its folder. */
interface PanelFilePort {
  read(name: string): Promise<unknown>;
  digest(name: string): Promise<string | null>;
  write(name: string, value: unknown): Promise<string>;
  remove(name: string): Promise<void>;
}

/** A reader of whom nothing else is known yet. */
export function readerStep({ name, spec }: PanelReader, state: ReaderStep["state"]): ReaderStep {
  const nothing = { because: null, message: null, hint: null, model: null, pinned: null };
  return { name, spec, state, ...nothing, tokens: null, costUsd: null, latencyMs: null, unknownKeys: [] };
}
