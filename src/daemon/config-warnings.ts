import type { App } from "../app.ts";

/** What the config and the axis files give cause to warn of, read anew each time. */
export function warningsOf(app: App): readonly string[] {
  const { config, cycle } = app;
  const problems = cycle.axisFaults().map(({ because, hint }) => `${because}. ${hint}`);
  return [...config.warnings, ...problems];
}
