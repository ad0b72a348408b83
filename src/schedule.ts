/** When the month is due. Times are epoch milliseconds UTC. */
export interface Schedule {
  /** The first slot strictly after the instant. */
  next(after: number): number;
}
