import type { OpenItems } from "./open-items.ts";
import { showMessage } from "./screen.ts";

/** Without the right token nothing can be shown. */
export function showLink(): void {
  showMessage({
    title: "This page needs its link",
    text: "Open the link that this command prints:\n\nimprove-cron serve --link\n\nGrades that were not saved yet are kept until then.",
  });
}

/** Nothing is known yet, and nobody answers. */
export function showNoAnswer(): void {
  showMessage({
    title: "improve-cron does not answer",
    text: "Start it again: improve-cron serve. This page goes on by itself. Grades that were not saved yet are kept.",
  });
}

/** No item is left, or there was none. `again` begins with the first one once more. */
export function showNothingLeft(open: OpenItems, again: () => void): void {
  const items = open.list();
  const besides = [
    ...(open.heard?.elsewhere ?? []).map(
      ({ queue, items: count }) =>
        `${count} more ${count === 1 ? "waits" : "wait"} in ${queue === "notion" ? "Notion" : queue} and ${count === 1 ? "is" : "are"} graded there.`,
    ),
    ...(open.leftOut === 0 ? [] : [unreadableWords(open.leftOut)]),
  ].join("\n");
  if (items.length === 0) {
    const text = "The next run opens a month: then its items are here.";
    showMessage({
      title: "There is nothing to grade",
      text: besides === "" ? text : besides,
      report: true,
    });
  } else {
    showMessage({
      title: "All graded",
      text: `${items.length === 1 ? "The item is" : `All ${items.length} items are`} graded. The next run takes the grades.\n${besides}`.trim(),
      action: { label: "Look at them again", do: again },
      report: true,
    });
  }
}

/** That so many items cannot be shown at all. */
export function unreadableWords(count: number): string {
  const items = count === 1 ? "1 item cannot be read and is" : `${count} items cannot be read and are`;
  return `${items} left out: improve-cron verify says what is wrong.`;
}
