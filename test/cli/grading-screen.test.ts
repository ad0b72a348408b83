import { describe, expect, it } from "vitest";
import { renderGradingScreen, renderProgress } from "../../src/cli/grading-screen.ts";
import { type GradingItem, type GradingSession, startGrading } from "../../src/cli/grading-session.ts";

function sitting(items: readonly Partial<GradingItem>[]): GradingSession {
  const session = startGrading(
    items.map((item, index) => ({
      ref: `r${index}`,
      axis: "verify-dispatch",
      period: "2026-05",
      title: `verify-dispatch · ${index + 1} of ${items.length}`,
      intent: null,
      text: "Dear all",
      due: "2026-07-01",
      answer: null,
      ...item,
    })),
  );
  if (session === null) throw new Error("everything is graded");
  return session;
}

const facts = { columns: 60, rows: 20, minutesPerItem: 1.5 };

describe("renderProgress", () => {
  it("counts the item on the screen and the minutes of those without a grade", () => {
    expect(renderProgress(sitting([{ answer: "PASS" }, {}, {}]), 1.5)).toContain("2 of 3");
    expect(renderProgress(sitting([{ answer: "PASS" }, {}, {}]), 1.5)).toContain(" 3 minutes");
  });
});

describe("renderGradingScreen", () => {
  it("shows title, question, due date and text", () => {
    const screen = renderGradingScreen(sitting([{ intent: "Work that can go out." }]), facts).join("\n");
    for (const part of ["verify-dispatch · 1 of 1", "Work that can go out.", "2026-07-01", "Dear all"]) {
      expect(screen).toContain(part);
    }
  });

  it("leafs back, from the first page to the last", () => {
    const text = Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n");
    const session = sitting([{ text }]);
    const last = renderGradingScreen({ ...session, phase: { kind: "item", page: -1 } }, facts);
    expect(last.some((line) => line.startsWith("line 49"))).toBe(true);
  });

  it("breaks an artifact anew when the window gets narrower", () => {
    const session = sitting([{ text: "a word and another word and one more word at the end" }]);
    renderGradingScreen(session, facts);
    for (const line of renderGradingScreen(session, { ...facts, columns: 20 })) {
      expect(line.length).toBeLessThanOrEqual(20);
    }
  });

  it("lets no control character of an artifact through", () => {
    const screen = renderGradingScreen(
      sitting([{ text: "a\u001b[2J\u001b]0;title\u0007b\rc", title: "t\u001b[31m", intent: "i\u0007" }]),
      facts,
    );
    // The pattern looks for control characters on purpose.
    expect(screen.join("")).not.toMatch(new RegExp(String.raw`[\u0000-\u001f\u007f-\u009f]`));
    expect(screen.join("\n")).toContain("ab");
  });

  it("fits a long artifact to the rows, page by page, and starts over after the last", () => {
    const text = Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n");
    const session = sitting([{ text }]);
    const shown = new Set<string>();
    let pages = 0;
    for (; pages < 20; pages += 1) {
      const screen = renderGradingScreen({ ...session, phase: { kind: "item", page: pages } }, facts);
      expect(screen.length).toBeLessThanOrEqual(facts.rows);
      const lines = screen.filter((line) => line.startsWith("line "));
      if (lines.every((line) => shown.has(line))) break;
      for (const line of lines) shown.add(line);
    }
    expect(shown.size).toBe(50);
    const first = renderGradingScreen(session, facts);
    expect(renderGradingScreen({ ...session, phase: { kind: "item", page: pages } }, facts)).toEqual(first);
  });

  it("fits a narrow terminal", () => {
    const session = sitting([
      { text: "word ".repeat(300), intent: "A sentence that is longer than a line." },
    ]);
    for (const phase of [
      { kind: "item", page: 1 },
      { kind: "reason", page: 0, grade: "CANT_TELL", typed: "a reason that is longer than a line" },
    ] as const) {
      const screen = renderGradingScreen(
        { ...session, phase },
        { columns: 30, rows: 18, minutesPerItem: 1.5 },
      );
      expect(screen.length).toBeLessThanOrEqual(18);
      for (const line of screen) expect(line.length).toBeLessThanOrEqual(30);
    }
  });

  it("keeps the choices to itself while a reason is written", () => {
    const session = sitting([{}]);
    const screen = renderGradingScreen(
      { ...session, phase: { kind: "reason", page: 0, grade: "FAIL", typed: "no date" } },
      facts,
    );
    expect(screen.at(-1)).toContain("no date");
    expect(screen.join("\n")).not.toContain("s skip");
  });
});
