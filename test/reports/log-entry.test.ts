import { describe, expect, it } from "vitest";
import { defaultDecision } from "../../src/core/policy.ts";
import { closedEntry, closedMarker, openedEntry, openedMarker } from "../../src/reports/log-entry.ts";
import { sampleCycle, sampleItem, sampleRow } from "./sample-row.ts";

const timezone = "America/New_York";
const closing = { closedAt: Date.UTC(2026, 5, 15, 13), timezone, policy: defaultDecision };
const blockId = /^\^[A-Za-z0-9-]+$/;

/** Obsidian takes an id for the block above when it is alone on its line between empty lines or at the end. */
function expectBlockId(markdown: string, marker: string): void {
  const lines = markdown.split("\n");
  const at = lines.indexOf(marker);
  expect(marker).toMatch(blockId);
  expect(lines[at - 1]).toBe("");
  expect(lines[at - 2]).toMatch(/^\|/);
  expect(lines.slice(at + 1)).toEqual([""]);
  expect(markdown.split(marker)).toHaveLength(2);
}

describe("markers", () => {
  it("are those of the period and the axis", () => {
    expect(openedMarker("default", "2026-05")).toBe("^ic-2026-05-opened");
    expect(openedMarker("default", "2026-05", "verify-a+verify-b")).toMatch(blockId);
    expect(closedMarker("default", "2026-05", "verify-dispatch")).toBe("^ic-2026-05-verify-dispatch-closed");
  });

  it("name a workspace of another name, so that two may share a log", () => {
    expect(openedMarker("sales.eu", "2026-05")).toBe("^ic-sales-eu-2026-05-opened");
    expect(closedMarker("sales_eu", "2026-05", "verify-dispatch")).toMatch(blockId);
    expect(closedMarker("sales", "2026-05", "a")).not.toBe(closedMarker("default", "2026-05", "a"));
  });
});

describe("openedEntry", () => {
  const opened = {
    period: "2026-05",
    openedAt: Date.UTC(2026, 5, 1, 13),
    timezone,
    rows: [
      { cycle: sampleCycle(), items: [sampleItem()] },
      {
        cycle: sampleCycle({
          axis: "verify-vault-write",
          state: "skipped",
          because: "no-axis-file",
          dueAt: null,
        }),
        items: [],
      },
    ],
    sentences: ["A plan | with [[marks]]."],
    minutesPlanned: 24,
    marker: "^ic-2026-05-opened",
  };

  it("is one table of all axes with the marker as its id", () => {
    const markdown = openedEntry(opened);
    expectBlockId(markdown, "^ic-2026-05-opened");
    const rows = markdown.split("\n").filter((line) => line.startsWith("|"));
    expect(rows).toHaveLength(4);
    expect(rows.map((row) => row.match(/(?<!\\)\|/g)?.length)).toEqual([4, 4, 4, 4]);
    expect(rows[2]).toContain("2026-07-01 09:00 EDT (13:00 UTC)");
    expect(markdown).not.toContain("[[");
    expect(markdown).toContain("> | verify-dispatch | 90 | 10 | 0 |");
  });

  it("says where to grade, and asks for nothing where nothing was drawn", () => {
    expect(openedEntry(opened)).toContain("improve-cron grade");
    const onBoard = [{ cycle: sampleCycle({ queue: "notion" }), items: [sampleItem()] }];
    expect(openedEntry({ ...opened, rows: onBoard })).toContain("Notion");
    const none = openedEntry({ ...opened, rows: opened.rows.slice(1) });
    expect(none).not.toMatch(/improve-cron (grade|serve)|left out/);
    expectBlockId(none, "^ic-2026-05-opened");
  });
});

