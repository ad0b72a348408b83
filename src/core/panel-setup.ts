import type { CriticSpec } from "./critic-spec.ts";

/** A panel as the config describes it: who reads a draft, with what, and what each may do. */
export interface PanelSetup {
  /** The axis of the panel's own verdicts; those of each lens are of the axis of its name. */
  readonly axis: string;
  readonly lenses: readonly LensSetup[];
  /** The lens whose report gives aiRisk; null where none does. */
  readonly aiRiskFrom: string | null;
  /** The score of aiRisk from which a draft is to be revised, 0 to 10. */
  readonly aiRiskLimit: number;
  /** A reader from elsewhere; null where none is asked. */
  readonly peer: PeerSetup | null;
  /** Absolute path of the rules of the mechanical pass; null for those that are shipped. */
  readonly rulesFile: string | null;
  readonly limits: PanelLimits;
}

export interface LensSetup {
  readonly name: string;
  /** Whether its BLOCKER stays one; else it counts as MAJOR. */
  readonly mayBlock: boolean;
  /** Absolute path of its prompt; null for the one of its name. */
  readonly promptFile: string | null;
  /** The program that it is; null where the config names none: its report then comes from elsewhere. */
  readonly critic: CriticSpec | null;
}

type PeerSetup = Pick<LensSetup, "promptFile" | "critic">;

export interface PanelLimits {
  readonly draftBytes: number;
  readonly contractBytes: number;
  /** Findings that a lens is asked for at most; more are taken all the same. */
  readonly findings: number;
}
