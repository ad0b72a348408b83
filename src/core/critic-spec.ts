/** How a critic is called: any command that speaks JSON, or one of the two command lines that are known by name. */
export type CriticKind = "command" | "claude" | "codex";

/** A critic as an axis file describes it. */
export interface CriticSpec {
  readonly kind: CriticKind;
  /** Program and first arguments, handed over as they are: there is no shell. Paths in it are absolute. */
  readonly command: readonly [program: string, ...args: readonly string[]];
  /** The model to ask for; null leaves it to the program. */
  readonly model: string | null;
  /** Names of environment variables that it gets beside the few that every critic gets. */
  readonly env: readonly string[];
  /** How long one call may take, milliseconds. */
  readonly timeoutMs: number;
  /** What one call may cost, US dollars. */
  readonly maxCostUsd: number;
}
