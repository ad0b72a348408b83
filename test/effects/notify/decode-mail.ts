export interface DecodedMail {
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** Encoded words of RFC 2047 in base64, with the white space between two of them left out. */
export function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?B\?([A-Za-z0-9+/=]*)\?=/g, (_, data: string) =>
      Buffer.from(data, "base64").toString("utf8"),
    );
}

export function decodeQuotedPrintable(text: string): string {
  const bytes: number[] = [];
  const joined = text.replaceAll("=\n", "");
  for (let index = 0; index < joined.length; index += 1) {
    if (joined[index] === "=") {
      bytes.push(Number.parseInt(joined.slice(index + 1, index + 3), 16));
      index += 2;
    } else bytes.push(joined.charCodeAt(index));
  }
  return Buffer.from(bytes).toString("utf8");
}

/** A mail as a reader sees it: unfolded and decoded headers by lower-case name, and the text. */
export function decodeMail(mail: string): DecodedMail {
  const split = mail.indexOf("\n\n");
  const headers = mail
    .slice(0, split)
    .replaceAll(/\n[ \t]/g, " ")
    .split("\n")
    .map((line): [string, string] => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 2))];
    });
  return { headers: new Map(headers), text: decodeQuotedPrintable(mail.slice(split + 2)) };
}
