import MarkdownIt, { type Token } from "markdown-it";

/** A note as Obsidian reads it, as far as the vault log makes use of it. */
export interface ObsidianNote {
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  /** Cells of every row; `line` is the first line of the table in the note, from 0, and `end` the one behind it. */
  readonly tables: readonly {
    readonly rows: readonly (readonly string[])[];
    readonly line: number;
    readonly end: number;
    readonly inCallout: boolean;
  }[];
  readonly callouts: readonly { readonly kind: string; readonly title: string; readonly folded: boolean }[];
  readonly images: readonly string[];
  readonly links: readonly string[];
  /** Each block id with the kind of block that it names. */
  readonly blockIds: readonly { readonly id: string; readonly block: string }[];
  /** The text that is shown, without comments. */
  readonly shown: string;
}

/** GFM tables, bare addresses as links, a line end as a line end: Obsidian's own settings. Raw HTML is shown by Obsidian too. */
const parser = new MarkdownIt({ html: true, linkify: true, breaks: true }).enable(["table", "strikethrough"]);
const idLine = /^\^[A-Za-z0-9-]+$/;
const calloutMark = /^\[!(\w+)\]([+-]?)[ \t]*([^\n]*)/;

function withoutProperties(note: string): string {
  // Lines are kept, so that tokens know their line in the note.
  return note.replace(/^---\n[\s\S]*?\n---\n/, (found) => "\n".repeat(found.split("\n").length - 1));
}

/** What stands between `%%` and `%%` is a comment, but not where a backslash or a fence takes the marks their meaning. */
function withoutComments(note: string): string {
  return note.replaceAll(/(?<![\\%])%%(?!%)[\s\S]*?(?:%%|$)/g, (found) => found.replaceAll(/[^\n]/g, ""));
}

function tokensOf(note: string): readonly Token[] {
  return parser.parse(withoutComments(withoutProperties(note)), {});
}

/** Reads a note: headings, tables, callouts, pictures, and which block each block id belongs to. */
export function readNote(note: string): ObsidianNote {
  const tokens = tokensOf(note);
  const inline = (at: number): string => tokens[at + 1]?.content ?? "";
  const children = tokens.flatMap((token) => token.children ?? []);
  const attributes = (type: string, name: string): readonly string[] =>
    children.filter((token) => token.type === type).map((token) => String(token.attrGet(name) ?? ""));
  const headings = tokens.flatMap((token, at) =>
    token.type === "heading_open" ? [{ level: Number(token.tag.slice(1)), text: inline(at) }] : [],
  );
  const callouts = tokens.flatMap((token, at) => {
    const found = token.type === "blockquote_open" ? calloutMark.exec(tokens[at + 2]?.content ?? "") : null;
    return found === null ? [] : [{ kind: found[1] ?? "", title: found[3] ?? "", folded: found[2] === "-" }];
  });
  const tables = tokens.flatMap((token, at) => {
    if (token.type !== "table_open") return [];
    const close = tokens.findIndex((one, index) => index > at && one.type === "table_close");
    const rows: string[][] = [];
    for (const one of tokens.slice(at, close)) {
      if (one.type === "tr_open") rows.push([]);
      if (one.type === "inline") rows.at(-1)?.push(one.content);
    }
    const [line, end] = token.map ?? [-1, -1];
    return [{ rows, line, end, inCallout: token.level > 0 }];
  });
  return {
    headings,
    callouts,
    tables,
    images: attributes("image", "src"),
    links: attributes("link_open", "href"),
    blockIds: blockIds(tokens),
    shown: children
      .filter(({ type }) => type === "text")
      .map(({ content }) => content)
      .join("\n"),
  };
}

/** An id alone in a paragraph belongs to the block before it, one at the end of a paragraph to that paragraph. */
function blockIds(tokens: readonly Token[]): ObsidianNote["blockIds"] {
  const top = tokens.flatMap((token, at) => (token.level === 0 && token.nesting >= 0 ? [{ token, at }] : []));
  return top.flatMap(({ token, at }, index) => {
    if (token.type !== "paragraph_open") return [];
    const text = tokens[at + 1]?.content ?? "";
    const before = top[index - 1]?.token.type.replace("_open", "") ?? "none";
    if (idLine.test(text)) return [{ id: text, block: before }];
    const own = /\s(\^[A-Za-z0-9-]+)$/.exec(text)?.[1];
    return own === undefined ? [] : [{ id: own, block: "paragraph" }];
  });
}

/** The note as HTML for a picture of it: callouts as boxes that fold, block ids hidden, the way Obsidian shows them. */
export function renderNote(note: string): string {
  const html = parser.render(withoutComments(withoutProperties(note)));
  return html
    .replaceAll(/<p>\^[A-Za-z0-9-]+<\/p>\n?/g, "")
    .replaceAll(
      /<blockquote>\s*<p>\[!(\w+)\]([+-]?)\s*([^<\n]*)<\/p>([\s\S]*?)<\/blockquote>/g,
      (_, kind: string, fold: string, title: string, body: string) =>
        `<details class="callout ${kind}"${fold === "-" ? "" : " open"}><summary>${title}</summary>${body}</details>`,
    );
}
