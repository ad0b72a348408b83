import type { Grade } from "../core/cycle.ts";
import type { ItemToGrade, PageGrade } from "../core/open-grading.ts";
import { refOfAddress } from "./address.ts";
import type { Answer, Server } from "./ask-server.ts";
import { showLink, showNoAnswer, showNothingLeft, unreadableWords } from "./messages.ts";
import { OpenItems } from "./open-items.ts";
import { neighbour, nextToGrade, upcoming } from "./place.ts";
import { Retry } from "./retry.ts";
import {
  allowGrading,
  gradeNames,
  openReason,
  parts,
  showHeading,
  showNote,
  showText,
  showToast,
  type View,
} from "./screen.ts";
import { type LastWord, Sending } from "./sending.ts";
import type { ServerClock } from "./server-clock.ts";
import { showHowFar, showWaiting } from "./standing.ts";
import type { TabMemory } from "./tab-memory.ts";
import { tellTaken, type Undoable } from "./taken-grade.ts";
import { type ItemText, TextsAtHand } from "./texts-at-hand.ts";
import type { UnsentGrades } from "./unsent-grades.ts";

/** How many items are fetched ahead: they can be graded while the server is away. */
const fetchedAhead = 5;
/** A second tap of a double tap, or a key that bounced, must not grade the item that has just come up. */
const settleMs = 300;

/** One person grading in one tab: what is shown, what is on its way, and what comes next. */
export class Sitting {
  readonly #server: Server;
  readonly #unsent: UnsentGrades;
  readonly #clock: ServerClock;
  readonly #memory: TabMemory;
  readonly #open: OpenItems;
  readonly #texts = new TextsAtHand();
  readonly #undos: Undoable[] = [];
  readonly #retry = new Retry(() => void this.#tryAgain());
  readonly #sending: Sending;
  #ref: string | null = null;
  /** Whether the item had no grade when it came up: then one from elsewhere ends the reading of it. */
  #wasOpen = false;
  #shownAt = 0;

