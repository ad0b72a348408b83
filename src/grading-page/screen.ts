import type { Grade } from "../core/cycle.ts";
import type { ItemToGrade } from "../core/open-grading.ts";
import { axisTitle, whenWords } from "./place.ts";
import { rawLines, type RawPiece, rawPieces } from "./raw-text.ts";
import type { ItemText } from "./texts-at-hand.ts";

export const gradeNames: Readonly<Record<Grade, string>> = {
  PASS: "PASS",
  FAIL: "FAIL",
  CANT_TELL: "Can’t tell",
};

export type View = "read" | "raw";

/** The parts of the page by their ids. */
export const parts = {
  place: part("place", HTMLElement),
  left: part("left", HTMLElement),
  bar: part("bar", HTMLElement),
  saving: part("saving", HTMLElement),
  savingText: part("saving-text", HTMLElement),
  sendNow: part("send-now", HTMLButtonElement),
  main: part("main", HTMLElement),
  message: part("message", HTMLElement),
  messageTitle: part("message-title", HTMLElement),
  messageText: part("message-text", HTMLElement),
  messageAction: part("message-action", HTMLButtonElement),
  messageReport: part("message-report", HTMLElement),
  item: part("item", HTMLElement),
  axis: part("axis", HTMLElement),
  when: part("when", HTMLElement),
  question: part("question", HTMLElement),
  standing: part("standing", HTMLElement),
  note: part("note", HTMLElement),
  tabRead: part("tab-read", HTMLButtonElement),
  tabRaw: part("tab-raw", HTMLButtonElement),
  read: part("read", HTMLElement),
  raw: part("raw", HTMLElement),
  rawText: part("raw-text", HTMLElement),
  answer: part("answer", HTMLElement),
  toast: part("toast", HTMLElement),
  undo: part("undo", HTMLButtonElement),
  reasonBox: part("reason-box", HTMLElement),
  reason: part("reason", HTMLTextAreaElement),
  reasonOpen: part("reason-open", HTMLButtonElement),
  pass: part("pass", HTMLButtonElement),
  fail: part("fail", HTMLButtonElement),
  cannot: part("cannot", HTMLButtonElement),
  back: part("back", HTMLButtonElement),
  next: part("next", HTMLButtonElement),
  skip: part("skip", HTMLButtonElement),
  help: part("help", HTMLDialogElement),
  helpOpen: part("help-open", HTMLButtonElement),
};

export const gradeButtons: readonly (readonly [Grade, HTMLButtonElement])[] = [
  ["PASS", parts.pass],
  ["FAIL", parts.fail],
  ["CANT_TELL", parts.cannot],
];

function part<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

/** A text instead of an item, with at most one thing to do about it. */
export function showMessage(message: {
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly do: () => void };
  /** Whether it leads on to the report. */
  readonly report?: true;
}): void {
  parts.item.hidden = true;
  parts.answer.hidden = true;
  parts.message.hidden = false;
  parts.messageTitle.textContent = message.title;
  parts.messageText.textContent = message.text;
  parts.messageAction.hidden = message.action === undefined;
  parts.messageReport.hidden = message.report !== true;
  parts.messageAction.textContent = message.action?.label ?? "";
  messageAction = message.action?.do ?? null;
}

let messageAction: (() => void) | null = null;
parts.messageAction.addEventListener("click", () => messageAction?.());

/** What is known of an item before its text is here. */
export function showHeading(item: ItemToGrade): void {
  parts.message.hidden = true;
  parts.item.hidden = false;
  parts.answer.hidden = false;
  parts.axis.textContent = axisTitle(item.title);
  parts.when.textContent = whenWords(item);
  parts.question.textContent = item.intent ?? "Would you accept this?";
  parts.standing.hidden = item.grade === null;
  parts.standing.textContent = item.grade === null ? "" : `Your grade so far: ${gradeNames[item.grade]}`;
  for (const [grade, button] of gradeButtons) button.ariaPressed = String(item.grade === grade);
}

/** The artifact, or null while it is not here. The HTML comes from the server's short list of harmless tags. */
export function showText(text: ItemText | null, view: View): void {
  const shown = text !== null && text.html === null ? "raw" : view;
  parts.tabRead.disabled = text !== null && text.html === null;
  for (const [tab, panel, name] of [
    [parts.tabRead, parts.read, "read"],
    [parts.tabRaw, parts.raw, "raw"],
  ] as const) {
    tab.ariaSelected = String(name === shown);
    tab.tabIndex = name === shown ? 0 : -1;
    panel.hidden = name !== shown;
  }
  parts.read.innerHTML = shown === "read" ? (text?.html ?? "<p>…</p>") : "";
  parts.rawText.replaceChildren(...(shown === "raw" ? rawNodes(text?.text ?? "…") : []));
}

function rawNodes(text: string): readonly Node[] {
  return rawLines(text).map((line) => {
    const block = document.createElement("div");
    block.dir = "auto";
    block.append(...rawPieces(line).map(rawNode));
    if (line === "") block.append(document.createElement("br"));
    return block;
  });
}

function rawNode({ text, mark }: RawPiece): Node {
  if (!mark) return document.createTextNode(text);
  const node = document.createElement("span");
  node.className = "hidden-mark";
  node.textContent = text;
  return node;
}

/** A remark about the item that is shown; null takes it away. */
export function showNote(text: string | null): void {
  parts.note.hidden = text === null;
  parts.note.textContent = text ?? "";
}

/** How far the founder is. `graded` of `total` fill the bar. */
export function showProgress(words: { readonly place: string; readonly left: string }, share: number): void {
  parts.place.textContent = words.place;
  parts.left.textContent = words.left;
  parts.bar.style.width = `${Math.round(share * 100)}%`;
  document.title = words.place === "" ? "Grading" : `${words.place} · Grading`;
}

/** That grades wait to be stored; null when none does. */
export function showUnsent(text: string | null): void {
  parts.saving.hidden = text === null;
  parts.savingText.textContent = text ?? "";
}

export function showToast(text: string, canUndo: boolean): void {
  parts.toast.textContent = text;
  parts.undo.hidden = !canUndo;
}

export function openReason(open: boolean): void {
  parts.reasonBox.hidden = !open;
  parts.reasonOpen.ariaExpanded = String(open);
  // The bar stands still: the artifact stays where it was read.
  if (open) parts.reason.focus({ preventScroll: true });
}

/** Grading waits until there is something to judge. */
export function allowGrading(allowed: boolean): void {
  for (const [, button] of gradeButtons) button.ariaDisabled = String(!allowed);
}
