/** Printable ASCII that cannot be taken for an encoded word. */
const plain = /^(?!.*=\?)[ -~]*$/;
/** 39 bytes are 52 characters of base64; with the 12 around them and `Subject: ` a line stays below 76. */
const bytesPerWord = 39;

/**
 * A text for a header that carries ASCII only: as it is where that is possible, else as encoded words of RFC 2047
 * (UTF-8, base64), one an entry. A reader joins them without the white space between them, and each is whole
 * characters, as the RFC wants.
 *
 * @example encodeHeaderText("κ = 0.41") // ["=?UTF-8?B?zrogPSAwLjQx?="]
 */
export function encodeHeaderText(text: string): readonly string[] {
  if (plain.test(text)) return [text];
  const words: Buffer[] = [];
  let word = Buffer.alloc(0);
  for (const character of text) {
    const bytes = Buffer.from(character, "utf8");
    if (word.length + bytes.length > bytesPerWord) {
      words.push(word);
      word = Buffer.alloc(0);
    }
    word = Buffer.concat([word, bytes]);
  }
  return [...words, word].map((one) => `=?UTF-8?B?${one.toString("base64")}?=`);
}
