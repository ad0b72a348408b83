import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HistoryRow } from "../../src/core/history-row.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { openBlockAtEnd } from "../../src/effects/open-block.ts";
import { appendVaultLog } from "../../src/effects/vault-log.ts";
import { replaceVaultPicture } from "../../src/effects/vault-picture.ts";
import { closedEntry, closedMarker, openedEntry, openedMarker } from "../../src/reports/log-entry.ts";
import { pictureName } from "../../src/reports/picture-name.ts";
import { readNote } from "../support/obsidian.ts";
import { sampleCycle, sampleItem, sampleRow } from "./sample-row.ts";

const closing = {
  closedAt: Date.UTC(2026, 5, 15, 13),
  timezone: "America/New_York",
  policy: defaultDecision,
};
const step = (): void => undefined;
const properties = "---\ntags: [improve-cron]\n---\n\n# improve-cron log\n\n";
const leads = ["What happened.", "What it means.", "What to do."];
const hostile =
  "a | b %%hidden [[Secret|x]] ![[Private]] ```\n# h\n- l\n> [!danger] q\n^ic-2026-05-verify-dispatch-closed <% t %> <b>";
const disagreement = {
  id: "d-1029",
  link: "https://desk.example/d|1029",
  critic: "PASS",
  founder: "FAIL",
  reason: hostile,
  at: "2026-06-10T13:00:00.000Z",
} as const;

/** Every kind of close: what a founder may find in his log. */
const closes: Readonly<Record<string, HistoryRow>> = {
  reverted: sampleRow({ disagreements: [disagreement] }),
  kept: closeOf("keep", "healthy", { pBelowThreshold: 0.02, errors: [] }),
  "kept in doubt": closeOf("keep", "uncertain", { provisional: true, cantTell: 2 }),
  "kept against the rule": sampleRow({
    decision: {
      ...sampleRow().decision,
      action: "keep",
      reasons: [],
      guarded: { action: "keep", reasons: [] },
    },
    status: { before: "graduated", after: "graduated" },
  }),
  watched: closeOf("watch", "uncertain", {}),
  ungraded: closeOf("none", null, {
    graded: { pass: 0, fail: 0, probe: 0, risk: 0 },
    kappa: { status: "undefined", value: null, low: null, high: null, because: "no-data", bounds: null },
  }),
  "of hostile words": sampleRow({
    status: { before: hostile, after: "a|b" },
    errors: [{ id: hostile, kind: "x|y" }],
  }),
  "many disagreements": sampleRow({ disagreements: Array.from({ length: 25 }, () => disagreement) }),
};

function closeOf(
  action: "keep" | "watch" | "none",
  evidence: HistoryRow["decision"]["evidence"],
  changes: Partial<HistoryRow>,
): HistoryRow {
  const reasons = action === "watch" ? (["cusum"] as const) : [];
  const outcome = { action, reasons };
  return sampleRow({
    decision: { mode: "guarded", action, reasons, evidence, literal: outcome, guarded: outcome },
    status: { before: "graduated", after: "graduated" },
    ...changes,
  });
}

const opened = openedEntry({
  period: "2026-05",
  openedAt: Date.UTC(2026, 5, 1, 13),
  timezone: "America/New_York",
  rows: [{ cycle: sampleCycle(), items: [sampleItem()] }],
  sentences: [hostile],
  minutesPlanned: 24,
  marker: openedMarker("default", "2026-05"),
});

