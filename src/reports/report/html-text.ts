import { terminalText } from "../terminal-text.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Text that somebody else wrote, for HTML and SVG, in an element or a quoted attribute: no tag, no entity, no control
 * character, nothing that reverses or hides text.
 *
 * @example htmlText("<b>&") // "&lt;b&gt;&amp;"
 */
export function htmlText(text: string): string {
  return terminalText(text).replaceAll(/[&<>"']/g, (found) => entities[found] ?? found);
}

/** The same apart from its surroundings: a line from right to left does not turn what stands around it. */
export function isolated(text: string): string {
  return `<bdi dir="auto">${htmlText(text)}</bdi>`;
}
