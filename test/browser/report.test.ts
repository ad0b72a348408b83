import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { madeReport } from "../../scripts/screenshots/made-report.ts";
import type { HistoryRow } from "../../src/core/history-row.ts";
import type { ShownRow } from "../../src/core/open-row.ts";
import { listBlindItems } from "../../src/cycle/blind-items.ts";
import { readReport } from "../../src/cycle/read-report.ts";
import { showInterval, showNumber } from "../../src/reports/numbers.ts";
import { axisPicture } from "../../src/reports/report/axis-picture.ts";
import { renderReport } from "../../src/reports/report/report-page.ts";
import { reportPolicy, reportStyleSource } from "../../src/reports/report/report-policy.ts";
import { type RunningServer, startServer } from "../../src/server/server.ts";
import { browserPath, openBrowser } from "../support/browser.ts";
import { noGrading } from "../support/no-grading.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const axis = "verify-dispatch";
const token = "0123456789abcdef0123456789abcdef";
const hostile =
  `</p></li></details><script>window.pwned=1</script><img src="https://example.org/x.png" onerror="window.pwned=1">` +
  `<style>section{display:none}</style><a href="javascript:window.pwned=1">x</a> \u202eesrever\u202c שלום & "quoted"`;
const title = `<svg onload="window.pwned=1"> Replies`;

let browser: Browser;
let workspace: Workspace;
let folder: string;
let html: string;
let rows: readonly ShownRow[];
let server: RunningServer;
const contexts: BrowserContext[] = [];

/** A page that notes what it asked for and what it complained of. */
async function newPage(
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ readonly page: Page; readonly asked: string[]; readonly complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(8_000);
  contexts.push(context);
  const page = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(dialog.message()));
  return { page, asked, complaints };
}

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return pathToFileURL(file).href;
}

async function findings(page: Page): Promise<unknown> {
  // The page's own policy lets no script in, so axe comes by the debugger.
  await page.evaluate(axeSource);
  return page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => [id, impact, nodes[0].html]))",
  );
}

/** Three months of one axis by the real program: one below the threshold, one closed with disagreements, one open. */
async function makeMonths(): Promise<void> {
  // Without risk items, which are outside of what history calls a disagreement: the first item in blind order may be one.
  workspace = new Workspace({
    config: "sampling: { risk_max: 0 }\n",
    axes: { [axis]: `title: '${title}'\n` },
  });
  workspace.writeLog(axis, [
    ...monthOfVerdicts("2026-03", { pass: 4, fail: 1 }, { cost_usd: 0.02 }),
    ...monthOfVerdicts("2026-04", { pass: 60, fail: 12 }, { cost_usd: 0.02 }),
    ...monthOfVerdicts("2026-05", { pass: 50, fail: 8 }, { cost_usd: 0.02 }),
  ]);
  await workspace.run("2026-04-01T13:00:00Z");
  await workspace.run("2026-05-01T13:00:00Z");
  await workspace.at("2026-05-10T13:00:00Z", async (app) => {
    const items = await listBlindItems(app.cycle, { axis: null });
    const observedAt = app.clock.now();
    await app.localQueue.answer(
      items.map((item, index) => {
        const differs = index === 0;
        const grade = (agrees(item) === "PASS") !== differs ? "PASS" : "FAIL";
        return {
          ref: item.ref,
          grade,
          reason: differs ? hostile : null,
          by: "founder",
          at: null,
          observedAt,
          via: "import",
        };
      }),
    );
  });
  await workspace.run("2026-06-01T13:00:00Z");
  await workspace.at("2026-06-03T13:00:00Z", async (app) => {
    const [first] = await listBlindItems(app.cycle, { axis: null });
    if (first === undefined) throw new Error("nothing is open");
    const observedAt = app.clock.now();
    await app.localQueue.answer([
      {
        ref: first.ref,
        grade: "FAIL",
        reason: "told-in-secret",
        by: "founder",
        at: null,
        observedAt,
        via: "import",
      },
    ]);
  });
}

