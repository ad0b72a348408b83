/**
 * What JSON allows in a string and a terminal obeys or hides: DEL, C1 controls, direction marks, unseen characters. Each
 * unit of a pair is matched on its own (tags lie beyond U+FFFF, behind the half U+DB40).
 */
const obeyed = new RegExp(
  String.raw`[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\udb40[\udc00-\udc7f]`,
  "g",
);

/**
 * JSON that can be looked at on a terminal: the same value, with every character that would do or hide something written
 * as an escape. Control characters below U+0020 and half pairs are escaped by JSON itself.
 *
 * @example jsonText("\u009b31m") // "\"\\u009b31m\""
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(obeyed, (found) =>
    found
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
