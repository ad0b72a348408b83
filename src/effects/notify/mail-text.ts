import { encodeHeaderText } from "./encoded-word.ts";
import { headerLine } from "./message-text.ts";
import { quotedPrintable } from "./quoted-printable.ts";

export interface Mail {
  /** Addresses as a header takes them, in printable ASCII. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** Without the angle brackets. */
  readonly messageId: string;
}

/** A date as RFC 5322 writes it; `GMT`, which JavaScript ends with, is a form that it calls obsolete. */
function mailDate(instant: number): string {
  return new Date(instant).toUTCString().replace("GMT", "+0000");
}

/**
 * A mail as `sendmail -t` reads it: headers, an empty line, the text. No value can end its header: a line break in
 * it becomes a space. There is no `From`: sendmail knows the user's address, this program does not.
 */
export function composeMail({ to, subject, text, sentAt, messageId }: Mail): string {
  const headers = [
    `To: ${headerLine(to)}`,
    `Subject: ${encodeHeaderText(headerLine(subject)).join("\n ")}`,
    `Date: ${mailDate(sentAt)}`,
    `Message-ID: <${messageId}>`,
    // Keeps out-of-office answers away (RFC 3834).
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
  ];
  return `${headers.join("\n")}\n\n${quotedPrintable(text)}\n`;
}
