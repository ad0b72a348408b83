import { setImmediate } from "node:timers/promises";
import type { App } from "../app.ts";
import { readReport } from "../cycle/read-report.ts";

/** The report as a page. Between two axes whoever else waits has a turn: thirty axes take seconds to draw. */
export async function renderInTurns({ config, cycle }: Pick<App, "config" | "cycle">): Promise<string> {
  const { reportParts } = await import("../reports/report/report-page.ts");
  const data = await readReport(cycle, {
    asOf: null,
    productionUsdPerMonth: config.cost.productionUsdPerMonth,
  });
  const parts: string[] = [];
  for (const part of reportParts(data)) {
    parts.push(part);
    await setImmediate();
  }
  return parts.join("");
}
