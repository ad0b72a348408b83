import type { Grade, Item } from "../../src/core/cycle.ts";
import type { Workspace } from "./workspace.ts";

/**
 * The founder answers items at an instant, closed months among them, by what `gradeOf` says to each; undefined passes an
 * item over, null clears its grade. Answers the number of observations.
 */
export function answerItems(
  workspace: Workspace,
  now: string,
  gradeOf: (item: Item, index: number) => Grade | null | undefined,
): Promise<number> {
  return workspace.at(now, async (app) => {
    const items = await app.store.listItems({});
    const observations = items.flatMap((item, index) => {
      const grade = gradeOf(item, index);
      if (grade === undefined) return [];
      const observedAt = app.clock.now();
      return [{ ref: item.ref, grade, reason: null, by: "founder", at: null, observedAt, via: "import" }];
    });
    await app.localQueue.answer(observations);
    return observations.length;
  });
}

/** The refs of a month's items of one kind, in the order of their references. */
export function refsOf(
  workspace: Workspace,
  now: string,
  period: string,
  kind: Item["kind"],
): Promise<readonly string[]> {
  return workspace.at(now, async (app) =>
    (await app.store.listItems({ period }))
      .filter((item) => item.kind === kind)
      .map(({ ref }) => ref)
      .toSorted(),
  );
}