describe("closedEntry", () => {
  it("tells the decision, the literal rule, the errors and the figures, and ends with its marker", () => {
    const markdown = closedEntry(sampleRow(), closing);
    expectBlockId(markdown, "^ic-2026-05-verify-dispatch-closed");
    expect(markdown).toContain("P(kappa < 0.6) = 0.996 (bar 0.99), 4 overrides of 9");
    expect(markdown).toContain("Literal rule: revert (kappa 0.219 [0.077, 0.468] < 0.6).");
    expect(markdown).toContain("2 verdicts gave no answer: d-2041 (timeout), d-2077 (refused).");
    expect(markdown).toContain("| override_count | 4 of 9 |");
    expect(markdown).toContain("| status | graduated -> assisted |");
    expect(markdown).toContain("| errors | 2 |");
  });

  it("keeps a hostile id and status word inert", () => {
    const id = "%%\u001b[31m\n# x [[y]] <% z %> `= w` ^ic-2026-05-verify-dispatch-closed";
    const markdown = closedEntry(
      sampleRow({ errors: [{ id, kind: "a|b" }], status: { before: "==x== |", after: "![[y]]" } }),
      closing,
    );
    expectBlockId(markdown, "^ic-2026-05-verify-dispatch-closed");
    expect(markdown).not.toMatch(/%%|\[\[|==|<%|(?<!\\)`/);
    expect(markdown).not.toContain("\u001b");
    expect(markdown.match(/^#/gm)).toHaveLength(1);
  });

  it("lists what critic and founder differed on, with the founder's reason, and what stands beside kappa", () => {
    const disagreement = {
      id: "d-1029",
      link: "https://desk.example/d-1029",
      critic: "PASS",
      founder: "FAIL",
      reason: "names nobody",
      at: "2026-06-10T13:00:00.000Z",
    } as const;
    const marker = "^ic-2026-05-verify-dispatch-closed";
    const markdown = closedEntry(sampleRow({ disagreements: [disagreement] }), closing);
    expectBlockId(markdown, marker);
    expect(markdown).toContain(
      "> - d-1029: critic PASS, you FAIL: names nobody (https://desk.example/d-1029)",
    );
    for (const figure of [
      "| raw agreement | 60% [0.326, 0.844], n = 9 + 5 |",
      "| AC1 | 0.310 [-0.322, 0.780], n = 9 + 5 |",
      "| true PASS rate | 50% [0.229, 0.747] (critic 90%), n = 9 + 5 of 90 + 10 |",
      "| self-agreement |",
    ])
      expect(markdown).toContain(figure);
    const reason = "%%\u001b[31m\n# x [[y]] <% z %> `= w` | <b> ^ic-2026-05-verify-dispatch-closed";
    const hostile = closedEntry(
      sampleRow({ disagreements: [{ ...disagreement, id: reason, reason }] }),
      closing,
    );
    expectBlockId(hostile, marker);
    expect(hostile).not.toMatch(/%%|\[\[|==|<%|<b|(?<!\\)`/);
    expect(hostile).not.toContain("\u001b");
    expect(hostile.match(/^#/gm)).toHaveLength(1);
    const listed = hostile.split("\n").filter((line) => line.includes("critic PASS, you FAIL"));
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatch(/^> - /);
    // A reference that is no address may be the artifact itself.
    const text = "Dear customer, your refund is on its way.";
    const closed = closedEntry(sampleRow({ disagreements: [{ ...disagreement, link: text }] }), closing);
    expect(closed).not.toContain("customer");
    const many = Array.from({ length: 25 }, (_, index) => ({ ...disagreement, id: `d-${index}` }));
    const long = closedEntry(sampleRow({ disagreements: many }), closing);
    expectBlockId(long, marker);
    expect(long).toContain("and 5 more: improve-cron history verify-dispatch");
    expect(long).not.toContain("d-20:");
  });

  it("counts the errors it does not list", () => {
    const errors = Array.from({ length: 25 }, (_, index) => ({ id: `d-${index}`, kind: "timeout" }));
    const markdown = closedEntry(sampleRow({ errors }), closing);
    expect(markdown).toContain("and 5 more");
    expect(markdown).toContain("| errors | 25 |");
    expect(markdown).not.toContain("d-20 ");
  });
});
