import { and, count, desc, eq } from "drizzle-orm";
import type { RunRecord } from "../store.ts";
import { run, setting } from "./schema.ts";
import { type Session, writeAtOnce } from "./session.ts";

export function readSetting(session: Session, name: string): string | null {
  const row = session.orm
    .select({ value: setting.value })
    .from(setting)
    .where(and(eq(setting.workspace, session.workspace), eq(setting.name, name)))
    .get();
  return row?.value ?? null;
}

export function writeSetting(
  session: Session,
  name: string,
  value: string,
  options: { readonly onlyIfAbsent?: boolean } = {},
): string {
  return writeAtOnce(session, () => {
    const insert = session.orm.insert(setting).values({ workspace: session.workspace, name, value });
    if (options.onlyIfAbsent === true) insert.onConflictDoNothing().run();
    else insert.onConflictDoUpdate({ target: [setting.workspace, setting.name], set: { value } }).run();
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
