// Makes the pictures of docs/images anew: `node --import tsx scripts/screenshots.ts`. It needs Debian's chromium. The opening
// time of the report is measured on the way and printed.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "../test/support/browser.ts";
import { takeGradingScreenshots } from "./screenshots/grading.ts";
import { takeReportScreenshots } from "./screenshots/report.ts";

const folder = join(import.meta.dirname, "../docs/images");
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
try {
  await takeReportScreenshots(browser, folder);
  for (const file of await takeGradingScreenshots(browser, folder)) console.log(file);
} finally {
  await browser.close();
}
