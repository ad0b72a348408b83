// NUL cannot be stored as text everywhere (PostgreSQL refuses it), and half a surrogate pair has no UTF-8 form:
// written out it becomes U+FFFD, so that two different names would turn into one.
const everyUnstorable = /\0|\p{Cs}/gu;

/** Whether a text that identifies something (an id, a model, a path) can be stored exactly as it is. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/**
 * A free text in the form in which it is stored: NUL and halves of surrogate pairs become U+FFFD. Critics cut their
 * reasons in the middle of an emoji; that is no cause to lose the verdict. Done before the identity is taken,
 * so that what is stored and exported has the key that was computed.
 */
export function storableForm(text: string): string {
  return isStorable(text) ? text : text.replaceAll(everyUnstorable, "\uFFFD");
}

/** The beginning of a foreign text in quotation marks, control characters escaped, fit for a sentence. */
export function quote(text: string): string {
  return JSON.stringify(storableForm(text.slice(0, 40))).replaceAll(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    "?",
  );
}
