import type { AdjustmentEvent } from "../core/adjustment-record.ts";
import type { CommitCheck } from "../core/instructions.ts";
import type { LedgerEntry } from "../core/ledger.ts";
import { ImproveCronError } from "../errors.ts";
import {
  type AdjustmentView,
  type LedgerContext,
  measurementsOf,
  readAdjustments,
} from "./read-adjustments.ts";

export interface AppliedAdjustment {
  /** `already`: this commit was recorded for it before, and nothing was added. */
  readonly outcome: "applied" | "already";
  readonly id: string;
  readonly file: string;
  readonly section: string;
  readonly commit: string;
  readonly subject: string;
  readonly warnings: Extract<CommitCheck, { kind: "ok" }>["warnings"];
}

/**
 * Records that a commit applied an adjustment, after git has said that there is such a commit and that it touches the file.
 * The file is measured, too. Throws ImproveCronError `input` where there is no such entry, or the commit cannot be it.
 */
export async function applyAdjustment(
  context: LedgerContext,
  request: { readonly id: string; readonly commit: string; readonly repo: string | null },
): Promise<AppliedAdjustment> {
  const view = await readAdjustments(context);
  const entry = findEntry(view, request.id);
  const { file, id, section, state } = entry;
  const check = await context.instructions.checkCommit({ ...request, file });
  if (check.kind === "refused") throw new ImproveCronError("input", check.message, check.hint);
  const { commit, subject, warnings } = check;
  const facts = { id, file, section, commit, subject, warnings };
  if (state.kind === "applied" && state.commit === commit) return { outcome: "already", ...facts };
  const at = context.now();
  await record(context, view, { adjustmentId: id, action: "applied", at, commit, reason: null });
  const measured = measurementsOf(view.files, at).filter((size) => size.file === file);
  await context.store.recordInstructionSizes(measured);
  return { outcome: "applied", ...facts };
}

/** Records that an adjustment is not wanted, or is looked at again after all, and why. Throws ImproveCronError `input`. */
export async function settleAdjustment(
  context: LedgerContext,
  request: {
    readonly id: string;
    readonly action: "dismissed" | "reopened";
    readonly reason: string;
  },
): Promise<
  Pick<LedgerEntry, "id" | "file" | "section"> & { readonly outcome: "dismissed" | "reopened" | "already" }
> {
  const { action } = request;
  const reason = request.reason.trim();
  if (reason === "") {
    throw new ImproveCronError("usage", "--reason is empty", "Say why in a few words; it is kept for ever.");
  }
  const view = await readAdjustments(context);
  const { file, id, section, state } = findEntry(view, request.id);
  const stands = action === "dismissed" ? "dismissed" : "open";
  if (state.kind === stands) return { id, file, section, outcome: "already" };
  await record(context, view, { adjustmentId: id, action, at: context.now(), commit: null, reason });
  return { id, file, section, outcome: action };
}

async function record(context: LedgerContext, view: AdjustmentView, event: AdjustmentEvent): Promise<void> {
  // What the founder's disagreements ask for is worked out at each reading; from now on these are kept.
  await context.store.recordAdjustmentEvent(event, view.overrides);
}

/** By its id, or by the beginning of it where no other entry begins so. */
function findEntry({ entries }: AdjustmentView, written: string): LedgerEntry {
  const wanted = written.trim().toLowerCase();
  const found = entries.filter(({ id }) => id === wanted || (wanted.length >= 4 && id.startsWith(wanted)));
  const [entry] = found;
  if (entry !== undefined && found.length === 1) return entry;
  throw new ImproveCronError(
    "input",
    found.length > 1
      ? `${found.length} adjustments begin with ${wanted}: ${found
          .map(({ id }) => id)
          .slice(0, 5)
          .join(", ")}`
      : `there is no adjustment ${JSON.stringify(written)}`,
    "See: improve-cron adjustments list --all",
  );
}
