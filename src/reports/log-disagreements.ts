import type { HistoryRow } from "../core/history-row.ts";
import { callout, inertSentence } from "./log-sections.ts";
import { countOf } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

const disagreementsShown = 20;
const disagreementsOpen = 5;

/** Where critic and founder differed: ids, words, and the founder's own reason; many of them are folded away. */
export function disagreementBlock({ axis, disagreements }: HistoryRow): readonly string[] {
  if (disagreements.length === 0) return [];
  const more = disagreements.length - disagreementsShown;
  const lines = disagreements.slice(0, disagreementsShown).map(({ id, link, critic, founder, reason }) => {
    const why = reason === null ? "" : `: ${oneLine(reason, 300)}`;
    const where = link === id || placeOf(link) === null ? "" : ` (${link})`;
    return `- ${inertSentence(`${oneLine(id, 80)}: critic ${critic}, you ${founder}${why}${where}`)}`;
  });
  const rest =
    more > 0 ? [`- ${inertSentence(`and ${more} more: improve-cron history ${axis} --json`)}`] : [];
  return callout(
    "question",
    countOf(disagreements.length, "disagreement"),
    [...lines, ...rest],
    disagreements.length > disagreementsOpen,
  );
}

/** An address or a path. A reference that is none may be the artifact itself, and that is not for the vault. */
function placeOf(link: string): string | null {
  return /^[!-~]{1,300}$/.test(link) && /[/.:]/.test(link) ? link : null;
}
