function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * Whether a text holds the block id: a whole word at the end of a line, as Obsidian reads one. `^ic-2026-05-opened` is not in
 * `^ic-2026-05-opened-late`, nor where a sentence goes on behind it: whoever writes about an entry does not have it.
 */
export function hasMarker(text: string, marker: string): boolean {
  return new RegExp(`(^|\\s)${escaped(marker)}[ \\t]*(?=\\r?\\n|$)`).test(text);
}

/** The line end that most lines of a text have; `\n` for a text without any. */
export function majorityLineEnd(text: string): "\n" | "\r\n" {
  const all = text.split("\n").length - 1;
  const windows = text.split("\r\n").length - 1;
  return windows > all - windows ? "\r\n" : "\n";
}

/**
 * The bytes of one entry. The marker stands last, on a line of its own between blank ones (so Obsidian reads the
 * id of a table or list): once the marker is in the file, everything before it is, and a torn entry has none.
 */
export function entryBytes(markdown: string, marker: string, lineEnd: "\n" | "\r\n"): Buffer {
  const elsewhere = new RegExp(`(^|[^\\S\\n]+)${escaped(marker)}(?=\\s|$)`, "gm");
  const body = markdown.replaceAll("\r\n", "\n").replace(elsewhere, "").trim();
  return Buffer.from(`${body}\n\n${marker}\n`.replaceAll("\n", lineEnd), "utf8");
}

/**
 * How many bytes of the entry stand at the end of the file already, because an earlier append was cut off. Only
 * an exact beginning of this entry counts, and only where it begins a line.
 */
export function tornLength(file: Uint8Array, entry: Uint8Array): number {
  for (let length = Math.min(file.length, entry.length - 1); length > 0; length -= 1) {
    const start = file.length - length;
    if (start > 0 && file[start - 1] !== 0x0a) continue;
    if (Buffer.compare(file.subarray(start), entry.subarray(0, length)) === 0) return length;
  }
  return 0;
}
