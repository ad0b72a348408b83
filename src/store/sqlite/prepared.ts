import type { Session } from "./session.ts";

/**
 * A statement that is built once for each connection. Having drizzle write one and SQLite read it costs many times what
 * asking it does, and a month's run asks hundreds of times.
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

/**
 * The same for statements with filters that may be left out: one for each set of filters that are given. `build` is told
 * their names; their values are bound when the statement is asked.
 */
export function preparedFor<Name extends string, Statement>(
  build: (session: Session, given: readonly Name[]) => Statement,
): (session: Session, filter: { readonly [name in Name]?: unknown }) => Statement {
  const built = prepared((): Map<string, Statement> => new Map());
  return (session, filter) => {
    const given: Name[] = [];
    for (const name in filter) if (filter[name] !== undefined) given.push(name);
    const known = built(session);
    const key = given.toSorted().join(" ");
    let statement = known.get(key);
    if (statement === undefined) {
      statement = build(session, given);
      known.set(key, statement);
    }
    return statement;
  };
}
