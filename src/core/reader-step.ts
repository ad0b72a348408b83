import type { CriticSpec } from "./critic-spec.ts";

/** How far one reader of a panel is, and what came of it. */
export interface ReaderStep {
  readonly name: string;
  readonly spec: CriticSpec;
  /**
   * `kept`: its report of an earlier run of the same question stands; `wanted`: it is to be asked; `asked`: it is being
   * asked; `answered`; `lost`: it was asked, or could not be, and gave no report.
   */
  readonly state: "kept" | "wanted" | "asked" | "answered" | "lost";
  /** Why it was lost: the kind of failure, or `over-budget`. */
  readonly because: string | null;
  /** What the program said of that, and what to do about it. */
  readonly message: string | null;
  readonly hint: string | null;
  readonly model: string | null;
  /** The model that was pinned, where another one answered. */
  readonly pinned: string | null;
  readonly tokens: { readonly input: number; readonly output: number } | null;
  readonly costUsd: number | null;
  readonly latencyMs: number | null;
  /** Keys of its answer that no report has, by their places: they say nothing, the rest of the report counts. */
  readonly unknownKeys: readonly string[];
}
