import type { Axis } from "../core/axis.ts";
import type { CycleContext } from "./context.ts";

/** A rubric as it was read, beside its fingerprint: of the epochs themselves only fingerprints are known. */
export interface RubricText {
  readonly fingerprint: string;
  readonly text: string;
}

/** Enough to have the one before an edit, also where an edit took a few steps. */
const kept = 5;

function setting(axis: string): string {
  return `rubric-texts/${axis}`;
}

/** Remembers the rubric of an axis as it stands, so that its text is still there when it has been edited. */
export async function rememberRubric(
  context: Pick<CycleContext, "store" | "readRubric">,
  axis: Pick<Axis, "name" | "rubricPath">,
): Promise<void> {
  const rubric = context.readRubric(axis);
  if (rubric === null) return;
  const known = await readRubricTexts(context, axis.name);
  if (known.at(-1)?.fingerprint === rubric.fingerprint) return;
  const { fingerprint, text } = rubric;
  const others = known.filter((one) => one.fingerprint !== fingerprint);
  const texts = [...others, { fingerprint, text }].slice(-kept);
  await context.store.writeSetting(setting(axis.name), JSON.stringify(texts));
}

/** The rubric texts of an axis that are remembered, the one that was seen last at the end. */
export async function readRubricTexts(
  { store }: Pick<CycleContext, "store">,
  axis: string,
): Promise<readonly RubricText[]> {
  const texts: unknown = JSON.parse((await store.readSetting(setting(axis))) ?? "[]");
  return Array.isArray(texts) ? texts.filter(isRubricText) : [];
}

function isRubricText(value: unknown): value is RubricText {
  return (
    typeof value === "object" &&
    value !== null &&
    "fingerprint" in value &&
    typeof value.fingerprint === "string" &&
    "text" in value &&
    typeof value.text === "string"
  );
}
