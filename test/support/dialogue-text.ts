/** A turn as a test says it: role, round, what is said, and how it ends. */
export type SaidTurn = readonly [role: string, round: number, body: string, status: string];

/** A dialogue file between `author` and `partner`, as the program and its critics write it. */
export function dialogueText(turns: readonly SaidTurn[], options: { readonly rounds?: string } = {}): string {
  const header = [
    "# Dialogue: goal-clause",
    "",
    "Started: 2026-06-02 08:00",
    `Max rounds: ${options.rounds ?? "5"}`,
    "",
    "Participants:",
    "  - author (subagent)",
    "  - partner (codex)",
    "",
    "---",
    "",
  ].join("\n");
  return header + turns.map(turnText).join("");
}

/** One turn with the rule before it. */
export function turnText([role, round, body, status]: SaidTurn): string {
  return `\n---\n\n## [${role}] Round ${round} \u2014 2026-06-02 08:01\n\n${body}\n\nStatus: ${status}\n`;
}
