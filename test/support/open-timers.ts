import { createHook } from "node:async_hooks";
import { join, resolve } from "node:path";

const root = join(import.meta.dirname, "../..");
/** The built package where the tests run on it, see vitest.config.ts. */
const dist = process.env["TEST_DIST"];
const program = dist === undefined ? join(root, "src") : resolve(dist === "1" ? join(root, "dist") : dist);

const ours = [`${program}/`, "node_modules/node-cron/", "node:_http_server"];

/**
 * Where the program, or a package on its behalf, has made a timer since that is neither over nor cleared. Timers that do
 * not keep the process alive are among them: `process.getActiveResourcesInfo` does not know those.
 */
export function trackTimers(): { readonly open: () => readonly string[]; readonly stop: () => void } {
  const open = new Map<number, string>();
  const hook = createHook({
    init: (id, type) => {
      if (type !== "Timeout") return;
      const stack = new Error("made here").stack ?? "";
      if (ours.some((place) => stack.includes(place))) open.set(id, stack);
    },
    destroy: (id) => {
      open.delete(id);
    },
  }).enable();
  return { open: () => [...open.values()], stop: () => hook.disable() };
}
