import type { ShownRow } from "../core/open-row.ts";
import { oneLine } from "./terminal-text.ts";

/**
 * That a month was decided on an epoch that another had replaced by then; null where it was the latest. Such a decision acts
 * like any other, for the way back leads through the edit that was shipped.
 */
export function supersededSentence({
  epoch,
  state,
  supersededBy,
}: Pick<ShownRow, "epoch" | "state" | "supersededBy">): string | null {
  if (epoch === null || supersededBy === null) return null;
  const [own, other] = [shortEpoch(epoch), shortEpoch(supersededBy)];
  return state === "open"
    ? `its epoch ${own} is superseded by ${other}; it will be decided on it like any other month`
    : `decided on epoch ${own}, superseded by ${other} since; it acts like any other decision`;
}

function shortEpoch(epoch: string): string {
  return oneLine(epoch).slice(0, 12);
}
