import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** The browser of the machine; null where none is installed. */
export const browserPath: string | null =
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
    existsSync(path),
  ) ?? null;

/** Starts the browser without anything that it would do on its own. Give it back with `close`. */
export function openBrowser(): Promise<Browser> {
  if (browserPath === null) throw new Error("there is no browser");
  return chromium.launch({
    executablePath: browserPath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
