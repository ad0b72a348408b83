const longestLine = 76;

function escaped(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Printable ASCII but `=`, a space and a tab stand for themselves (RFC 2045, 6.7), save at the end of a line. */
function isLiteral(byte: number): boolean {
  return byte === 0x09 || (byte >= 0x20 && byte <= 0x7e && byte !== 0x3d);
}

function startsMailbox(bytes: Buffer, index: number): boolean {
  return bytes.toString("latin1", index, index + 5) === "From ";
}

function encodeLine(line: string): string {
  const bytes = Buffer.from(line, "utf8");
  const lines: string[] = [];
  let current = "";
  for (const [index, byte] of bytes.entries()) {
    const last = index === bytes.length - 1;
    const literal = isLiteral(byte) && !(last && (byte === 0x20 || byte === 0x09));
    let piece = literal ? String.fromCharCode(byte) : escaped(byte);
    // One place is kept for the `=` of a soft line break.
    if (current.length + piece.length > longestLine - 1) {
      lines.push(`${current}=`);
      current = "";
    }
    // A line that starts with a dot ends a message for some programs; `From ` starts one in a mailbox file.
    if (current === "" && (piece === "." || startsMailbox(bytes, index))) piece = escaped(byte);
    current += piece;
  }
  return [...lines, current].join("\n");
}

/**
 * A text as quoted-printable UTF-8: any byte arrives as written, lines stay below 76 characters, and plain English
 * can still be read in a mailbox file. Line ends are `\n`, what sendmail expects on its standard input.
 *
 * @example quotedPrintable("κ = 0.41") // "=CE=BA =3D 0.41"
 */
export function quotedPrintable(text: string): string {
  return text.split("\n").map(encodeLine).join("\n");
}
