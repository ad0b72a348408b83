import { keptProposal } from "../core/adjustments.ts";
import { readDialogue, type ReadDialogue } from "../core/dialogue.ts";
import { adjustmentsIn } from "../core/dialogue-adjustments.ts";
import type { DialogueFiles, DialogueReading } from "../core/dialogue-files.ts";
import { growthOf } from "../core/dialogue-growth.ts";
import type { DialogueFile, DialogueQuarantine, DialogueTurnRecord } from "../core/dialogue-record.ts";
import type { DialogueIngest } from "../core/dialogue-report.ts";
import { instantsOf } from "../core/zone.ts";
import { ImproveCronError } from "../errors.ts";
import type { CycleContext } from "./context.ts";

/** A verdict of a dialogue, as a line of a log would say it. */
export interface DialogueVerdict {
  readonly axis: string;
  readonly verdict: "PASS" | "FAIL";
  readonly at: string;
  readonly id: string;
  readonly source: "dialogue";
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface DialoguePorts {
  readonly files: DialogueFiles;
  readonly recordVerdict: (verdict: DialogueVerdict) => Promise<NonNullable<DialogueIngest["recorded"]>>;
}

/**
 * Reads a dialogue file into the store: its turns, each once; where it stands; the edits that both sides stand for; and its
 * verdict, where it has one and an axis. The same file again changes nothing, a grown one adds what is new. A file of which earlier
 * bytes have changed is quarantined: what was kept stays as it is, and nothing of the new version is taken.
 *
 * Throws ImproveCronError `input` where the file cannot be read.
 */
export async function ingestDialogue(
  context: Pick<CycleContext, "now" | "store" | "timezone">,
  ports: DialoguePorts,
  wish: { readonly path: string; readonly axis: string | null },
): Promise<DialogueIngest> {
  const kept = await keepDialogue(context, ports.files, wish);
  const { added, axis, file, quarantine, read, turns } = kept;
  const own = shown(read, file.path, axis);
  const counts = { inFile: read.written.length, kept: turns.length, added };
  if (quarantine !== null) {
    return {
      ...own,
      outcome: "INVALID",
      nextActor: null,
      verdict: null,
      errors: [...own.errors, quarantine.because],
      turns: counts,
      quarantine,
      adjustments: { agreed: 0, added: 0, drafts: 0, refused: [] },
      recorded: null,
    };
  }
  return {
    ...own,
    turns: counts,
    quarantine: null,
    adjustments: await keepAdjustments(context, file.path, read, axis),
    recorded: await recordVerdict(context, ports, kept),
  };
}

/** A file as it was read, and what of it is kept now. */
interface KeptFile {
  readonly file: FileRead;
  readonly read: ReadDialogue;
  readonly axis: string | null;
  readonly turns: readonly DialogueTurnRecord[];
  readonly added: number;
  readonly quarantine: DialogueQuarantine | null;
}

const mostTries = 5;

/** Keeps the turns of a file that are not kept yet, and where it stands; or quarantines it. Throws as `ingestDialogue` does. */
export async function keepDialogue(
  { now, store }: Pick<CycleContext, "now" | "store">,
  files: DialogueFiles,
  wish: { readonly path: string; readonly axis: string | null },
): Promise<KeptFile> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const file = await readOrThrow(files, wish.path);
    const read = readDialogue(file.text);
    const known = await store.readDialogue(file.path);
    const axis = wish.axis ?? read.dialogue.header.axis ?? known?.file.axis ?? null;
    const turns = known?.turns ?? [];
    const growth = growthOf(file.path, file.text, read, turns, now());
    if (growth.kind === "changed") {
      const quarantine = quarantineOf(file, growth.kept, now());
      await store.quarantineDialogue(quarantine);
      return { file, read, axis, turns, added: 0, quarantine };
    }
    const facts = factsOf(file, read, { axis, seenAt: now() });
    const { added } = growth;
    if ((await store.saveDialogue(facts, added, turns.length)) === "saved") {
      return { file, read, axis, turns: [...turns, ...added], added: added.length, quarantine: null };
    }
    // Somebody else read it in meanwhile: look again.
  }
  throw new ImproveCronError("conflict", `${wish.path} is being read in by somebody else`, "Try it again.");
}

/** Throws ImproveCronError `input` with the reason. */
async function readOrThrow(
  files: DialogueFiles,
  path: string,
): Promise<Extract<DialogueReading, { kind: "file" }>> {
  const reading = await files.read(path);
  if (reading.kind === "file") return reading;
  if (reading.kind === "missing") {
    throw new ImproveCronError(
      "input",
      `${path} does not exist`,
      "Name a dialogue file, e.g. .dialogues/*.md.",
    );
  }
  throw new ImproveCronError("input", reading.because, reading.hint);
}

type FileRead = Extract<DialogueReading, { kind: "file" }>;

function quarantineOf(file: FileRead, kept: DialogueTurnRecord, at: number): DialogueQuarantine {
  return {
    path: file.path,
    n: kept.n,
    because: "earlier-bytes-changed",
    keptBytes: kept.prefixBytes,
    keptSha256: kept.prefixSha256,
    foundBytes: file.bytes,
    foundSha256: file.sha256,
    at,
  };
}

function shown(
  { dialogue }: ReadDialogue,
  path: string,
  axis: string | null,
): Omit<DialogueIngest, "turns" | "quarantine" | "adjustments" | "recorded"> {
  const { errors, header, nextActor, outcome, verdict, warnings } = dialogue;
  return { path, axis, outcome, nextActor, verdict, errors, warnings, header };
}

function factsOf(
  file: FileRead,
  { dialogue }: ReadDialogue,
  facts: { readonly axis: string | null; readonly seenAt: number },
): DialogueFile {
  const { errors, header, outcome, verdict, warnings } = dialogue;
  const { bytes, path, sha256 } = file;
  return { path, header, outcome, verdict, errors, warnings, bytes, sha256, ...facts };
}

/** By source and asker each is in the ledger once, however often the file is read. */
async function keepAdjustments(
  { now, store }: Pick<CycleContext, "now" | "store">,
  path: string,
  read: ReadDialogue,
  axis: string | null,
): Promise<DialogueIngest["adjustments"]> {
  const { agreed, drafts, refused } = adjustmentsIn(read);
  const proposals = agreed.map(({ role, turn, ...texts }) =>
    keptProposal(
      { ...texts, asker: role, source: { kind: "dialogue", id: `${path}#${turn}` } },
      { axis, clause: null, at: now() },
    ),
  );
  const added = proposals.length === 0 ? 0 : await store.proposeAdjustments(proposals);
  return { agreed: agreed.length, added, drafts, refused };
}

async function recordVerdict(
  { timezone }: Pick<CycleContext, "timezone">,
  ports: DialoguePorts,
  { axis, file, read, turns: kept }: KeptFile,
): Promise<DialogueIngest["recorded"]> {
  const { turns, verdict } = read.dialogue;
  const last = turns.at(-1);
  const prefix = kept.at(-1)?.prefixSha256;
  if (axis === null || verdict === null || last === undefined || prefix === undefined) return null;
  const [at] = instantsOf(Date.parse(`${last.at.replace(" ", "T")}:00Z`), timezone);
  if (at === undefined) return { outcome: "rejected", because: `the clocks skipped ${last.at}` };
  const name = file.path.split("/").at(-1) ?? file.path;
  return ports.recordVerdict({
    axis,
    verdict,
    at: new Date(at).toISOString(),
    id: `${name}#${last.n}-${prefix.slice(0, 16)}`,
    source: "dialogue",
    meta: { dialogue: name, turn: last.n, round: last.round },
  });
}
