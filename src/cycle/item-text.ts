import type { Item } from "../core/cycle.ts";
import type { Store } from "../store/store.ts";

/** What the founder reads of an item: the artifact as the critic saw it, or the reference that the axis accepts for one. */
export async function readItemText(store: Store, item: Item): Promise<string | null> {
  if (item.artifact.kind === "ref") return item.artifact.ref;
  const bytes = await store.readArtifact(item.artifact.sha256);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
