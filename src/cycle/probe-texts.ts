import type { KnownText } from "../core/probe-similarity.ts";
import type { InputPart } from "../critics/critic.ts";
import type { CycleContext } from "./context.ts";
import type { FrameKey } from "./draw-items.ts";

/** Samples are nested, so these are the ones that a month asks about, and more. */
const sampleLooked = 40;
const shapesShown = 3;
/** The form of a piece shows in its beginning. */
const shapeLength = 6000;

/**
 * Everything that a new probe must not repeat: the probes of the axis in whatever state, its gold set, the examples in its
 * rubric, and what the month asks about.
 */
export async function readKnownTexts(
  context: Pick<CycleContext, "store">,
  of: { readonly axis: string; readonly rubric: string; readonly frame: FrameKey | null },
): Promise<readonly KnownText[]> {
  const { store } = context;
  const named: { readonly name: string; readonly sha256: string }[] = [];
  for (const { artifactSha256, id } of await store.listProbes({ axis: of.axis })) {
    named.push({ name: id, sha256: artifactSha256 });
  }
  for (const { sha256 } of await store.listGold({ axis: of.axis })) named.push({ name: "gold", sha256 });
  if (of.frame !== null) {
    for (const word of ["PASS", "FAIL"] as const) {
      for (const { artifact } of await store.drawSample({ ...of.frame, word, n: sampleLooked, skip: 0 })) {
        if (artifact.kind === "snapshot") named.push({ name: "sample", sha256: artifact.sha256 });
      }
    }
  }
  const texts: KnownText[] = [{ name: "rubric", text: of.rubric, whole: false }];
  for (const { name, sha256 } of named) {
    const text = await readText(store, sha256);
    if (text !== null) texts.push({ name, text });
  }
  return texts;
}

/**
 * Real work that the critic passed, for its form: the last ones in the order of sampling, which the month does not ask about
 * where it has others. Never gold.
 */
export async function readShapes(
  context: Pick<CycleContext, "store">,
  frame: FrameKey | null,
): Promise<readonly InputPart[]> {
  if (frame === null) return [];
  const { store } = context;
  const gold = new Set((await store.listGold({ axis: frame.axis })).map(({ sha256 }) => sha256));
  const passed = await store.drawSample({ ...frame, word: "PASS", n: sampleLooked, skip: 0 });
  const parts: InputPart[] = [];
  for (const { artifact } of passed.toReversed()) {
    if (parts.length === shapesShown) break;
    if (artifact.kind !== "snapshot" || gold.has(artifact.sha256)) continue;
    const text = await readText(store, artifact.sha256);
    if (text !== null) parts.push({ name: `passed-${parts.length + 1}`, text: text.slice(0, shapeLength) });
  }
  return parts;
}

async function readText(store: CycleContext["store"], sha256: string): Promise<string | null> {
  const bytes = await store.readArtifact(sha256);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
