import { describe, expect, it } from "vitest";
import { isMissing, waitingFor } from "../../src/effects/outcome.ts";
import { ImproveCronError } from "../../src/errors.ts";

function errno(code: string): Error {
  return Object.assign(new Error(`${code}: it failed, open '/vault/log.md'`), { code });
}

describe("waitingFor", () => {
  it.each([
    ["EACCES", "no-permission"],
    ["EPERM", "no-permission"],
    ["ENOSPC", "no-space"],
    ["EDQUOT", "no-space"],
    ["EFBIG", "no-space"],
    ["EROFS", "read-only"],
    ["EIO", "io"],
    ["ENOENT", "not-found"],
    ["EISDIR", "not-a-file"],
    ["EMFILE", "io"],
  ])("%s waits as %s, with a hint", (code, expected) => {
    const outcome = waitingFor(errno(code));
    expect(outcome).toMatchObject({
      state: "waiting",
      code: expected,
      because: expect.stringContaining("log.md"),
    });
    expect(outcome.hint).not.toBeNull();
  });

  it("keeps the hint of the program's own error, and calls anything else unexpected", () => {
    const own = new ImproveCronError("effect-refused", "no", "Do this.");
    expect(waitingFor(own)).toMatchObject({ code: "effect-refused", hint: "Do this." });
    expect(waitingFor(new TypeError("x is not a function"))).toMatchObject({ code: "unexpected" });
    expect(waitingFor("text")).toMatchObject({ code: "unexpected", because: "text" });
  });
});

it("isMissing knows ENOENT alone", () => {
  expect([isMissing(errno("ENOENT")), isMissing(errno("EACCES")), isMissing(null)]).toEqual([
    true,
    false,
    false,
  ]);
});