  constructor(tools: {
    readonly server: Server;
    readonly unsent: UnsentGrades;
    readonly clock: ServerClock;
    readonly memory: TabMemory;
  }) {
    this.#server = tools.server;
    this.#unsent = tools.unsent;
    this.#clock = tools.clock;
    this.#memory = tools.memory;
    this.#open = new OpenItems(tools.unsent);
    this.#sending = new Sending({
      ...tools,
      retry: this.#retry,
      onFailure: (answer) => this.#failed(answer),
      onSettled: (grade, answer) => this.#settle(grade, answer),
      onEnd: () => this.#showState(),
    });
  }

  /** Begins, or begins again, at an item that the address names, else at the first one without a grade. */
  async begin(ref: string | null): Promise<void> {
    await this.refresh();
    if (this.#open.heard === null) return;
    await this.#show(this.#open.find(ref) ?? nextToGrade(this.#open.list(), null), "replace");
    void this.send();
  }

  /** Looks how things stand: another tab, another browser or the terminal may have graded. */
  async refresh(): Promise<void> {
    const { settled } = this.#sending;
    const answer = await this.#server.items();
    if (answer.kind !== "ok") return this.#failed(answer);
    // What was stored while the answer was on its way is not in it.
    if (settled !== this.#sending.settled) return this.refresh();
    this.#clock.hear(answer.value.now);
    this.#retry.answered();
    const shown = this.#current();
    this.#open.hear(answer.value);
    this.#unsent.belongTo(answer.value.workspace);
    if (this.#unsent.list().length > 0) void this.send();
    this.#showState();
    // The daemon answers to this tab's token again: a message had taken the item's place.
    if (shown !== null && !parts.message.hidden) await this.#show(shown, "keep");
    if (shown === null) {
      // The end, or nothing to grade: perhaps there is something now.
      const next = nextToGrade(this.#open.list(), null);
      if (this.#ref === null && next !== null && !parts.message.hidden) await this.#show(next, "replace");
      return;
    }
    const now = this.#current();
    if (now === null) {
      showNote(
        "This item waits no longer: its month was closed, or its batch is graded. A grade is still kept and counts in later decisions.",
      );
    } else if (this.#wasOpen && now.grade !== null && parts.reason.value === "") {
      const next = this.#show(nextToGrade(this.#open.list(), this.#ref), "push");
      showToast(`${gradeNames[now.grade]} was given in another place. This is the next item.`, false);
      await next;
    } else if (this.#wasOpen && now.grade !== null) {
      showNote(`Graded ${gradeNames[now.grade]} in another place. What you say here counts instead.`);
    }
  }

  /** The item that the browser's back and forward lead to. */
  async goTo(ref: string | null): Promise<void> {
    const item = this.#open.find(ref);
    if (item !== null) await this.#show(item, "keep");
  }

  async step(step: 1 | -1): Promise<void> {
    const item = neighbour(this.#open.list(), this.#ref, step);
    if (item !== null) await this.#show(item, "push");
    else if (step === 1) await this.#show(nextToGrade(this.#open.list(), this.#ref), "push");
  }

  async grade(grade: Grade): Promise<void> {
    const ref = this.#ref;
    if (ref === null || !this.#texts.has(ref) || performance.now() - this.#shownAt < settleMs) return;
    const item = this.#current();
    const reason = parts.reason.value.trim() === "" ? null : parts.reason.value.trim();
    this.#undos.push({ ref, grade: item?.grade ?? null, reason: item?.reason ?? null });
    this.#memory.write(`draft.${ref}`, "");
    this.#give({ ref, grade, reason });
    openReason(false);
    const shown = this.#show(nextToGrade(this.#open.list(), ref), "push");
    showToast(`You said ${gradeNames[grade]}${reason === null ? "" : ", with your reason"}.`, true);
    await shown;
  }

  /** Takes the last grade back: what stood before it counts again. */
  async undo(): Promise<void> {
    const last = this.#undos.pop();
    if (last === undefined) return;
    const taken = this.#open.find(last.ref);
    this.#give(last);
    if (last.grade === null) this.#memory.write(`draft.${last.ref}`, taken?.reason ?? "");
    const shown = this.#show(this.#open.find(last.ref) ?? this.#current(), "push");
    showToast("Taken back.", this.#undos.length > 0);
    await shown;
  }

  toggleReason(): void {
    openReason(parts.reasonOpen.ariaExpanded !== "true");
  }

  keepDraft(): void {
    if (this.#ref !== null) this.#memory.write(`draft.${this.#ref}`, parts.reason.value);
  }

  setView(view: View): void {
    this.#memory.write("view", view === "raw" ? "raw" : "");
    showText(this.#ref === null ? null : this.#texts.get(this.#ref), view);
  }

  view(): View {
    return this.#memory.read("view") === "raw" ? "raw" : "read";
  }

  /** Sends what is on its way, the oldest first, and tries again later where nobody answers. */
  send(): Promise<void> {
    return this.#sending.send();
  }

  #settle(grade: PageGrade, answer: LastWord): void {
    if (answer.kind === "refused") {
      showToast(`A grade could not be stored: ${answer.message}.`, false);
      return;
    }
    const { counts, now } = answer.value;
    this.#clock.hear(now);
    this.#open.mark(grade.ref, counts, counts === grade.grade ? grade.reason : null);
    tellTaken(grade, answer.value, this.#undos.at(-1));
  }

  #give(grade: Undoable): void {
    this.#unsent.add({ ...grade, at: this.#clock.next() });
    this.#showState();
    void this.send();
  }

  async #show(item: ItemToGrade | null, address: "push" | "replace" | "keep"): Promise<void> {
    if (item === null) return this.#showEnd();
    const isNew = this.#ref !== item.ref || parts.item.hidden;
    this.#ref = item.ref;
    this.#wasOpen = item.grade === null;
    if (isNew) {
      if (address === "push") history.pushState(null, "", `#i=${item.ref}`);
      if (address === "replace") history.replaceState(null, "", `#i=${item.ref}`);
    }
    showHeading(item);
    showNote(null);
    if (isNew) showToast("", this.#undos.length > 0);
    this.#showState();
    const draft = this.#memory.read(`draft.${item.ref}`);
    parts.reason.value = draft === "" ? (item.reason ?? "") : draft;
    const wantsReason = parts.reason.value !== "";
    parts.reasonBox.hidden = !wantsReason;
    parts.reasonOpen.ariaExpanded = String(wantsReason);
    const known = this.#texts.get(item.ref);
    showText(known, this.view());
    allowGrading(known !== null);
    parts.main.scrollTo(0, 0);
    parts.question.focus({ preventScroll: true });
    this.#shownAt = performance.now();
    if (known === null && !(await this.#fetchShown(item.ref))) return;
    void this.#fetchAhead(item.ref);
  }

  /** Fetches the text of the item that is on the screen; false where it did not come, or another one is shown by now. */
  async #fetchShown(ref: string): Promise<boolean> {
    const answer = await this.#fetch(ref);
    if (this.#ref !== ref) return false;
    if (answer.kind === "ok") {
      showText(answer.value, this.view());
      showNote(
        answer.value.html === null
          ? "This text is too long to be rendered: it is shown as it was written."
          : null,
      );
      allowGrading(true);
      this.#shownAt = performance.now();
      return true;
    }
    if (answer.kind === "refused") {
      await this.#show(nextToGrade(this.#open.list(), ref), "replace");
      showToast(unreadableWords(this.#open.leftOut), this.#undos.length > 0);
    } else {
      showNote("This item cannot be fetched now: improve-cron does not answer. It is tried again by itself.");
      this.#failed(answer);
    }
    return false;
  }

  async #fetchAhead(ref: string): Promise<void> {
    for (const item of upcoming(this.#open.list(), ref, fetchedAhead)) {
      if (this.#texts.has(item.ref)) continue;
      if (this.#ref !== ref || (await this.#fetch(item.ref)).kind === "unreachable") return;
    }
  }

  async #fetch(ref: string): Promise<Answer<ItemText>> {
    const answer = await this.#server.text(ref);
    if (answer.kind === "refused") {
      this.#open.leaveOut(ref);
      this.#showState();
    }
    if (answer.kind === "ok") this.#texts.keep(ref, answer.value, this.#ref);
    return answer;
  }

  #showEnd(): void {
    this.#ref = null;
    history.replaceState(null, "", location.pathname);
    const [first = null] = this.#open.list();
    showNothingLeft(this.#open, () => void this.#show(first, "push"));
    // The last grade can still be taken back, and what became of it is told there.
    parts.answer.hidden = false;
    this.#showState();
    parts.messageTitle.focus({ preventScroll: true });
  }

  #showState(): void {
    showHowFar(this.#open, this.#ref);
    showWaiting(this.#unsent, this.#sending.isGoingOn && !this.#retry.hasFailed);
  }

  #current(): ItemToGrade | null {
    return this.#open.find(this.#ref);
  }

  #failed(answer: Exclude<Answer<unknown>, { readonly kind: "ok" }>): void {
    if (answer.kind === "wrong-token") {
      showLink();
      return;
    }
    if (this.#open.heard === null) showNoAnswer();
    this.#retry.later();
  }

  async #tryAgain(): Promise<void> {
    if (this.#open.heard === null) return this.begin(refOfAddress());
    if (this.#unsent.list().length > 0) await this.send();
    if (this.#ref !== null && !this.#texts.has(this.#ref)) await this.#show(this.#current(), "keep");
  }
}
