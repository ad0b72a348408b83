import { describe, expect, it, vi } from "vitest";
import { columnsOf, createTerminal, showsUnicode, withinColumns } from "../../src/cli/terminal.ts";

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

describe("withinColumns", () => {
  it("leaves what fits, and cuts what does not, before the last column", () => {
    expect(withinColumns("x".repeat(19), 20)).toBe("x".repeat(19));
    expect(withinColumns("x".repeat(20), 20)).toBe(`${"x".repeat(17)}…`);
    expect(withinColumns("", 20)).toBe("");
  });

  it("counts wide signs as wide, and cuts none in two", () => {
    expect(withinColumns("日".repeat(9), 20)).toBe("日".repeat(9));
    expect(withinColumns("日".repeat(10), 20)).toBe(`${"日".repeat(8)}…`);
    expect(withinColumns("🙂".repeat(10), 20)).toBe(`${"🙂".repeat(8)}…`);
  });
});

it("what is being done stands on one line of the terminal, and the next text takes its place", () => {
  const { stderr } = process;
  const said = { isTTY: stderr.isTTY, columns: stderr.columns };
  const written: string[] = [];
  const write = vi.spyOn(stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  Object.assign(stderr, { isTTY: true, columns: 20 });
  try {
    const terminal = createTerminal(process, {});
    terminal.progress("reading a-log-with-a-long-name.jsonl: 4% of 60 MB");
    terminal.err("done\n");
  } finally {
    Object.assign(stderr, said);
    write.mockRestore();
  }
  const clear = "\r\u001b[2K";
  expect(written).toEqual([`${clear}reading a-log-wit…`, clear, "done\n"]);
});

it("takes a terminal that says no width, or none, as 100 columns wide", () => {
  expect([{ columns: 80 }, { columns: 0 }, {}].map(columnsOf)).toEqual([80, 100, 100]);
});
