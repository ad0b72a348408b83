import type { Session } from "./session.ts";

/**
 * A statement that is built once for each connection. Having drizzle write one and SQLite read it costs many times what
 * asking it does, and a month's run asks hundreds of times. Lists with filters are read by `selector` (select.ts).
 */
export function prepared<Statement>(build: (session: Session) => Statement): (session: Session) => Statement {
  const built = new WeakMap<Session, Statement>();
  return (session) => {
    let statement = built.get(session);
    if (statement === undefined) {
      statement = build(session);
      built.set(session, statement);
    }
    return statement;
  };
}
