import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { askLine } from "../../src/cli/ask-line.ts";
import { graduationQuestion } from "../../src/reports/graduation-page.ts";

async function asked(typed: (stdin: PassThrough) => void): Promise<{ answer: string; shown: string }> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const answering = askLine({ stdin, stdout }, "Graduate it? ");
  typed(stdin);
  const answer = await answering;
  stdout.end();
  return { answer, shown: await text(stdout) };
}

describe("askLine", () => {
  it("shows the question and answers with the line", async () => {
    expect(await asked((stdin) => stdin.write("yes\nmore\n"))).toEqual({
      answer: "yes",
      shown: "Graduate it? ",
    });
  });

  it("answers with nothing where the input ends, also in the middle of a line", async () => {
    expect((await asked((stdin) => stdin.end())).answer).toBe("");
    expect((await asked((stdin) => stdin.end("\n"))).answer).toBe("");
  });

  it.each(["evidence", "repair", "forced"] as const)(
    "is asked within 80 columns before the door of %s",
    (door) => {
      const lines = graduationQuestion("verify-strategic-output", door).split("\n");
      // The last line leaves room for the axis' name.
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
      expect(lines.at(-1)?.length ?? 0).toBeLessThanOrEqual(80 - "verify-strategic-output".length);
    },
  );
});
