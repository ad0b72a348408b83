import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserPath, openBrowser } from "../support/browser.ts";
import { hostilePages } from "../support/hostile-pages.ts";
import { listen, OpenMonth, planted, type Traffic, whenReady } from "./open-month.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 800 } };

// 5 PASS and 1 FAIL are drawn: 6 items.
const small = { pass: 10, fail: 1 };
const textOf = (axis: string, index: number): string => `# Reply ${index}\n\nDear all of **${axis}**.`;

let browser: Browser;
const open: (() => Promise<unknown>)[] = [];

async function newMonth(...given: ConstructorParameters<typeof OpenMonth>): Promise<OpenMonth> {
  const month = new OpenMonth(...given);
  open.push(() => month.dispose());
  await month.start();
  return month;
}

async function newPage(
  month: OpenMonth,
  options: Parameters<Browser["newContext"]>[0] = desktop,
): Promise<{ page: Page; context: BrowserContext; traffic: Traffic }> {
  const context = await browser.newContext(options);
  open.push(() => context.close());
  context.setDefaultTimeout(10_000);
  const traffic = listen(context);
  const page = await context.newPage();
  await page.goto(month.link);
  return { page, context, traffic };
}

/** Nothing but the server was asked, nothing was complained of, and nothing of the critic was there to be read. */
async function expectClean(month: OpenMonth, page: Page, traffic: Traffic): Promise<void> {
  expect(traffic.errors).toEqual([]);
  expect(traffic.addresses.filter((address) => !address.startsWith(`${month.url}/`))).toEqual([]);
  const source = await page.content();
  expect(source).not.toContain(planted);
  const words = traffic.words.join("\n");
  expect(words).toContain("minutesPerItem");
  for (const word of [planted, "0.123456", "0.654321", "sha256:"]) expect(words).not.toContain(word);
  // The token goes along in headers, and stands in no address.
  expect(traffic.addresses.join("\n")).not.toContain(month.token);
}

async function expectAccessible(page: Page): Promise<void> {
  // The page's own policy keeps scripts of others out, so axe comes in by the debugger.
  await page.evaluate(axe.source);
  const found: { id: string; impact: string; nodes: { html: string }[] }[] = await page.evaluate(
    "axe.run().then((result) => result.violations)",
  );
  expect(found.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html)])).toEqual([]);
}

