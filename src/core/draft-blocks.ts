import type { PanelBlock } from "./panel-evidence.ts";

/**
 * The numbered blocks of a draft: what stands between blank lines, from 1. A fenced piece of code is one block with the blank
 * lines in it; one that is never closed goes on to the end. Line ends become LF, a byte order mark goes; every other
 * character of a block is as the author wrote it, since lenses quote from it.
 *
 * @example splitBlocks("# Title\n\nOne.\nTwo.\n") // [{ n: 1, text: "# Title" }, { n: 2, text: "One.\nTwo." }]
 */
export function splitBlocks(draft: string): readonly PanelBlock[] {
  const lines = draft
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .split("\n");
  const blocks: PanelBlock[] = [];
  let open: string[] = [];
  let fence: string | null = null;
  const close = (): void => {
    if (open.length > 0) blocks.push({ n: blocks.length + 1, text: open.join("\n") });
    open = [];
  };
  for (const line of lines) {
    if (fence === null && line.trim() === "") {
      close();
      continue;
    }
    open.push(line);
    fence = fence === null ? openingFence(line) : isClosing(line, fence) ? null : fence;
  }
  close();
  return blocks;
}

/** The signs that open a fenced piece (CommonMark 4.5), or null: three or more of one kind, at most three spaces before. */
function openingFence(line: string): string | null {
  return /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line)?.slice(1).find(Boolean) ?? null;
}

function isClosing(line: string, fence: string): boolean {
  const signs = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return signs !== undefined && signs.startsWith(fence);
}