describe.skipIf(browserPath === null)("the report in a real browser (needs chromium)", () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "improve-cron-report-"));
    const opening = openBrowser();
    await makeMonths();
    rows = await workspace.history("2026-06-04T13:00:00Z");
    html = await workspace.at("2026-06-04T13:00:00Z", async (app) =>
      renderReport(await readReport(app.cycle, { asOf: null, productionUsdPerMonth: null })),
    );
    server = await startServer({
      port: 0,
      token,
      accept: () => Promise.reject(new Error("no verdicts here")),
      health: async () => ({ ok: true }),
      grading: noGrading,
      report: { styleSource: reportStyleSource(), policy: reportPolicy(), render: async () => html },
      onRefusal: () => {},
      onError: (error) => {
        throw error;
      },
    });
    browser = await opening;
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop(0);
    workspace?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it("shows the numbers of `history --json`, complains of nothing and asks for nothing", async () => {
    const { asked, complaints, page } = await newPage();
    const address = fileOf("report.html", html);
    await page.goto(address);
    const shown: readonly (readonly string[])[] = await page.evaluate(
      "[...document.querySelectorAll('tr[data-month]')].map((row) => [...row.cells].map((cell) => cell.textContent))",
    );
    expect(shown.map(([month]) => month)).toEqual(["2026-05", "2026-04", "2026-03"]);
    const [open, closed, small] = shown;
    const april = rows.find((row): row is HistoryRow => row.period === "2026-04" && row.state === "closed");
    if (april === undefined) throw new Error("April is not closed");
    expect(april.disagreements).toHaveLength(1);
    expect(closed?.slice(2, 9)).toEqual([
      showNumber(april.kappa.value, 3),
      showInterval(april.kappa.low, april.kappa.high),
      `${april.graded.pass} + ${april.graded.fail}`,
      `${april.overrides} of ${april.graded.pass}`,
      `${Number(((april.overrides / april.graded.pass) * 100).toFixed(1))}%`,
      `${Number(((april.overrideRateAtThreshold ?? 0) * 100).toFixed(1))}%`,
      String(april.streak),
    ]);
    expect(closed?.slice(12)).toEqual([
      "60",
      "12",
      "0",
      showNumber(april.minutes.spent, 1),
      showNumber(april.minutes.planned, 1),
      "$1.44",
    ]);
    // Of the open month nothing by the critic's word, and nothing of what was graded.
    expect(open?.slice(2, 7)).toEqual(["–", "–", "–", "–", "–"]);
    expect(open?.slice(12, 14)).toEqual(["58 in all", "–"]);
    expect(small?.[2]).toBe("–");
    expect(await page.content()).not.toContain("told-in-secret");
    expect(asked).toEqual([address]);
    expect(complaints).toEqual([]);
  });

  it("keeps what others wrote inert", async () => {
    const { complaints, page } = await newPage();
    await page.goto(fileOf("report.html", html));
    await page.getByText("1 disagreement between").click();
    const reason = page.locator(".differences .reason");
    expect(await reason.isVisible()).toBe(true);
    expect(await reason.textContent()).toContain("<script>window.pwned=1</script>");
    expect(await reason.textContent()).not.toContain("\u202e");
    expect(await page.locator("script, img, iframe, object, [onload], [onerror], [style]").count()).toBe(0);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(await page.locator("h2 + .chip + .muted bdi").textContent()).toBe(title);
    expect(complaints).toEqual([]);
  });

  it.each(["light", "dark"] as const)(
    "has no accessibility findings in %s, with everything open",
    async (colorScheme) => {
      const { page } = await newPage({ colorScheme, viewport: { width: 390, height: 844 } });
      await page.goto(fileOf("report.html", html));
      expect(await findings(page)).toEqual([]);
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      expect(await findings(page)).toEqual([]);
    },
  );

  it("is reached by keyboard, and opens there", async () => {
    const { page } = await newPage();
    await page.goto(fileOf("report.html", html));
    const focused: string[] = [];
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press("Tab");
      focused.push(await page.evaluate("document.activeElement.textContent.trim().slice(0, 24)"));
    }
    expect(focused[0]).toBe("To the overview");
    expect(focused[1]).toContain(axis);
    expect(focused[2]).toBe("How to read the pictures");
    expect(focused[3]).toBe("Overview");
    expect(focused[4]).toContain("The figures of");
    await page.keyboard.press("Enter");
    expect(await page.locator("details[open]").count()).toBe(1);
  });

  it("prints light, with tables and disagreements open", async () => {
    const { page } = await newPage({ colorScheme: "dark" });
    await page.goto(fileOf("report.html", html));
    const ground = "getComputedStyle(document.body).backgroundColor";
    const dark = await page.evaluate(ground);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.evaluate(ground)).toBe("rgb(253, 253, 252)");
    expect(dark).not.toBe("rgb(253, 253, 252)");
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(await page.locator("table").boundingBox()).toMatchObject({
      height: expect.toSatisfy((height: number) => height > 50),
    });
  });

  it("fits a phone of 360 pixels, with nine axes and 24 months and with one of each", async () => {
    const { complaints, page } = await newPage({ viewport: { width: 360, height: 740 } });
    for (const size of [
      { axes: 9, months: 24 },
      { axes: 1, months: 1 },
    ]) {
      const data = madeReport(size);
      await page.goto(fileOf(`report-${size.axes}.html`, renderReport(data)));
      // Probes and gold as in the row of the history.
      const { axis: name, last } = data.axes[0] ?? {};
      const run = last?.gold?.run;
      if (last === undefined || last === null || run === null || run === undefined)
        throw new Error("no gold");
      const cells: readonly string[] = await page.evaluate(
        `[...document.querySelector('[id="axis-${name}"] tr[data-month="${last.period}"]').cells].map((cell) => cell.textContent)`,
      );
      const { agreement } = run.holdout;
      const flipped = run.drift.flips?.flipped;
      expect(cells.slice(9, 12)).toEqual([
        `${last.escape.escaped} of ${last.escape.graded}`,
        `${agreement.count} of ${agreement.n}`,
        flipped === undefined ? "–" : `${flipped.count} of ${flipped.n}`,
      ]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
      expect(await page.locator(".overview li").count()).toBe(size.axes);
      expect(await page.locator("figure svg[role=img]").count()).toBe(8 * size.axes);
    }
    expect(complaints).toEqual([]);
  });

  it("is served to whoever has the token, and to nobody else", async () => {
    const url = `http://127.0.0.1:${server.port}`;
    expect((await fetch(`${url}/report/page`)).status).toBe(401);
    const shell = await (await fetch(`${url}/report`)).text();
    expect(shell).not.toContain(axis);
    const { asked, complaints, page } = await newPage();
    await page.goto(`${url}/report`);
    await page.getByText("needs a link with a token").waitFor();
    // In the same tab this changes what stands behind `#` alone.
    await page.goto(`${url}/report#t=${token}`);
    await page.locator(`#axis-${axis}`).waitFor();
    await page.reload();
    await page.locator(`#axis-${axis}`).waitFor();
    expect(page.url()).toBe(`${url}/report`);
    expect(await page.evaluate("getComputedStyle(document.querySelector('.overview')).display")).toBe("grid");
    expect(asked.every((address) => address.startsWith(`${url}/`))).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("draws a picture that stands alone: no reason, no address, its own ground in light and dark", async () => {
    const data = madeReport({ axes: 1, months: 12 });
    const [first] = data.axes;
    if (first === undefined) throw new Error("no axis");
    const svg = axisPicture(data, first);
    expect(svg).not.toMatch(/href|url\(|<script|promises a date/);
    const { complaints, page } = await newPage();
    fileOf("axis.svg", svg);
    await page.goto(fileOf("note.html", '<!doctype html><title>note</title><img src="axis.svg" alt="">'));
    expect(
      await page.evaluate("document.images[0].decode().then(() => document.images[0].naturalWidth)"),
    ).toBeGreaterThan(400);
    expect(complaints).toEqual([]);
  });
});
