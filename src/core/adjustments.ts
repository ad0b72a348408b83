import { createHash } from "node:crypto";
import type { AdjustmentKind, AdjustmentProposal, ProposedAdjustment } from "./adjustment-record.ts";

/** Why an entry is refused. */
export type AdjustmentFault = "missing-field" | "path";

/** The four texts of an entry, as a lens or a dialogue gives them. */
export type AdjustmentText = Pick<ProposedAdjustment, "file" | "section" | "problem" | "suggestion">;

/** Proposals that ask for the same edit. */
export interface MergedAdjustment extends AdjustmentText {
  readonly id: string;
  readonly kind: AdjustmentKind;
  /** Each once, in the order of the proposals. */
  readonly askers: readonly string[];
}

/**
 * Is this an adjustment at all? Takes whatever stood in `skill_adjustments` and answers its four texts, trimmed, the path
 * with `/` and without `./`, or why it is refused: a text that is missing, empty or no text, or a path that leads out of
 * the instructions (absolute, of a drive or a home folder, with `..`) or is no path of a file.
 */
export function readAdjustment(
  entry: unknown,
):
  | { readonly kind: "adjustment"; readonly adjustment: AdjustmentText }
  | { readonly kind: "refused"; readonly because: AdjustmentFault } {
  const [file, section, problem, suggestion] = ["file", "section", "problem", "suggestion"].map((name) =>
    textOf(entry, name),
  );
  if (!file || !section || !problem || !suggestion) return { kind: "refused", because: "missing-field" };
  const path = instructionPath(file);
  if (path === null) return { kind: "refused", because: "path" };
  return { kind: "adjustment", adjustment: { file: path, section, problem, suggestion } };
}

function textOf(entry: unknown, name: string): string {
  if (typeof entry !== "object" || entry === null || !Object.hasOwn(entry, name)) return "";
  const value: unknown = Reflect.get(entry, name);
  return typeof value === "string" ? value.trim() : "";
}

/**
 * The path of an instruction file from the root of the instructions, with `/`; null where it leads elsewhere or is no path
 * of a file.
 *
 * @example instructionPath("./agents\\writer.md") // "agents/writer.md"
 * @example instructionPath("../../.zshrc") // null
 */
export function instructionPath(written: string): string | null {
  const path = written.trim().replaceAll("\\", "/");
  if (path.startsWith("/") || path.startsWith("~") || /^[a-z]:/i.test(path) || /\p{Cc}/u.test(path))
    return null;
  if (path.endsWith("/")) return null;
  const steps = path.split("/").filter((step) => !["", "."].includes(step.trim()));
  if (steps.length === 0 || steps.some((step) => step.trim() === ".." || isGitFolder(step))) return null;
  // Once more: behind a `./` that is left out now, they would have been overlooked.
  if (/^(?:~|[a-z]:)/i.test(steps[0]?.trim() ?? "")) return null;
  // Blanks that a `./` before them has hidden from the first look.
  return steps.join("/").trim();
}

/** What git keeps for itself is no instruction, and may hold passwords. Some file systems overlook case and what nobody sees. */
function isGitFolder(step: string): boolean {
  return (
    step
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
      .trim()
      .toLowerCase() === ".git"
  );
}

/**
 * What kind of edit is it? A reinforcement says "none" for its problem, a deletion begins with delete, remove, drop or cut;
 * all else names a fault. What asks to delete is a deletion even where it names no problem.
 *
 * @example adjustmentKind({ problem: "none, works", suggestion: "Keep it." }) // "reinforcement"
 */
export function adjustmentKind({
  problem,
  suggestion,
}: Pick<AdjustmentText, "problem" | "suggestion">): AdjustmentKind {
  if (/^\W*(delete|remove|drop|cut)\b/iu.test(suggestion)) return "deletion";
  return /^\W*none\b/iu.test(problem) ? "reinforcement" : "fault";
}

/**
 * What do two proposals of the same edit have in common? The first 12 hex digits of the SHA-256 of file, section and
 * suggestion, in one form each: NFKC, straight quotes, plain dashes, without Markdown's marks, lower case, single spaces.
 * The problem is not part of it: two lenses that ask for the same edit seldom give the same reason.
 */
export function adjustmentId({
  file,
  section,
  suggestion,
}: Pick<AdjustmentText, "file" | "section" | "suggestion">): string {
  const parts = [instructionPath(file) ?? file, headingForm(section), plainForm(suggestion)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
}

/** A heading or the name of a rule in one form, so that `## Voice` and `voice` are one. */
export function headingForm(text: string): string {
  return plainForm(text.replace(/^\s*#+/u, "")).replace(/[.:]+$/u, "");
}

function plainForm(text: string): string {
  return text
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKC")
    .replaceAll(/[‘’‚‛′]/gu, "'")
    .replaceAll(/[“”„‟″«»]/gu, '"')
    .replaceAll(/[‐-―−]/gu, "-")
    .replaceAll(/[*_`]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .toLowerCase();
}

/**
 * Which edits are asked for, and by whom? Proposals with the same id become one, in the order of the first of each, with
 * its texts. Give the proposals in an order of your own (lenses as configured), and reports may come in any.
 */
export function mergeAdjustments(
  proposals: readonly (AdjustmentText & { readonly asker: string })[],
): readonly MergedAdjustment[] {
  const merged = new Map<string, MergedAdjustment>();
  for (const { asker, file, section, problem, suggestion } of proposals) {
    const id = adjustmentId({ file, section, suggestion });
    const known = merged.get(id);
    if (known === undefined) {
      const kind = adjustmentKind({ problem, suggestion });
      merged.set(id, { id, kind, file, section, problem, suggestion, askers: [asker] });
    } else if (!known.askers.includes(asker)) {
      merged.set(id, { ...known, askers: [...known.askers, asker] });
    }
  }
  return [...merged.values()];
}

/** Whether edits are asked for and none of them takes anything away: files that are only ever added to grow for ever. */
export function lacksDeletion(merged: readonly Pick<MergedAdjustment, "kind">[]): boolean {
  return merged.length > 0 && merged.every(({ kind }) => kind !== "deletion");
}

/** What the ledger keeps of a proposal: its id and kind are worked out here, and nowhere else. */
export function keptProposal(
  proposed: ProposedAdjustment,
  facts: { readonly axis: string | null; readonly clause: string | null; readonly at: number },
): AdjustmentProposal {
  return { ...proposed, ...facts, adjustmentId: adjustmentId(proposed), kind: adjustmentKind(proposed) };
}
