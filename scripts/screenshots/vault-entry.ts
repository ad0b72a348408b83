import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { appendVaultLog } from "../../src/effects/vault-log.ts";
import { replaceVaultPicture } from "../../src/effects/vault-picture.ts";
import { closedEntry, closedMarker } from "../../src/reports/log-entry.ts";
import { pictureName } from "../../src/reports/picture-name.ts";
import { axisPicture } from "../../src/reports/report/axis-picture.ts";
import { overviewPicture } from "../../src/reports/report/overview-picture.ts";
import { renderNote } from "../../test/support/obsidian.ts";
import { madeReport } from "./made-report.ts";

/** Obsidian's own look, light and dark, as far as a log entry shows it. */
const css = `
  :root { color-scheme: light dark; --ground: #fff; --text: #222; --faint: #5c5c5c; --line: #e0e0e0; --link: #705dcf;
    --info: 8, 109, 221; --question: 236, 117, 0; }
  @media (prefers-color-scheme: dark) { :root { --ground: #1e1e1e; --text: #dadada; --faint: #b3b3b3; --line: #363636; --link: #a68af9;
    --info: 2, 122, 255; --question: 233, 151, 63; } }
  body { margin: 0 auto; padding: 20px 22px 32px; max-width: 700px; background: var(--ground); color: var(--text);
    font: 16px/1.5 ui-sans-serif, -apple-system, "Segoe UI", Inter, "DejaVu Sans", sans-serif; overflow-wrap: break-word; }
  h1 { font-size: 1.62em; } h2 { font-size: 1.42em; line-height: 1.25; margin: 0.4em 0 0.7em; }
  a { color: var(--link); } img { max-width: 100%; }
  table { border-collapse: collapse; margin: 1em 0; } th, td { border: 1px solid var(--line); padding: 4px 8px; text-align: left; }
  .callout { margin: 1em 0; border-radius: 4px; padding: 12px 12px 12px 24px; background: rgba(var(--kind), 0.1); overflow-x: auto; }
  .callout summary { font-weight: 600; color: rgb(var(--kind)); cursor: pointer; }
  .info { --kind: var(--info); } .question { --kind: var(--question); } ul { padding-left: 1.3em; }
`;
const step = (): void => undefined;
const shapes = [
  { name: "phone", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  { name: "desktop", viewport: { width: 900, height: 900 }, deviceScaleFactor: 1 },
] as const;

/** The log entry of a revert as Obsidian shows it: phone and desktop, light and dark. Answers with the files. */
export async function takeVaultEntryScreenshots(
  browser: Browser,
  folder: string,
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const home = mkdtempSync(join(tmpdir(), "improve-cron-vault-"));
  const files: string[] = [];
  try {
    const note = await writtenNote(home);
    const page = join(dirname(note), "note.html");
    writeFileSync(
      page,
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>improve-cron log</title>` +
        `<style>${css}</style><body>${renderNote(readFileSync(note, "utf8").replace(/^# .*\n\n.*\n/m, ""))}</body></html>`,
    );
    for (const { deviceScaleFactor, name, viewport } of shapes) {
      for (const colorScheme of ["light", "dark"] as const) {
        const context = await browser.newContext({ viewport, deviceScaleFactor, colorScheme });
        const tab = await context.newPage();
        await tab.goto(pathToFileURL(page).href);
        const file = join(folder, `vault-entry-${name}-${colorScheme}.png`);
        await tab.screenshot({ path: file, fullPage: true });
        files.push(file);
        await context.close();
      }
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return files;
}

/** A vault with the log and its pictures, written by the program's own effects from the last reverted month of a made history. */
async function writtenNote(home: string): Promise<string> {
  const data = madeReport({ axes: 4, months: 14 });
  const axis = data.axes.find(({ last }) => last?.decision.action === "revert");
  if (axis === undefined || axis.last === null) throw new Error("no axis was reverted");
  const row = { ...axis.last, status: { before: "graduated", after: "assisted" } };
  const log = join(home, "01-projects", "self-review", "improve-cron-log.md");
  const markdown = closedEntry(row, {
    closedAt: Date.parse(row.due ?? data.madeAt),
    timezone: data.timezone,
    policy: axis.policy,
  });
  const marker = closedMarker(row.workspace, row.period, row.axis);
  await appendVaultLog({ path: log, home, marker, markdown, step });
  for (const [name, svg] of [
    [pictureName(row.workspace, row.axis), axisPicture(data, axis)],
    [pictureName(row.workspace, null), overviewPicture(data)],
  ] as const)
    await replaceVaultPicture({ log, home, name, svg, step });
  return log;
}
