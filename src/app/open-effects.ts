import type { AppOptions } from "../app.ts";
import type { Config } from "../config/config.ts";
import type { Effects } from "../effects/effects.ts";
import { createEffects } from "../effects/perform.ts";
import type { Notion } from "../regrade/notion/open-notion.ts";

/** The outside as the month touches it. */
export function effectsOf(
  config: Config,
  options: AppOptions,
  step: (name: string) => void,
  notion: Notion,
  drawPicture: (axis: string | null) => Promise<string>,
): Effects {
  return createEffects({
    drawPicture,
    addNote: (note) => notion.queue.addNote(note),
    axisKeys: config.axisKeys,
    vaultLog: config.vaultLog,
    home: config.home,
    channels: config.notify,
    workspace: config.workspace,
    step,
    write: options.write,
    environment: options.env,
  });
}

/** A dry run performs none. */
export const rehearsedEffects: Effects = {
  perform: async () => ({ state: "done", detail: "dry run: not performed" }),
};
