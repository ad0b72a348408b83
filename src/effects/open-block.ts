/** A Markdown block that is still open at the end of a text and would swallow whatever is appended. */
export type OpenBlock = "fence" | "comment" | "html-comment";

/** The text without YAML front matter, in which fences and `%%` have no meaning. */
function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  if (lines[0]?.trimEnd() !== "---") return lines;
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)\s*$/.test(line));
  return end === -1 ? lines : lines.slice(end + 1);
}

/**
 * Which block, if any, is left open at the end of a note: a code fence (CommonMark 4.5: closed by the same
 * character, at least as long, nothing after it), an Obsidian comment `%%`, or `<!--`. Inline code hides the
 * marks of comments, and an open block hides those of the others.
 */
export function openBlockAtEnd(markdown: string): OpenBlock | null {
  const lines = withoutFrontMatter(markdown.replace(/^\uFEFF/, "").split(/\r?\n/));
  let fence: string | null = null;
  let comment: "%%" | "-->" | null = null;
  for (const line of lines) {
    const text = line.replace(/^[\s>]*([-*+]\s+|\d+[.)]\s+)*/, "");
    const mark = /^(`{3,}|~{3,})(.*)$/.exec(text);
    if (fence !== null) {
      const [, run = "", rest = ""] = mark ?? [];
      if (run.startsWith(fence) && rest.trim() === "") fence = null;
      continue;
    }
    if (comment === null && mark !== null) {
      const [, run = "", rest = ""] = mark;
      // A backtick in the info string makes it inline code, not a fence.
      if (!(run.startsWith("`") && rest.includes("`"))) {
        fence = run;
        continue;
      }
    }
    comment = scanComments(line, comment);
  }
  if (fence !== null) return "fence";
  if (comment === null) return null;
  return comment === "%%" ? "comment" : "html-comment";
}

function scanComments(line: string, open: "%%" | "-->" | null): "%%" | "-->" | null {
  let state = open;
  for (const match of line.matchAll(/(`+)(?:(?!\1).)+?\1(?!`)|%%|<!--|-->/g)) {
    const [token] = match;
    if (state === null) {
      if (token === "%%") state = "%%";
      else if (token === "<!--") state = "-->";
    } else if (token === state || token.includes(state)) {
      // Inside a comment backticks mean nothing, so that a mark between them still closes it.
      state = null;
    }
  }
  return state;
}
