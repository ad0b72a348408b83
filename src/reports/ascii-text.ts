/** What the program itself prints beyond ASCII, each sign by one of the same width. */
const plain: Readonly<Record<string, string>> = {
  "▁": "_",
  "▂": ".",
  "▃": ",",
  "▄": "-",
  "▅": "~",
  "▆": "=",
  "▇": "+",
  "█": "#",
  "·": "?",
  "├": "[",
  "┤": "]",
  "─": "-",
  "╌": ".",
  "┊": ":",
  "┼": "+",
  "●": "o",
  "‹": "<",
  "›": ">",
  "–": "-",
  "…": "~",
};
const signs = new RegExp(`[${Object.keys(plain).join("")}]`, "gu");

/**
 * A text for a terminal that shows no more than ASCII: the program's own signs are replaced one by one, so that columns stay
 * aligned. Names and reasons of others stay as they were written.
 *
 * @example asciiText("▁█ ├─●┤ –") // "_# [-o] -"
 */
export function asciiText(text: string): string {
  return text.replaceAll(signs, (sign) => plain[sign] ?? sign);
}