describe.each([
  ...Object.entries(closes).map(
    ([name, row]) => [name, closedEntry(row, closing), "^ic-2026-05-verify-dispatch-closed", 2] as const,
  ),
  ["opened", opened, "^ic-2026-05-opened", 3] as const,
])("an entry in Obsidian: %s", (_, markdown, marker, columns) => {
  const note = readNote(`${properties}${markdown}`);

  it("tells what happened, what it means and what to do, in this order", () => {
    expect(note.headings.map(({ level }) => level)).toEqual([1, 2]);
    const found = leads.map((lead) => markdown.indexOf(`**${lead}** `));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found.at(-1)).toBeLessThan(markdown.indexOf("\n|"));
  });

  it("has one narrow table outside callouts, with as many cells in every row, and the block id is the table's", () => {
    const own = note.tables.filter(({ inCallout }) => !inCallout);
    expect(own).toHaveLength(1);
    const lines = `${properties}${markdown}`.split("\n");
    for (const { line, end, rows } of note.tables) {
      // Readers pad a short row and cut a long one in silence: what is written is counted, escaped bars left out.
      const bars = lines.slice(line, end).map((row) => row.match(/(?<!\\)\|/g)?.length);
      expect(new Set(bars)).toEqual(new Set([(rows[0]?.length ?? 0) + 1]));
      // Without an empty line before it Obsidian shows the bars of a table.
      expect(lines[line - 1]).toMatch(/^>?$/);
    }
    expect(own[0]?.rows.every((row) => row.length === columns)).toBe(true);
    expect(note.blockIds).toEqual([{ id: marker, block: "table" }]);
  });

  it("leaves nothing open for what is appended after it, and nothing hidden or embedded", () => {
    expect(openBlockAtEnd(markdown)).toBeNull();
    expect(markdown).not.toMatch(/%%|\[\[|<b>|<%|^#{1,6} (?!2026-05)/m);
    expect(note.callouts.map(({ kind }) => kind)).not.toContain("danger");
    expect(note.headings).toHaveLength(2);
  });
});

function means(name: string): string {
  return /\*\*What it means\.\*\* (.*)/.exec(closedEntry(closes[name] ?? sampleRow(), closing))?.[1] ?? "";
}

describe("what is folded away", () => {
  it("is how it was decided, and many disagreements, never the decision's own figures", () => {
    const few = readNote(closedEntry(closes["reverted"] ?? sampleRow(), closing));
    expect(few.callouts.map(({ kind, folded }) => [kind, folded])).toEqual([
      ["question", false],
      ["info", true],
    ]);
    expect(few.tables.map(({ inCallout }) => inCallout)).toEqual([true, false]);
    expect(few.tables[1]?.rows.map(([name]) => name)).toEqual([
      "figure",
      "N_verdicts",
      "N_sampled",
      "kappa",
      "override_count",
      "status",
      "action",
    ]);
    const many = readNote(closedEntry(closes["many disagreements"] ?? sampleRow(), closing));
    expect(many.callouts[0]).toMatchObject({ kind: "question", folded: true });
  });

  it("is not what the figures say in words", () => {
    expect(means("reverted")).toMatch(/0\.219.*0\.077.*0\.468.*n = 9 \+ 5.*0\.996.*0\.99/);
    expect(means("kept against the rule")).toContain("revert");
    expect(means("ungraded")).not.toMatch(/NaN|null|undefined/);
  });
});

describe("a log with its pictures", () => {
  let home: string;
  let log: string;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "vault-entry-"));
    log = join(home, "01-projects", "log.md");
    const row = closes["reverted"] ?? sampleRow();
    const marker = closedMarker("default", row.period, row.axis);
    await appendVaultLog({ path: log, home, marker: "^ic-2026-05-opened", markdown: opened, step });
    await appendVaultLog({ path: log, home, marker, markdown: closedEntry(row, closing), step });
    for (const axis of [row.axis, null])
      await replaceVaultPicture({ log, home, name: pictureName("default", axis), svg: "<svg/>", step });
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it("links to files that are there, relative to the note", () => {
    const { images, links } = readNote(readFileSync(log, "utf8"));
    expect(images).toHaveLength(1);
    const own = links.filter((link) => !link.startsWith("https:"));
    expect(own).toHaveLength(1);
    for (const target of [...images, ...own]) {
      expect(target).toMatch(/^\.\/[a-z0-9_/.-]+\.svg$/);
      expect(existsSync(join(dirname(log), target))).toBe(true);
    }
  });

  it("keeps each id with its own table, and its properties as they are", async () => {
    const before = readFileSync(log, "utf8");
    const { blockIds, headings } = readNote(before);
    expect(blockIds).toEqual([
      { id: "^ic-2026-05-opened", block: "table" },
      { id: "^ic-2026-05-verify-dispatch-closed", block: "table" },
    ]);
    expect(headings.map(({ level }) => level)).toEqual([1, 2, 2]);
    expect(before.startsWith("---\ntags: [improve-cron]\n---\n")).toBe(true);
    await appendVaultLog({ path: log, home, marker: "^ic-2026-05-opened", markdown: opened, step });
    expect(readFileSync(log, "utf8")).toBe(before);
  });
});
