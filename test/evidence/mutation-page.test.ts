import { describe, expect, it } from "vitest";
import { type FileCount, mutationPage, withFirst } from "../../scripts/mutation/mutation-page.ts";

const survivor = { line: 4, mutator: "ConditionalExpression", was: "a < b", became: "true" };

function count(file: string, noticed: number, survivors: FileCount["survivors"]): FileCount {
  const counted = { file: `src/core/${file}.ts`, killed: noticed - 1, timedOut: 1, static: 2, survivors };
  return withFirst(counted, undefined);
}

function page(files: readonly FileCount[], why?: string): string {
  const explained = { file: "src/core/one.ts", mutator: survivor.mutator, was: "a < b", became: "true" };
  return mutationPage({ seed: "7", files }, why === undefined ? [] : [{ ...explained, why }], 8);
}

/** The survivors' rows, each as its cells: a pipe behind a backslash ends no cell. */
function survivorCells(written: string): readonly (readonly string[])[] {
  const rows = written.split("## Survivors")[1]?.split("\n") ?? [];
  return rows
    .filter((row) => row.startsWith("| `"))
    .map((row) =>
      row
        .slice(2, -2)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

function shown(was: string, became: string): readonly (string | undefined)[] {
  const [cells] = survivorCells(page([count("one", 9, [{ ...survivor, was, became }])]));
  expect(cells).toHaveLength(4);
  return cells?.slice(1, 3) ?? [];
}

describe("the score of the files that were not named", () => {
  // By hand: changes 10, 10, 20, 40 and noticed 9, 8, 20, 36, so 73 of 80 = 0.9125; the residuals -0.125, -1.125, 1.75
  // and -0.5 have the squares' sum 4.59375; sqrt((1 - 4/8) * 4.59375 / (4 * 3)) / 20 = 0.021875; times 1.96 = 0.042875.
  const drawn = [
    count("one", 9, [survivor]),
    count("two", 8, [survivor, survivor]),
    count("three", 20, []),
    count("four", 36, [survivor, survivor, survivor, survivor]),
  ];
  const deciding = count("kappa", 1, [survivor, survivor, survivor]);

  it("is a ratio over drawn files with its interval, for a finite number of files", () => {
    expect(page(drawn)).toContain(
      "about 91.3% of their changes are noticed (95%: 87.0% to 95.5%; n = 4 files",
    );
  });

  it("leaves the files that decide, and files without a change, out", () => {
    const none = { ...count("none", 1, []), killed: 0, timedOut: 0 };
    expect(page([deciding, ...drawn, none])).toContain("n = 4 files with 80 changes, drawn from 8)");
  });

  it("goes by how files were when they were first asked, whatever tests were written since", () => {
    const better = drawn.map((one) => withFirst({ ...one, killed: 99, survivors: [] }, one));
    expect(page(better)).toContain(
      "about 91.3% of their changes are noticed (95%: 87.0% to 95.5%; n = 4 files",
    );
  });

  it("says how many files were asked of few tests alone", () => {
    const few = { changes: 10, noticed: 8, near: true } as const;
    const written = page(drawn.map((one, index) => (index === 0 ? { ...one, first: few } : one)));
    expect(written).toContain(" 1 of the 4 were asked of the tests that import them alone");
    expect(page(drawn)).not.toContain("alone: all");
  });

  it("is not given for a single file", () => {
    expect(page(drawn.slice(0, 1))).toContain("Too few files were drawn");
  });

  it("stands beside a sum of each group", () => {
    const written = page([deciding, ...drawn]);
    expect(written).toContain("| **these of those that decide** | 4 | 0 | 1 | 3 | 2 | 25.0% |");
    expect(written).toContain("| **those that were drawn** | 80 | 69 | 4 | 7 | 8 | 91.3% |");
  });
});

describe("a survivor", () => {
  it("is explained by its file and its text, wherever it stands", () => {
    const written = page([count("one", 9, [survivor]), count("two", 9, [survivor])], "equal | both");
    expect(written).toContain("2 changes survived; 1 are explained, 1 are not.");
    expect(survivorCells(written).map((cells) => cells.at(-1))).toEqual(["equal \\| both", "not explained"]);
  });

  it("keeps its source in one cell and its backticks in one code span", () => {
    expect(shown("a || b", "a &&\n  b")).toEqual(["`a \\|\\| b`", "`a && b`"]);
    expect(shown("`one|${two}`", "``")).toEqual(["`` `one\\|${two}` ``", "``` `` ```"]);
    expect(shown("x".repeat(71), "")).toEqual([`\`${"x".repeat(67)}...\``, "nothing"]);
  });
});
