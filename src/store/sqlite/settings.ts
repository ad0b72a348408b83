import { and, count, desc, eq, sql } from "drizzle-orm";
import type { RunRecord } from "../store.ts";
import { prepared } from "./prepared.ts";
import { run, setting } from "./schema.ts";
import { type Session, writeAtOnce } from "./session.ts";

const settingNamed = prepared(({ orm, workspace }) =>
  orm
    .select({ value: setting.value })
    .from(setting)
    .where(and(eq(setting.workspace, workspace), eq(setting.name, sql.placeholder("name"))))
    .prepare(),
);

export function readSetting(session: Session, name: string): string | null {
  return settingNamed(session).get({ name })?.value ?? null;
}

const settingInsert = prepared(({ orm, workspace }) =>
  orm
    .insert(setting)
    .values({ workspace, name: sql.placeholder("name"), value: sql.placeholder("value") })
    .onConflictDoNothing()
    .prepare(),
);

const settingWrite = prepared(({ orm, workspace }) =>
  orm
    .insert(setting)
    .values({ workspace, name: sql.placeholder("name"), value: sql.placeholder("value") })
    .onConflictDoUpdate({
      target: [setting.workspace, setting.name],
      set: { value: sql`excluded.value` },
    })
    .prepare(),
);

export function writeSetting(
  session: Session,
  name: string,
  value: string,
  options: { readonly onlyIfAbsent?: boolean } = {},
): string {
  if (options.onlyIfAbsent === true) {
    // Mostly it is there already: then nobody waits for the write lock.
    const known = readSetting(session, name);
    if (known !== null) return known;
  }
  return writeAtOnce(session, () => {
    if (options.onlyIfAbsent === true) settingInsert(session).run({ name, value });
    else settingWrite(session).run({ name, value });
    return readSetting(session, name) ?? value;
  });
}

/** Reads and writes under one write lock, so that no other connection can write between the two. */
export function changeSetting(
  session: Session,
  name: string,
  change: (value: string | null) => string | null,
): string | null {
  return writeAtOnce(session, () => {
    const before = readSetting(session, name);
    const value = change(before);
    return value === null ? before : writeSetting(session, name, value);
  });
}

export function recordRun(session: Session, record: RunRecord): void {
  session.orm
    .insert(run)
    .values({ ...record, workspace: session.workspace })
    .run();
}

/** The latest runs, newest first. */
export function listRuns(session: Session, limit: number): readonly RunRecord[] {
  return session.orm
    .select({
      startedAt: run.startedAt,
      finishedAt: run.finishedAt,
      trigger: run.trigger,
      pid: run.pid,
      status: run.status,
      summary: run.summary,
    })
    .from(run)
    .where(eq(run.workspace, session.workspace))
    .orderBy(desc(run.id))
    .limit(limit)
    .all();
}

export function countRuns(session: Session, trigger: string): number {
  const row = session.orm
    .select({ runs: count() })
    .from(run)
    .where(and(eq(run.workspace, session.workspace), eq(run.trigger, trigger)))
    .get();
  return row?.runs ?? 0;
}
