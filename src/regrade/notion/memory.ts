/** What the Notion queue has to remember between passes: a few small facts, durable when the promise resolves. */
export interface NotionMemory {
  read(name: string): Promise<string | null>;
  write(name: string, value: string): Promise<void>;
}

/** Time and chance as the Notion queue uses them. Waits are an argument, so that a table of faults takes no hours. */
export interface NotionTiming {
  /** Epoch milliseconds. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
  /** From 0 to below 1: spreads repeated requests. */
  random(): number;
}
