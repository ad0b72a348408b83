import { resolve } from "node:path";
import type { App, AppOptions } from "../app.ts";
import type { Clock } from "../clock.ts";
import type { AxisSet } from "../config/config.ts";
import { acceptVerdicts } from "../intake/accept-verdicts.ts";
import { findGoneLogs, goneWords } from "../intake/gone-log.ts";
import { type IntakeResult, sumResults } from "../intake/intake-result.ts";
import { ingestFile } from "../intake/named-file.ts";
import type { Store } from "../store/store.ts";
import { type AxisIntake, byName } from "./axis-logs.ts";

/** The ways in which verdicts come in. */
export function intakeOf(
  options: AppOptions,
  opened: {
    readonly clock: Clock;
    readonly store: Store;
    readonly axes: () => AxisSet;
    readonly readLogs: () => Promise<readonly AxisIntake[]>;
  },
): Pick<App, "ingestLogs" | "findGoneLogs" | "ingestFiles" | "recordVerdicts"> {
  const { axes, clock, readLogs, store } = opened;
  return {
    ingestLogs: async () => sumResults((await readLogs()).map(({ result }) => result)),
    findGoneLogs: async () => {
      const found: { readonly axis: string; readonly because: string }[] = [];
      for (const axis of axes().axes) {
        for (const { file, line } of await findGoneLogs(axis, store))
          found.push({ axis: axis.name, because: `${file}: ${goneWords(line)}` });
      }
      return found;
    },
    ingestFiles: async (files, axis) => {
      const results: IntakeResult[] = [];
      for (const file of files) {
        const path = resolve(options.cwd, file);
        results.push(
          await ingestFile({
            file: path,
            axis,
            axes: byName(axes().axes),
            now: clock.now(),
            sink: store,
            onProgress: options.onRead,
          }),
        );
      }
      return sumResults(results);
    },
    recordVerdicts: ({ source, rows, baseFolder }) =>
      acceptVerdicts({
        verdicts: rows,
        file: source,
        axis: null,
        axes: byName(axes().axes),
        now: clock.now(),
        sink: store,
        folder: baseFolder,
        anywhere: source !== "http",
      }),
  };
}
