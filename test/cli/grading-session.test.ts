import { describe, expect, it } from "vitest";
import {
  countUnanswered,
  currentItem,
  type GradingInput,
  type GradingItem,
  type GradingSession,
  type GradingStep,
  startGrading,
  takeGradingStep,
} from "../../src/cli/grading-session.ts";

function item(ref: string, answer: GradingItem["answer"] = null): GradingItem {
  const due = "2026-07-01";
  return { ref, axis: "a", period: "2026-05", title: ref, intent: null, text: ref, due, answer };
}

function start(items: readonly GradingItem[]): GradingSession {
  const session = startGrading(items);
  if (session === null) throw new Error("everything is graded");
  return session;
}

const letter = (text: string): GradingInput => ({ kind: "letter", letter: text });
const type = (text: string): GradingInput => ({ kind: "type", text });
const submit: GradingInput = { kind: "submit" };

function take(session: GradingSession, ...inputs: readonly GradingInput[]): GradingStep {
  let step: GradingStep = { session, given: null, end: null };
  for (const input of inputs) step = takeGradingStep(step.session, input);
  return step;
}

describe("startGrading", () => {
  it("resumes at the first item without a grade", () => {
    const session = start([item("a", "PASS"), item("b"), item("c")]);
    expect(currentItem(session).ref).toBe("b");
    expect(countUnanswered(session)).toBe(2);
  });

  it("has nothing to start with where every item has a grade", () => {
    expect(startGrading([])).toBeNull();
    expect(startGrading([item("a", "FAIL"), item("b", "CANT_TELL")])).toBeNull();
  });
});

describe("takeGradingStep", () => {
  const three = [item("a"), item("b"), item("c")];

  it.each([
    ["p", "PASS"],
    ["F", "FAIL"],
    ["c", "CANT_TELL"],
  ] as const)("%s and a reason give %s, and the next item comes", (key, grade) => {
    const step = take(start(three), letter(key), type("too"), type(" long "), submit);
    expect(step.given).toEqual({ ref: "a", grade, reason: "too long" });
    expect(step.end).toBeNull();
    expect(currentItem(step.session).ref).toBe("b");
    expect(step.session.items[0]?.answer).toBe(grade);
  });

  it("gives nothing before the reason line, which may be empty", () => {
    const asked = take(start(three), letter("p"));
    expect(asked.given).toBeNull();
    expect(asked.session.phase).toEqual({ kind: "reason", page: 0, grade: "PASS", typed: "" });
    expect(take(asked.session, submit).given?.reason).toBeNull();
  });

  it("lets the reason be mended and the grade be taken back", () => {
    const typed = take(start(three), letter("f"), type("né🇫🇷"), { kind: "erase" }).session;
    expect(typed.phase).toMatchObject({ typed: "né" });
    expect(take(typed, { kind: "erase-all" }).session.phase).toMatchObject({ typed: "" });
    const taken = take(typed, { kind: "cancel" });
    expect(taken.session.phase).toEqual({ kind: "item", page: 0 });
    const onPageTwo = take(start(three), { kind: "next-page" }, letter("f"), { kind: "cancel" });
    expect(onPageTwo.session.phase).toEqual({ kind: "item", page: 1 });
    expect(taken.session.items[0]?.answer).toBeNull();
  });

  it("goes back to a graded item and grades it anew, then on to the next open one", () => {
    const items = [item("a", "PASS"), item("b", "PASS"), item("c"), item("d")];
    const back = take(start(items), letter("b"), letter("b"), letter("b")).session;
    expect(currentItem(back).ref).toBe("a");
    const again = take(back, letter("f"), submit);
    expect(again.given).toMatchObject({ ref: "a", grade: "FAIL" });
    expect(currentItem(again.session).ref).toBe("c");
  });

  it("skips forwards only, and ends after the last", () => {
    const skipped = take(start(three), letter("s"));
    expect(currentItem(skipped.session).ref).toBe("b");
    const ended = take(skipped.session, letter("p"), submit, letter("p"), submit);
    expect(ended.end).toBe("done");
    expect(ended.given?.ref).toBe("c");
    expect(countUnanswered(ended.session)).toBe(1);
  });

  it("turns pages, and quits without a grade", () => {
    const turned = take(start(three), { kind: "next-page" });
    expect(turned.session.phase).toEqual({ kind: "item", page: 1 });
    const quit = take(turned.session, letter("q"));
    expect(quit).toMatchObject({ given: null, end: "quit" });
  });

  it("changes nothing for what means nothing there", () => {
    const session = start(three);
    for (const input of [letter("x"), letter("__proto__"), type("p"), submit, { kind: "erase" } as const]) {
      expect(take(session, input).session).toEqual(session);
    }
  });
});
