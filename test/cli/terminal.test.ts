import { describe, expect, it } from "vitest";
import { showsUnicode } from "../../src/cli/terminal.ts";

describe("showsUnicode", () => {
  it("goes by the locale, the more particular variable first, and by dumb terminals", () => {
    expect(showsUnicode({ LANG: "en_US.UTF-8" })).toBe(true);
    expect(showsUnicode({ LANG: "C.utf8", LC_ALL: "" })).toBe(true);
    expect(showsUnicode({ LANG: "en_US.UTF-8", LC_ALL: "C" })).toBe(false);
    expect(showsUnicode({ LANG: "C", LC_CTYPE: "UTF-8" })).toBe(true);
    expect(showsUnicode({ LANG: "en_US.ISO-8859-1" })).toBe(false);
    expect(showsUnicode({})).toBe(false);
    expect(showsUnicode({ LANG: "en_US.UTF-8", TERM: "dumb" })).toBe(false);
  });
});
