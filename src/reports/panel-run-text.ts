import type { CriticSpec } from "../core/critic-spec.ts";
import type { ReaderStep } from "../core/reader-step.ts";
import { foldLine } from "./fold-line.ts";
import { countOf } from "./numbers.ts";
import { alignTable } from "./table.ts";
import { oneLine } from "./terminal-text.ts";

/** One line of progress. */
export function renderReaderStep(reader: ReaderStep): string {
  const { because, costUsd, hint, latencyMs, message, model, name, pinned, spec, state, tokens } = reader;
  switch (state) {
    case "wanted":
      return `${name}: to be asked`;
    case "kept":
      return `${name}: has answered this before; its report stays (--fresh asks again)`;
    case "asked":
      return `${name}: asked ${whoOf(spec)}`;
    case "answered": {
      const facts = [
        ...(latencyMs === null ? [] : [`${(latencyMs / 1000).toFixed(1)} s`]),
        ...(tokens === null ? ["tokens unknown"] : [countOf(tokens.input + tokens.output, "token")]),
        costUsd === null ? "cost unknown" : `$${costUsd.toFixed(4)}`,
      ];
      const other =
        pinned === null
          ? ""
          : `; answered by ${oneLine(model ?? "", 60)} though ${oneLine(pinned, 60)} is pinned`;
      return `${name}: answered, ${facts.join(", ")}${other}${unknownWords(reader.unknownKeys)}`;
    }
    case "lost": {
      const why = message === null ? "" : `: ${oneLine(message, 300).replace(/\.$/, "")}`;
      return `${name}: lost (${because ?? "unknown"})${why}${hint === null ? "" : `. ${oneLine(hint)}`}`;
    }
  }
}

/** `; passed over, since no report has it: findings[0].note`. */
function unknownWords(keys: readonly string[]): string {
  if (keys.length === 0) return "";
  const shown = keys.slice(0, 3).map((key) => oneLine(key, 60));
  const more = keys.length > shown.length ? ` and ${keys.length - shown.length} more` : "";
  return `; passed over, since no report has it: ${shown.join(", ")}${more}`;
}

/** What `panel run --dry-run` prints: who would be asked, and what that may cost. */
export function renderPanelPlan(plan: {
  readonly blocks: number;
  readonly hits: number;
  readonly readers: readonly ReaderStep[];
  readonly maxUsd: number;
  readonly leftUsd: number | null;
  readonly notes: readonly string[];
}): string {
  const asked = plan.readers.filter(({ state }) => state === "wanted").length;
  const left =
    plan.leftUsd === null
      ? "the month has no cap (cost.judge_usd_per_month)"
      : `$${plan.leftUsd.toFixed(2)} of the month's cap are left`;
  return [
    `${countOf(plan.blocks, "block")}, ${countOf(plan.hits, "hit")} of the mechanical pass for rules-judge.`,
    "",
    ...alignTable(
      ["reader", "now", "program", "model", "at most"],
      plan.readers.map(({ name, spec, state }) => [
        name,
        state === "kept" ? "has answered" : "to be asked",
        oneLine(programOf(spec), 24),
        oneLine(spec.model ?? "its own", 16),
        state === "kept" ? "-" : `$${spec.maxCostUsd.toFixed(2)}, ${Math.round(spec.timeoutMs / 1000)} s`,
      ]),
    ),
    "",
    `${countOf(asked, "call")}, at most $${plan.maxUsd.toFixed(2)} together; ${left}.`,
    ...plan.notes.flatMap((note) => foldLine(note, 80)),
  ].join("\n");
}

/**
 * Where a cap on cost cannot hold: `codex` says neither what a call costs nor which model answered. Null where every reader
 * says it, or no cap is set.
 */
export function codexNote(
  readers: readonly { readonly name: string; readonly spec: CriticSpec }[],
  capUsd: number | null,
): string | null {
  const names = readers.filter(({ spec }) => spec.kind === "codex").map(({ name }) => name);
  if (names.length === 0) return null;
  const cap =
    capUsd === null ? "max_cost_usd" : `cost.judge_usd_per_month ($${capUsd.toFixed(2)}) and max_cost_usd`;
  return `${names.join(", ")}: codex tells neither what a call costs nor which model answered; its calls count as nothing, so ${cap} cannot hold for them.`;
}

function whoOf(spec: CriticSpec): string {
  return `${oneLine(programOf(spec), 60)}${spec.model === null ? "" : `, ${oneLine(spec.model, 60)}`}`;
}

function programOf({ command, kind }: CriticSpec): string {
  if (kind !== "command") return kind;
  const [program, ...args] = command;
  // An interpreter says little of what it runs.
  const told = args.find((arg) => !arg.startsWith("-")) ?? program;
  return told.slice(told.lastIndexOf("/") + 1);
}
