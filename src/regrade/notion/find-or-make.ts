import { isFailure } from "./failure.ts";
import type { NotionTiming } from "./memory.ts";

const seconds = [2, 4, 8, 16, 32];
const mostTries = 3;

/**
 * Finds a thing, else makes it. When nobody knows whether it was made, it is looked for again and again before another
 * one is made: for what can be found without an index (databases, data sources, views, blocks of a page).
 */
export async function findOrMake<Thing>(
  timing: Pick<NotionTiming, "wait">,
  find: () => Promise<Thing | null>,
  make: () => Promise<Thing>,
): Promise<Thing> {
  const known = await find();
  if (known !== null) return known;
  for (let tries = 1; ; tries += 1) {
    try {
      return await make();
    } catch (error) {
      if (!isFailure(error, "unclear")) throw error;
      for (const pause of seconds) {
        await timing.wait(pause * 1000);
        const found = await find();
        if (found !== null) return found;
      }
      if (tries >= mostTries) throw error;
    }
  }
}
