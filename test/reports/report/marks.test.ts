import { describe, expect, it } from "vitest";
import { dot, line, type Mark, rect, ruleX, ruleY, text } from "../../../src/reports/report/marks.ts";
import { drawPicture } from "../../../src/reports/report/picture.ts";

/** A plot from (10, 10) to (110, 60) that spans 0 to 10 and 0 to 1. */
const canvas = {
  width: 120,
  height: 70,
  margin: { top: 10, right: 10, bottom: 10, left: 10 },
  x: [0, 10],
  y: [0, 1],
} as const;

function drawn(...marks: readonly Mark[]): string {
  const svg = drawPicture({ id: "p", title: "a < b", description: "d & e" }, canvas, marks);
  return svg.replace(/^.*<\/desc>/, "").replace(/<\/svg>$/, "");
}

// What Observable Plot 0.6.17 draws for the same marks, attributes in another order.
describe("the marks of a drawing", () => {
  it("draw lines across the plot or between two values", () => {
    expect(drawn(ruleX([2.5], { stroke: "red" }))).toBe(
      '<g stroke="red"><line x1="35" x2="35" y1="10" y2="60"/></g>',
    );
    expect(
      drawn(ruleX([{ x: 5, low: 0.2, high: 0.4 }], { x: "x", y1: "low", y2: "high", stroke: "red" })),
    ).toBe('<g stroke="red"><line x1="60" x2="60" y1="50" y2="40"/></g>');
    expect(drawn(ruleY([0.5], { stroke: "red", strokeDasharray: "4,3" }))).toBe(
      '<g stroke="red" stroke-dasharray="4,3"><line x1="10" x2="110" y1="35" y2="35"/></g>',
    );
  });

  it("join the points of a run, and show a run of one point", () => {
    const rows = [
      { x: 0, value: 0, run: 1 },
      { x: 5, value: 1, run: 1 },
      { x: 10, value: 0.5, run: 2 },
    ];
    const joined = line(rows, {
      x: "x",
      y: "value",
      run: ({ run }) => run,
      stroke: "red",
      strokeWidth: 1.25,
    });
    expect(drawn(joined)).toBe(
      '<g fill="none" stroke="red" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round">' +
        '<path d="M10,60L60,10"/><path d="M110,35Z"/></g>',
    );
  });

  it("leave out what has no number, and draw at the edge what lies beyond", () => {
    const rows = [{ y: null }, { y: 7 }, { y: Number.NaN }];
    expect(drawn(dot(rows, { x: 5, y: "y", r: 3, fill: "red" }))).toBe(
      '<g fill="red"><circle cx="60" cy="10" r="3"/></g>',
    );
    expect(drawn(dot([{ y: null }], { x: 5, y: "y", r: 3, fill: "red" }))).toBe("");
  });

  it("fill each bar as it says, and tell a pointer what it is, as text", () => {
    const bar = rect([{ to: 0.5, fill: "blue" }], {
      x1: 1,
      x2: 2,
      y1: 0,
      y2: "to",
      fill: ({ fill }) => fill,
      title: ({ to }) => `<${to}>`,
    });
    expect(drawn(bar)).toBe(
      '<g><rect x="20" y="35" width="10" height="25" fill="blue"><title>&lt;0.5&gt;</title></rect></g>',
    );
  });

  it("write words around their place, or at an edge of the plot", () => {
    const word = { y: 0.5, text: () => "a&b", fill: "red" } as const;
    expect(drawn(text([1], { ...word, x: (one) => one, dy: 12 }))).toBe(
      '<g fill="red" transform="translate(0,12)"><text y="0.3em" transform="translate(20,35)">a&amp;b</text></g>',
    );
    expect(drawn(text([1], { ...word, x: "at right edge", textAnchor: "start", fontSize: 8 }))).toBe(
      '<g fill="red" text-anchor="start" font-size="8"><text y="0.3em" transform="translate(110,35)">a&amp;b</text></g>',
    );
  });
});

describe("drawPicture", () => {
  it("names the drawing for those who do not see it", () => {
    const svg = drawPicture({ id: "p", title: "a < b", description: "d & e" }, canvas, []);
    expect(svg).toContain('role="img" aria-labelledby="p-t p-d"');
    expect(svg).toContain(
      'viewBox="0 0 120 70"><title id="p-t">a &lt; b</title><desc id="p-d">d &amp; e</desc></svg>',
    );
  });
});
