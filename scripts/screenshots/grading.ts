import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { OpenMonth, whenReady } from "../../test/browser/open-month.ts";

const replies = [
  `## Re: Parcel 4471 has not moved since Tuesday

Hello Maren,

I'm sorry about the wait. The parcel sat in **Leipzig** because the customs form lacked your phone number. I added it this morning, and the carrier has confirmed that it leaves tonight.

- New estimate: **Thursday, before noon**
- You need to do nothing
- If it is late again, I refund the shipping without your asking

You can follow it here: [track parcel 4471](https://example.org/track/4471).

Warm regards,
Jonas`,
  `Hi team,

quick summary of yesterday's dispatches:

| Route | Sent | Late |
|---|---:|---:|
| North | 412 | 3 |
| Harbour | 198 | 0 |

> The harbour crew asked for the new labels by Friday.

I suggest that we print them on Wednesday.`,
  `שלום דנה,

המשלוח יצא הבוקר ויגיע **ביום חמישי**. אין צורך לעשות דבר.

תודה על הסבלנות,
יונס`,
];

const shapes = [
  {
    name: "phone",
    options: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  },
  { name: "desktop", options: { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1 } },
] as const;

/** Pictures of the grading page on a made month: phone and desktop, light and dark. Answers with the files. */
export async function takeGradingScreenshots(browser: Browser, folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const month = new OpenMonth({
    axes: { "verify-dispatch": { pass: 12, fail: 3 }, "reply-tone": { pass: 20, fail: 5 } },
    textOf: (_, index) => replies[index % replies.length] ?? "",
  });
  const files: string[] = [];
  const take = async (page: Page, name: string): Promise<void> => {
    const file = join(folder, `${name}.png`);
    await page.screenshot({ path: file });
    files.push(file);
  };
  try {
    await month.start();
    for (const { name, options } of shapes) {
      for (const colorScheme of ["light", "dark"] as const) {
        const context = await browser.newContext({ ...options, colorScheme });
        const page = await context.newPage();
        await page.goto(month.link);
        await whenReady(page);
        // To the letter, by the arrows: it shows most of what an artifact can hold.
        for (let looked = 0; looked < 20; looked += 1) {
          if ((await page.locator("#read").textContent())?.includes("Maren")) break;
          await page.keyboard.press("ArrowRight");
          await whenReady(page);
        }
        await take(page, `grading-${name}-${colorScheme}`);
        await page.keyboard.press("r");
        await page.keyboard.type("Says sorry once, then what happens next. I would send it.");
        await page.keyboard.press("Escape");
        await take(page, `grading-reason-${name}-${colorScheme}`);
        await context.close();
      }
    }
  } finally {
    await month.dispose();
  }
  return files;
}
