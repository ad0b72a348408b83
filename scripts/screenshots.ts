// Makes the pictures of docs/images anew: `node --import tsx scripts/screenshots.ts`. It needs Debian's chromium. The opening
// time of the report is measured on the way and printed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "../test/support/browser.ts";
import { takeGradingScreenshots } from "./screenshots/grading.ts";
import { takeReportScreenshots } from "./screenshots/report.ts";
import { smallPng } from "./screenshots/small-png.ts";
import { takeVaultEntryScreenshots } from "./screenshots/vault-entry.ts";

const folder = join(import.meta.dirname, "../docs/images");
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
try {
  await takeReportScreenshots(browser, folder);
  for (const file of await takeVaultEntryScreenshots(browser, folder)) console.log(file);
  for (const file of await takeGradingScreenshots(browser, folder)) console.log(file);
} finally {
  await browser.close();
}
for (const name of readdirSync(folder).filter((one) => one.endsWith(".png"))) {
  const file = join(folder, name);
  writeFileSync(file, smallPng(readFileSync(file)));
}