describe.skipIf(browserPath === null)("the grading page in a real browser (needs chromium)", () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    for (const end of open.toReversed()) await end().catch(() => {});
  });

  it("a month by keyboard: reasons, undo, refresh and back in the middle, and nothing of the critic", async () => {
    const month = await newMonth({ axes: { "verify-dispatch": small }, textOf });
    const { page, traffic } = await newPage(month);
    await whenReady(page, "1 of 6");
    expect(page.url()).toMatch(/\/grade#i=[a-z0-9]+$/);
    const itemsAnswer = traffic.words.find((words) => words.includes('"minutesPerItem"')) ?? "";
    expect(itemsAnswer).not.toMatch(/PASS|FAIL|kind|word|batch|order|verdict[^-]/i);
    await page.keyboard.press("p");
    await whenReady(page, "2 of 6");
    await page.keyboard.press("r");
    await page.keyboard.type("pfc: too cold");
    await expectAccessible(page);
    await page.reload();
    await whenReady(page, "2 of 6");
    expect(await page.locator("#reason").inputValue()).toBe("pfc: too cold");
    await page.keyboard.press("f");
    await whenReady(page, "3 of 6");
    await page.keyboard.press("c");
    await whenReady(page, "4 of 6");
    await page.keyboard.press("u");
    await whenReady(page, "3 of 6");
    await page.goBack();
    await whenReady(page, "4 of 6");
    await page.keyboard.press("ArrowLeft");
    await whenReady(page, "3 of 6");
    await page.keyboard.press("v");
    expect(await page.locator("#raw-text").textContent()).toContain("**verify-dispatch**");
    await page.keyboard.press("v");
    expect(await page.locator("#read strong").textContent()).toBe("verify-dispatch");
    for (const place of ["3", "4", "5"]) {
      await whenReady(page, `${place} of 6`);
      await page.keyboard.press("f");
    }
    await whenReady(page, "6 of 6");
    // A key that is held down, and one that bounces, grade once.
    await page.keyboard.down("p");
    await page.keyboard.down("p");
    await page.locator("#message-title", { hasText: "All graded" }).waitFor();
    await page.waitForFunction("document.getElementById('saving').hidden");
    const { observations, counts } = await month.grades();
    expect([...counts.values()].map(String).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => "FAIL"),
      "PASS",
      "PASS",
    ]);
    expect(observations.map(({ grade, reason, via }) => [grade, reason, via])).toEqual([
      ["PASS", null, "page"],
      ["FAIL", "pfc: too cold", "page"],
      ["CANT_TELL", null, "page"],
      [null, null, "page"],
      ...Array.from({ length: 3 }, () => ["FAIL", null, "page"]),
      ["PASS", null, "page"],
    ]);
    expect(await page.evaluate("JSON.stringify(Object.keys(localStorage))")).toBe("[]");
    await expectClean(month, page, traffic);
  });

  it("a month by tap on a phone, gone on with in another browser, in light and dark without barriers", async () => {
    const month = await newMonth({ axes: { "verify-dispatch": small }, textOf });
    const { page, context, traffic } = await newPage(month, { ...phone, colorScheme: "dark" });
    await whenReady(page, "1 of 6");
    await expectAccessible(page);
    await page.locator("#reason-open").tap();
    await page.locator("#reason").fill("Kind and clear.");
    await page.locator("#pass").tap();
    await whenReady(page, "2 of 6");
    await page.locator("#fail").tap();
    // The second tap of a double tap.
    await page.locator("#fail").tap();
    await whenReady(page, "3 of 6");
    await page.locator("#undo").tap();
    await whenReady(page, "2 of 6");
    await page.locator("#cannot").tap();
    await whenReady(page, "3 of 6");
    await page.locator("#help-open").tap();
    await expectAccessible(page);
    await page.locator("#help button").tap();
    expect(await page.locator("#help").isVisible()).toBe(false);
    await context.close();

    const other = await newPage(month, { ...phone, colorScheme: "light" });
    for (const place of ["3", "4", "5", "6"]) {
      await whenReady(other.page, `${place} of 6`);
      await other.page.locator("#pass").tap();
    }
    await other.page.locator("#message-title", { hasText: "All graded" }).waitFor();
    await expectAccessible(other.page);
    const { counts } = await month.grades();
    expect([...counts.values()].map(String).toSorted()).toEqual([
      "CANT_TELL",
      ...Array.from({ length: 5 }, () => "PASS"),
    ]);
    await expectClean(month, other.page, traffic);
    await expectClean(month, other.page, other.traffic);

    // The end leads on to the report, and a link that is opened in this very tab is taken, wrong or right.
    await other.page.locator("#message-report a").tap();
    await other.page.locator("#axis-verify-dispatch").waitFor();
    expect(other.traffic.errors).toEqual([]);
    await other.page.goto(`${month.url}/grade#t=${"0".repeat(64)}`);
    await other.page.locator("#message-title", { hasText: "needs its link" }).waitFor();
    await other.page.goto(month.link);
    await other.page.locator("#message-title", { hasText: "All graded" }).waitFor();
    expect(other.page.url()).toBe(`${month.url}/grade`);
  });

  it("two tabs move on together, a second word on an item is told, and a damaged item is left out", async () => {
    const month = await newMonth({ axes: { "verify-dispatch": small }, textOf });
    await month.damage(3);
    const { page, context } = await newPage(month);
    const second = await context.newPage();
    await second.goto(month.link);
    await whenReady(page, "1 of 5");
    await whenReady(second, "1 of 5");
    await page.keyboard.press("p");
    await whenReady(second, "2 of 5");
    expect(await second.locator("#toast").textContent()).toContain("PASS");
    expect((await month.grades()).observations).toHaveLength(1);
    // A browser that does not hear of it says something else of the same item.
    const other = await newPage(month);
    await whenReady(other.page, "2 of 5");
    await whenReady(page, "2 of 5");
    await other.page.keyboard.press("f");
    await whenReady(other.page, "3 of 5");
    await page.keyboard.press("p");
    await page.locator("#toast", { hasText: "FAIL" }).waitFor();
    const { observations, counts } = await month.grades();
    expect(observations.map(({ grade }) => grade)).toEqual(["PASS", "FAIL", "PASS"]);
    expect(counts.size).toBe(2);
  });

  it("offline in the middle: grades wait in the browser, survive a refresh of the tab, and go in once", async () => {
    const month = await newMonth({ axes: { "verify-dispatch": small }, textOf });
    const { page, context, traffic } = await newPage(month);
    await whenReady(page, "1 of 6");
    // Until the next ones are fetched ahead.
    await page.waitForTimeout(300);
    await month.stop();
    await page.keyboard.press("f");
    await whenReady(page, "2 of 6");
    await page.keyboard.press("r");
    await page.keyboard.type("Rude.");
    await page.keyboard.press("Escape");
    await page.keyboard.press("p");
    await page.locator("#saving", { hasText: "Not saved yet: 2 grades" }).waitFor();
    const kept: string = await page.evaluate("JSON.stringify(localStorage)");
    expect(kept).toContain("Rude.");
    expect(kept).not.toMatch(/Dear all|verify-dispatch|quokka/);
    expect(kept).not.toContain(month.token);
    await page.close();
    await month.start();
    const again = await context.newPage();
    await again.goto(month.link);
    await whenReady(again, "3 of 6");
    await context.setOffline(true);
    await again.keyboard.press("c");
    await again.locator("#saving", { hasText: "Not saved yet: 1 grade is" }).waitFor();
    await context.setOffline(false);
    await again.locator("#saving").waitFor({ state: "hidden" });
    const { observations } = await month.grades();
    expect(observations.map(({ grade, reason }) => [grade, reason])).toEqual([
      ["FAIL", null],
      ["PASS", "Rude."],
      ["CANT_TELL", null],
    ]);
    // The same again, as after an answer that was lost on its way.
    const [first] = observations;
    const repeated = await fetch(`${month.url}/grading/grades`, {
      method: "POST",
      headers: { Authorization: `Bearer ${month.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        ref: first?.ref,
        grade: "FAIL",
        reason: null,
        at: new Date(first?.at ?? 0).toISOString(),
      }),
    });
    expect(await repeated.json()).toMatchObject({ outcome: "duplicate" });
    expect(
      traffic.errors.filter(
        (error) =>
          !/ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/.test(
            error,
          ),
      ),
    ).toEqual([]);
  });

  it("grades that wait are sent to their own workspace, whoever answers at its address meanwhile", async () => {
    const month = await newMonth({ axes: { "verify-dispatch": small }, textOf });
    const { page, context } = await newPage(month);
    await whenReady(page, "1 of 6");
    await page.waitForTimeout(300);
    await month.stop();
    await page.keyboard.press("f");
    await page.locator("#saving", { hasText: "Not saved yet: 1 grade is" }).waitFor();
    await page.close();
    const other = new OpenMonth({ axes: { "verify-dispatch": small }, textOf }, { database: "none" });
    open.push(() => other.dispose());
    await other.startInPlaceOf(month);
    const there = await context.newPage();
    await there.goto(other.link);
    await whenReady(there, "1 of 6");
    await there.keyboard.press("p");
    await whenReady(there, "2 of 6");
    await there.locator("#saving").waitFor({ state: "hidden" });
    expect((await other.grades()).observations.map(({ grade }) => grade)).toEqual(["PASS"]);
    await there.close();
    await other.stop();
    await month.start();
    const again = await context.newPage();
    await again.goto(month.link);
    await whenReady(again, "2 of 6");
    await again.locator("#saving").waitFor({ state: "hidden" });
    expect((await month.grades()).observations.map(({ grade }) => grade)).toEqual(["FAIL"]);
  });

  it("hostile artifacts stay inert, and the buttons usable", async () => {
    const pages = Object.values(hostilePages);
    const texts = [
      // By threes: a page comes up for each.
      ...pages.flatMap((_, index) => (index % 3 === 0 ? [pages.slice(index, index + 3).join("\n\n")] : [])),
      `${"x".repeat(340_000)}\n`,
      "w".repeat(1_000_000),
    ];
    const month = await newMonth(
      {
        axes: { "verify-dispatch": { pass: texts.length - 2, fail: 2 } },
        textOf: (_, index) => texts[index] ?? "",
      },
      { sampleTarget: texts.length },
    );
    const { page, traffic } = await newPage(month, phone);
    for (let index = 1; index <= texts.length; index += 1) {
      await whenReady(page, `${index} of ${texts.length}`);
      expect(
        await page
          .locator("script, style, link, base, iframe, object, embed, form:not(dialog form), video, svg, img")
          .count(),
      ).toBe(3);
      expect(await page.evaluate("window.pwned")).toBeUndefined();
      const hrefs = await page
        .locator("#read a")
        .evaluateAll((links) =>
          links.map((link) => [
            link.getAttribute("href"),
            link.getAttribute("rel"),
            link.getAttribute("target"),
          ]),
        );
      for (const [href, rel, target] of hrefs) {
        expect([href, rel, target]).toEqual([
          "https://example.org/page",
          "noopener noreferrer nofollow",
          "_blank",
        ]);
      }
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      const buttons = await page.evaluate(`[...document.querySelectorAll(".grades button")].map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        const onTop = document.elementFromPoint(x + width / 2, y + height / 2);
        return button.contains(onTop) && width > 80 && height > 40;
      })`);
      expect(buttons).toEqual([true, true, true]);
      await page.locator("#tab-raw").tap();
      expect(await page.locator("#raw-text").textContent()).not.toBe("");
      if (await page.locator("#tab-read").isEnabled()) await page.locator("#tab-read").tap();
      await page.locator("#pass").tap();
    }
    await page.locator("#message-title", { hasText: "All graded" }).waitFor();
    await expectClean(month, page, traffic);
  });
});
