import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { axisPicture } from "../../src/reports/report/axis-picture.ts";
import { overviewPicture } from "../../src/reports/report/overview-picture.ts";
import { renderReport } from "../../src/reports/report/report-page.ts";
import { madeReport } from "./made-report.ts";

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const shots = [
  { file: "report-phone-light", of: "24x30", scheme: "light", viewport: phone },
  { file: "report-phone-dark", of: "24x30", scheme: "dark", viewport: phone },
  { file: "report-desktop-light", of: "24x4", scheme: "light", viewport: desktop },
  { file: "report-desktop-dark", of: "24x4", scheme: "dark", viewport: desktop },
  { file: "report-30-axes", of: "24x30", scheme: "light", viewport: desktop },
  { file: "report-1-axis-1-month", of: "1x1", scheme: "light", viewport: desktop },
] as const;

/** The report on a phone and a desk, light and dark, large and small; and the pictures of the vault on a light and a dark note. */
export async function takeReportScreenshots(browser: Browser, folder: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "improve-cron-screenshots-"));
  try {
    const reports = {
      "24x30": madeReport({ axes: 30, months: 24 }),
      "24x4": madeReport({ axes: 4, months: 24 }),
      "1x1": madeReport({ axes: 1, months: 1 }),
    };
    const addresses = new Map<string, string>();
    for (const [name, data] of Object.entries(reports)) {
      const start = performance.now();
      const html = renderReport(data);
      const file = join(work, `${name}.html`);
      writeFileSync(file, html);
      addresses.set(name, pathToFileURL(file).href);
      const kilobytes = Math.round(Buffer.byteLength(html) / 1024);
      console.log(`${name}: ${kilobytes} KB, drawn in ${Math.round(performance.now() - start)} ms`);
    }
    for (const [name, address] of addresses) {
      const page = await browser.newPage({ viewport: desktop });
      const start = performance.now();
      await page.goto(address);
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      console.log(`${name}: opened and painted in ${Math.round(performance.now() - start)} ms`);
      await page.close();
    }
    for (const { file, of, scheme, viewport } of shots) {
      const page = await browser.newPage({ viewport, colorScheme: scheme });
      await page.goto(addresses.get(of) ?? "");
      await page.screenshot({ path: join(folder, `${file}.png`) });
      await page.close();
    }
    await shootPictures(browser, folder, work, reports["24x4"]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function shootPictures(
  browser: Browser,
  folder: string,
  work: string,
  data: ReturnType<typeof madeReport>,
): Promise<void> {
  const axis = data.axes.find(({ axis: name }) => name === "rules-judge") ?? data.axes[0];
  if (axis === undefined) return;
  writeFileSync(join(work, "axis.svg"), axisPicture(data, axis));
  writeFileSync(join(work, "overview.svg"), overviewPicture(data));
  for (const [scheme, ground] of [
    ["light", "#ffffff"],
    ["dark", "#1e1e1e"],
  ] as const) {
    const note = join(work, `note-${scheme}.html`);
    writeFileSync(
      note,
      `<!doctype html><title>note</title><body style="margin:24px;background:${ground};display:flex;gap:24px;align-items:flex-start">` +
        `<img src="axis.svg" alt=""><img src="overview.svg" alt="">`,
    );
    const page = await browser.newPage({ viewport: { width: 968, height: 600 }, colorScheme: scheme });
    await page.goto(pathToFileURL(note).href);
    await page.screenshot({ path: join(folder, `vault-pictures-${scheme}.png`) });
    await page.close();
  }
}
