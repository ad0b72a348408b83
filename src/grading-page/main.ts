import { refOfAddress } from "./address.ts";
import { Server } from "./ask-server.ts";
import { wishOfKey, type Wish } from "./keys.ts";
import { showLink } from "./messages.ts";
import { gradeButtons, parts } from "./screen.ts";
import { ServerClock } from "./server-clock.ts";
import { Sitting } from "./sitting.ts";
import { TabMemory } from "./tab-memory.ts";
import { bringsToken, takeToken } from "./token.ts";
import { isUnsentKey, UnsentGrades } from "./unsent-grades.ts";

/** How often a page that is looked at asks whether something changed elsewhere. */
const lookEveryMs = 10_000;

function start(): void {
  const named = refOfAddress();
  const token = takeToken(storageOf("sessionStorage"));
  // Such a link changes what stands behind `#` alone, which loads nothing by itself.
  addEventListener("hashchange", () => {
    if (bringsToken()) location.reload();
  });
  if (token === null) {
    showLink();
    return;
  }
  const unsent = new UnsentGrades(storageOf("localStorage"));
  const sitting = new Sitting({
    server: new Server(token),
    unsent,
    clock: new ServerClock(() => performance.now(), Date.now()),
    memory: new TabMemory(storageOf("sessionStorage")),
  });
  listen(sitting, unsent);
  void sitting.begin(named);
}

function listen(sitting: Sitting, unsent: UnsentGrades): void {
  const act = (wish: Wish): void => {
    switch (wish.kind) {
      case "grade":
        return void sitting.grade(wish.grade);
      case "next":
        return void sitting.step(1);
      case "back":
        return void sitting.step(-1);
      case "undo":
        return void sitting.undo();
      case "reason":
        return sitting.toggleReason();
      case "view":
        return sitting.setView(sitting.view() === "raw" ? "read" : "raw");
      case "help":
        return parts.help.showModal();
    }
  };
  addEventListener("keydown", (event) => {
    if (parts.help.open || event.isComposing) return;
    if (event.target === parts.reason) {
      if (event.key === "Escape") parts.question.focus({ preventScroll: true });
      return;
    }
    const isTab = event.target instanceof HTMLElement && event.target.role === "tab";
    if (isTab && event.key.startsWith("Arrow")) {
      act({ kind: "view" });
      (sitting.view() === "raw" ? parts.tabRaw : parts.tabRead).focus();
      event.preventDefault();
      return;
    }
    const wish = wishOfKey(event);
    if (wish === null) return;
    // Else the letter r would be the first of the reason.
    event.preventDefault();
    act(wish);
  });
  for (const [grade, button] of gradeButtons) {
    button.addEventListener("click", () => {
      if (button.ariaDisabled !== "true") act({ kind: "grade", grade });
    });
  }
  parts.back.addEventListener("click", () => act({ kind: "back" }));
  parts.next.addEventListener("click", () => act({ kind: "next" }));
  parts.undo.addEventListener("click", () => act({ kind: "undo" }));
  parts.reasonOpen.addEventListener("click", () => act({ kind: "reason" }));
  parts.helpOpen.addEventListener("click", () => act({ kind: "help" }));
  parts.tabRead.addEventListener("click", () => sitting.setView("read"));
  parts.tabRaw.addEventListener("click", () => sitting.setView("raw"));
  parts.skip.addEventListener("click", () => parts.pass.focus());
  parts.sendNow.addEventListener("click", () => void sitting.send());
  parts.reason.addEventListener("input", () => sitting.keepDraft());
  addEventListener("popstate", () => void sitting.goTo(refOfAddress()));
  // Another tab has got a grade stored, and keeps it no longer.
  addEventListener("storage", ({ key, newValue }) => {
    if (isUnsentKey(key) && newValue === null) void sitting.refresh();
  });
  addEventListener("online", () => void sitting.send());
  const look = (): void => {
    if (document.visibilityState === "visible") void sitting.refresh();
  };
  document.addEventListener("visibilitychange", look);
  setInterval(look, lookEveryMs);
  addEventListener("beforeunload", (event) => {
    if (!unsent.isSafe()) event.preventDefault();
  });
}

/** The browser's memory, or none where it is forbidden. */
function storageOf(name: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}

start();
