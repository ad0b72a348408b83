import { ownText, ownValue } from "./own-value.ts";
import type { PanelBlock } from "./panel-evidence.ts";

/** A block that cannot be read, or two of one number: a finding on it could not be checked, and would vanish. */
export function usableBlocks(given: readonly unknown[]): {
  readonly blocks: readonly PanelBlock[];
  readonly faults: readonly string[];
} {
  const blocks = new Map<number, string>();
  const faults: string[] = [];
  const list = Array.isArray(given) ? given : [];
  for (const [index, block] of list.entries()) {
    const n = ownValue(block, "n");
    const text = ownText(block, "text");
    if (typeof n !== "number" || !Number.isSafeInteger(n) || text === null) faults.push(`bad-block:${index}`);
    else if (blocks.has(n)) {
      faults.push(`duplicate-block:${n}`);
      blocks.set(n, `${blocks.get(n) ?? ""}\n${text}`);
    } else blocks.set(n, text);
  }
  if (list.length === 0) faults.push("no-blocks");
  return { blocks: [...blocks].map(([n, text]) => ({ n, text })), faults };
}
