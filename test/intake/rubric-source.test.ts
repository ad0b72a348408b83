import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rubricFingerprint } from "../../src/core/rubric.ts";
import { createRubricSource, takeRubric } from "../../src/intake/rubric-source.ts";
import { codeOf, temporaryFolder } from "./intake-workspace.ts";

describe("a rubric", () => {
  it("is read from its file once per source, through links, white space aside", () => {
    const folder = temporaryFolder();
    const path = join(folder, "rubric.md");
    writeFileSync(path, "Answer\r\n every question.\n");
    symlinkSync("rubric.md", join(folder, "link.md"));
    const source = createRubricSource();
    const expected = { kind: "rubric", fingerprint: rubricFingerprint({ text: "Answer every question." }) };
    expect(source(path)).toEqual(expected);
    expect(source(join(folder, "link.md"))).toEqual(expected);
    writeFileSync(path, "Answer one question.");
    expect(source(path)).toEqual(expected);
    expect(createRubricSource()(path)).not.toEqual(expected);
  });

  it("is unreadable where it is missing, a folder, or no text", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "folder"));
    writeFileSync(join(folder, "binary"), Buffer.from([0xff, 0xfe, 0x00]));
    const source = createRubricSource();
    for (const name of ["gone", "folder", "binary"]) expect(source(join(folder, name)).kind).toBe("bad");
  });

  it("is the hash as given, and prose is no hash", () => {
    const place = { rubricPath: null, folder: "/", rubricOfFile: createRubricSource() };
    const outcomeOf = (written: string) => {
      const outcome = takeRubric(written, place);
      return outcome.kind === "reject" ? codeOf(outcome.reason) : outcome.fingerprint;
    };
    for (const hash of ["sha256:Ab1", `sha256:${"0".repeat(64)}`, "a".repeat(40)])
      expect(outcomeOf(hash)).toBe(hash);
    for (const prose of ["Be kind", "note: be kind", "rubric.md", "none", "./a:b"])
      expect(outcomeOf(prose)).toBe("bad-rubric");
    expect(takeRubric(null, place)).toEqual({ kind: "rubric", fingerprint: "none", given: null });
    expect(takeRubric({ path: "a\0" }, place)).toMatchObject({ reason: expect.stringMatching(/^bad-text:/) });
  });
});
