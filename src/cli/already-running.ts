import type { Session } from "./session.ts";

/** The answer where another process holds the run lock; `pid` is null where it cannot be told. Exit code 0: whoever holds it does the work. */
export function answerAlreadyRunning(session: Session, pid: number | null): number {
  session.answer({ status: "already-running", pid }, () =>
    pid === null ? "already running" : `already running by pid ${pid}`,
  );
  return 0;
}
