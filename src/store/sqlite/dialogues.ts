import { and, count, eq } from "drizzle-orm";
import type {
  DialogueFile,
  DialogueQuarantine,
  DialogueTurnRecord,
  KeptDialogue,
} from "../../core/dialogue-record.ts";
import { dialogue, dialogueQuarantine, dialogueTurn } from "./schema.ts";
import { compareTexts, readAtOnce, type Session, writeAtOnce } from "./session.ts";

export function readDialogue(session: Session, path: string): KeptDialogue | null {
  return readAtOnce(session, () => {
    const row = session.orm
      .select()
      .from(dialogue)
      .where(and(eq(dialogue.workspace, session.workspace), eq(dialogue.path, path)))
      .get();
    return row === undefined ? null : keptDialogue(session, row);
  });
}

/** Ascending by path. */
export function listDialogues(
  session: Session,
  filter: { readonly axis?: string } = {},
): readonly KeptDialogue[] {
  return readAtOnce(session, () =>
    session.orm
      .select()
      .from(dialogue)
      .where(
        and(
          eq(dialogue.workspace, session.workspace),
          filter.axis === undefined ? undefined : eq(dialogue.axis, filter.axis),
        ),
      )
      .all()
      .map((row) => keptDialogue(session, row))
      .sort((a, b) => compareTexts(a.file.path, b.file.path)),
  );
}

function keptDialogue(session: Session, row: typeof dialogue.$inferSelect): KeptDialogue {
  const { workspace, sha256, ...file } = row;
  const turns = session.orm
    .select()
    .from(dialogueTurn)
    .where(and(eq(dialogueTurn.workspace, workspace), eq(dialogueTurn.path, row.path)))
    .orderBy(dialogueTurn.n)
    .all()
    .map(({ workspace: _workspace, prefixSha256, ...turn }) => ({
      ...turn,
      prefixSha256: prefixSha256.toString("hex"),
    }));
  const quarantines = session.orm
    .select()
    .from(dialogueQuarantine)
    .where(and(eq(dialogueQuarantine.workspace, workspace), eq(dialogueQuarantine.path, row.path)))
    .all()
    .map(({ workspace: _workspace, keptSha256, foundSha256, ...quarantine }) => ({
      ...quarantine,
      keptSha256: keptSha256.toString("hex"),
      foundSha256: foundSha256.toString("hex"),
    }))
    .sort((a, b) => a.at - b.at || compareTexts(a.foundSha256, b.foundSha256));
  return { file: { ...file, sha256: sha256.toString("hex") }, turns, quarantines };
}

export function saveDialogue(
  session: Session,
  file: DialogueFile,
  turns: readonly DialogueTurnRecord[],
  knownTurns: number,
): "saved" | "changed" {
  const { workspace } = session;
  return writeAtOnce(session, () => {
    const kept = session.orm
      .select({ turns: count() })
      .from(dialogueTurn)
      .where(and(eq(dialogueTurn.workspace, workspace), eq(dialogueTurn.path, file.path)))
      .get();
    if ((kept?.turns ?? 0) !== knownTurns) return "changed";
    const row = { ...file, sha256: Buffer.from(file.sha256, "hex") };
    session.orm
      .insert(dialogue)
      .values({ ...row, workspace })
      .onConflictDoUpdate({ target: [dialogue.workspace, dialogue.path], set: row })
      .run();
    for (const turn of turns) {
      session.orm
        .insert(dialogueTurn)
        .values({ ...turn, workspace, prefixSha256: Buffer.from(turn.prefixSha256, "hex") })
        .run();
    }
    return "saved";
  });
}

export function quarantineDialogue(session: Session, quarantine: DialogueQuarantine): boolean {
  const { keptSha256, foundSha256, ...columns } = quarantine;
  const { changes } = session.orm
    .insert(dialogueQuarantine)
    .values({
      ...columns,
      workspace: session.workspace,
      keptSha256: Buffer.from(keptSha256, "hex"),
      foundSha256: Buffer.from(foundSha256, "hex"),
    })
    .onConflictDoNothing()
    .run();
  return changes > 0;
}
