import type { Item } from "../core/cycle.ts";
import type { Store } from "../store/store.ts";
import { orDamage } from "./or-damage.ts";

/**
 * What the founder reads of an item: the artifact as the critic saw it, or the reference that the axis accepts for one.
 * Null where the artifact is missing or damaged: that holds this item, and none of the others. `verify` says which it is.
 */
export async function readItemText(store: Store, item: Item): Promise<string | null> {
  const { artifact } = item;
  if (artifact.kind === "ref") return artifact.ref;
  const reading = await orDamage(() => store.readArtifact(artifact.sha256));
  if (reading.kind === "damaged" || reading.value === null) return null;
  return new TextDecoder().decode(reading.value);
}
