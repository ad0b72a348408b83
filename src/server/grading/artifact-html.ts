import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";

/** Rendering takes the square of the length for some texts, and nothing else happens meanwhile: about a second at this length. */
const longestRendered = 350_000;

/** What Markdown makes without raw HTML, and nothing that loads, runs, is named or is styled. */
const allowedTags = [
  ..."h1 h2 h3 h4 h5 h6 p br hr blockquote pre code em strong s ul ol li a".split(" "),
  ..."table thead tbody tr th td span".split(" "),
];

const directed = "p h1 h2 h3 h4 h5 h6 ul ol blockquote th td".split(" ");

const markdown = createMarkdown();

/**
 * An artifact as HTML to read: Markdown whose raw HTML stays text, then everything taken away that is not on a short list.
 * Links go to http and https alone and open elsewhere; images are not loaded, their description and address stand in for
 * them. Null where the text is too long to be rendered: it is read as it was written.
 */
export function artifactHtml(text: string): string | null {
  if (text.length > longestRendered) return null;
  return sanitizeHtml(markdown.render(text), {
    allowedTags,
    allowedAttributes: {
      a: ["href", "title", "rel", "target"],
      span: ["class"],
      ...Object.fromEntries(directed.map((tag) => [tag, ["dir"]])),
      ol: ["dir", "start"],
    },
    allowedClasses: { span: ["image"] },
    allowedSchemes: ["http", "https"],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    disallowedTagsMode: "escape",
    transformTags: {
      a: (tagName, { href = "" }) => ({
        tagName: isWebAddress(href) ? "a" : "span",
        attribs: isWebAddress(href)
          ? { href, title: href, rel: "noopener noreferrer nofollow", target: "_blank" }
          : {},
      }),
    },
  });
}

/** An address with a scheme of its own: a path would lead into this server. */
function isWebAddress(href: string): boolean {
  try {
    return ["http:", "https:"].includes(new URL(href).protocol);
  } catch {
    return false;
  }
}

function createMarkdown() {
  const made = new MarkdownIt({ html: false, breaks: true, linkify: false });
  const { escapeHtml } = made.utils;
  made.renderer.rules["image"] = (tokens, index) => {
    const token = tokens[index];
    const address = String(token?.attrGet("src") ?? "");
    const shown = address.length > 200 ? `${address.slice(0, 200)}…` : address;
    return `<span class="image">image: ${escapeHtml(`${token?.content ?? ""} (${shown})`)}</span>`;
  };
  // Each block finds its own direction, and none turns the others round.
  made.core.ruler.push("direction", ({ tokens }) => {
    let listsAround = 0;
    for (const token of tokens) {
      const isList = ["ul", "ol"].includes(token.tag);
      // A list is turned as a whole: its marks stand where its padding is.
      if (token.nesting === 1 && listsAround === 0 && directed.includes(token.tag))
        token.attrSet("dir", "auto");
      if (isList) listsAround += token.nesting;
    }
  });
  return made;
}
