import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { composeMail } from "../../../src/effects/notify/mail-text.ts";
import { decodeMail } from "./decode-mail.ts";
import { hostileTexts } from "./hostile-texts.ts";

const mail = {
  to: "founder@example.org",
  subject: "improve-cron: verify-dispatch was reverted",
  text: "κ = 0.41",
  sentAt: Date.UTC(2026, 5, 1, 13, 0, 5),
  messageId: "k7m2@host",
};
const hasPython = spawnSync("python3", ["-c", "import email.policy"]).status === 0;
const readByPython = `
import email, email.policy, json, sys
def read(text):
    mail = email.message_from_bytes(text.encode(), policy=email.policy.default)
    return {"subject": mail["subject"], "text": mail.get_content(),
            "defects": [str(d) for d in mail.defects] + [str(d) for d in mail["subject"].defects],
            "date": mail["date"].datetime.isoformat()}
print(json.dumps([read(text) for text in json.load(sys.stdin)]))
`;

describe("composeMail", () => {
  it("names receiver, subject, time and encoding, and ends its headers with an empty line", () => {
    const { headers, text } = decodeMail(composeMail(mail));
    expect(Object.fromEntries(headers)).toEqual({
      to: "founder@example.org",
      subject: "improve-cron: verify-dispatch was reverted",
      date: "Mon, 01 Jun 2026 13:00:05 +0000",
      "message-id": "<k7m2@host>",
      "auto-submitted": "auto-generated",
      "mime-version": "1.0",
      "content-type": "text/plain; charset=utf-8",
      "content-transfer-encoding": "quoted-printable",
    });
    expect(text).toBe("κ = 0.41\n");
  });

  it("lets no value start a header or the text", () => {
    const injected = "x\r\nBcc: all@example.org\n\nfree text\rX-A: b";
    const { headers } = decodeMail(composeMail({ ...mail, to: injected, subject: injected }));
    expect([...headers.keys()]).toEqual([...decodeMail(composeMail(mail)).headers.keys()]);
    expect(headers.get("subject")).toBe("x Bcc: all@example.org free text X-A: b");
    expect(composeMail({ ...mail, to: injected, subject: injected })).not.toMatch(/^Bcc|^X-A|\r/m);
  });

  it("keeps every header line below 77 characters of ASCII", () => {
    const subject = "κ 日本語 🛰️".repeat(14);
    const composed = composeMail({ ...mail, subject });
    expect(composed).toMatch(/^[\n -~]*$/);
    for (const line of composed.split("\n")) expect(line.length).toBeLessThanOrEqual(76);
    expect(decodeMail(composed).headers.get("subject")).toBe(subject);
  });

  it.skipIf(!hasPython)("is read back by Python's email package (only where there is python3)", () => {
    const mails = hostileTexts.map(([, text]) => ({
      text,
      subject: text.replaceAll(/[\r\n]+/g, " ").trim(),
    }));
    const { stdout } = spawnSync("python3", ["-c", readByPython], {
      input: JSON.stringify(mails.map((one) => composeMail({ ...mail, ...one }))),
      encoding: "utf8",
    });
    expect(JSON.parse(stdout)).toEqual(
      mails.map(({ subject, text }) => ({
        subject,
        text: `${text}\n`,
        defects: [],
        date: "2026-06-01T13:00:05+00:00",
      })),
    );
  });
});
