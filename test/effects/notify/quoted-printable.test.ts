import { describe, expect, it } from "vitest";
import { quotedPrintable } from "../../../src/effects/notify/quoted-printable.ts";
import { decodeQuotedPrintable } from "./decode-mail.ts";
import { hostileTexts } from "./hostile-texts.ts";

describe("quotedPrintable", () => {
  it("leaves plain text readable", () => {
    expect(quotedPrintable("Four of nine\nwere overridden.")).toBe("Four of nine\nwere overridden.");
    expect(quotedPrintable("κ = 0.41")).toBe("=CE=BA =3D 0.41");
  });

  it.each(hostileTexts)("brings %s back as written", (_, text) => {
    expect(decodeQuotedPrintable(quotedPrintable(text))).toBe(text);
  });

  it("breaks long lines below 77 characters and ends none with white space", () => {
    for (const text of ["x".repeat(1000), "ä".repeat(300), `${"word ".repeat(100)}\t`, "a \nb\t\n", " "]) {
      const encoded = quotedPrintable(text);
      expect(decodeQuotedPrintable(encoded)).toBe(text);
      for (const line of encoded.split("\n")) {
        expect(line.length).toBeLessThanOrEqual(76);
        expect(line).not.toMatch(/[ \t]$/);
        expect(line).toMatch(/^[\t -~]*$/);
      }
    }
  });

  it("starts no line with a dot or with a mailbox's separator, and breaks after 75 characters only", () => {
    expect(quotedPrintable(".\n.b\nFrom me\nFROM")).toBe("=2E\n=2Eb\n=46rom me\nFROM");
    expect(quotedPrintable(`${"x".repeat(75)}.`)).toBe(`${"x".repeat(75)}=\n=2E`);
  });
});
