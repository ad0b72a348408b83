import * as fc from "fast-check";

/** One line of a made-up file: what it says before, and after the edit. */
interface MadeLine {
  readonly before: string;
  readonly after: string;
}

const same = (text: string): MadeLine[] => [{ before: text, after: text }];

const otherLines = fc.constantFrom(
  ...[
    ["# a comment: with colon"],
    ["   # status: graduated"],
    [""],
    ["", ""],
    ["   "],
    ["mode: 0644   "],
    ["ticket: 12345678901234567890"],
    ["settings: {temperature: 0,  top_p: 1}"],
    ["intent: |", "  status: graduated", "", "  last_kappa: 0.1"],
    ["notes: >-", "    one", "    two"],
    ["tags:", "- one", "-   two"],
    ["nested:", "    status: graduated", "    last_kappa:  1"],
    ['quoted: "a\\tb # no comment"'],
    ["plain: runs", "  over lines"],
    ["url: https://example.org/a#b"],
    ["said: 'it''s «fine» 🛰️'"],
  ].map((lines) => lines.flatMap(same)),
);

const tail = fc.constantFrom("", " ", "   # why", " # status: x", "\t# tab");
const quote = fc.constantFrom("", "'", '"');
const gap = fc.constantFrom(" ", "   ", "\t");

function ownedLine(key: string, old: fc.Arbitrary<string>, fresh: string): fc.Arbitrary<MadeLine[]> {
  return fc.record({ old, quote, gap, tail, quoteKey: fc.boolean() }).map((made) => {
    const name = made.quoteKey ? `"${key}"` : key;
    const line = (value: string): string =>
      `${name}:${made.gap}${made.quote}${value}${made.quote}${made.tail}`;
    return [{ before: line(made.old), after: line(fresh) }];
  });
}

const kappaLine = ownedLine("last_kappa", fc.constantFrom("0.7", "-0.123", ".5", "1e-1"), "0.512");
const dateLine = ownedLine("last_calibration", fc.constantFrom("2026-05-01", "2025-12-31"), "2026-06-01");
const countLine = ownedLine("founder_override_count", fc.constantFrom("0", "17", "007"), "4");
const statusLine = ownedLine("status", fc.constant("graduated"), "assisted");

export interface MadeFile {
  readonly before: string;
  readonly after: string;
}

/** Axis files of every look, with what they have to look like after the month that was reverted. */
export const madeFile: fc.Arbitrary<MadeFile> = fc
  .record({
    others: fc.uniqueArray(otherLines, {
      maxLength: 10,
      selector: (lines) => lines[0]?.before.split(":")[0],
    }),
    kappa: fc.option(kappaLine),
    date: fc.option(dateLine),
    count: fc.option(countLine),
    status: statusLine,
    order: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
    eol: fc.constantFrom("\n", "\r\n"),
    mark: fc.constantFrom("", "\uFEFF"),
    finalNewline: fc.boolean(),
    list: fc.constantFrom("none", "  ", ""),
  })
  .map((made) => {
    const added = [
      made.date === null ? "last_calibration: 2026-06-01" : null,
      made.kappa === null ? "last_kappa: 0.512" : null,
      made.count === null ? "founder_override_count: 4" : null,
    ].filter((line) => line !== null);
    const blocks: { readonly lines: MadeLine[]; readonly added: readonly string[] }[] = made.others.map(
      (lines) => ({ lines, added: [] }),
    );
    const owned = [made.kappa, made.date, made.count, same("axis: a-1")].flatMap((lines) =>
      lines === null ? [] : [{ lines, added: [] }],
    );
    for (const [index, block] of [...owned, { lines: made.status, added }].entries()) {
      blocks.splice((made.order[index] ?? 0) % (blocks.length + 1), 0, block);
    }
    const before = blocks.flatMap((block) => block.lines.map((line) => line.before));
    const after = blocks.flatMap((block) => [...block.lines.map((line) => line.after), ...block.added]);
    const indent = (lines: string[]): string[] =>
      made.list === "none"
        ? lines
        : [
            "axes:",
            `${made.list}- axis: other`,
            `${made.list}  status: graduated`,
            `${made.list}- title: this`,
            ...lines.map((line) => (line === "" ? "" : `${made.list}  ${line}`)),
          ];
    const text = (lines: string[]): string =>
      made.mark + indent(lines).join(made.eol) + (made.finalNewline ? made.eol : "");
    return { before: text(before), after: text(after) };
  });
