import { blockingLenses, shippedLenses } from "./shipped-lenses.ts";

/** One critic of a panel: it looks for one kind of failure. */
interface PanelLens {
  readonly name: string;
  /** Whether its BLOCKER stands; every other lens is capped at MAJOR. */
  readonly mayBlock: boolean;
}

/** Who sits on the panel and what its verdict needs. Two lenses are enough. */
export interface PanelPolicy {
  /** In this order lenses are named wherever several of them say the same. */
  readonly lenses: readonly PanelLens[];
  /** The lens whose `aiRisk` the verdict needs; null where no lens of this panel gives one. */
  readonly aiRiskFrom: string | null;
  /** An `aiRisk` of this much or more is REVISE. */
  readonly aiRiskLimit: number;
  /** The critic from outside, never able to block and not missed when lost; null where none is expected. */
  readonly peer: string | null;
}

/** The critic from outside, by the name that its reports carry. */
export const outsidePeer = "outside-peer";

/** Six lenses and an outside peer; three of them may block. */
export const defaultPanelPolicy: PanelPolicy = {
  lenses: shippedLenses.map((name) => ({ name, mayBlock: blockingLenses.has(name) })),
  aiRiskFrom: "ai-detector",
  aiRiskLimit: 5,
  peer: outsidePeer,
};
