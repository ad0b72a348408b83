import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import type { Grade } from "../../src/core/cycle.ts";
import { effectiveGrade, type GradeObservation } from "../../src/core/cycle.ts";
import type { Health } from "../../src/daemon/health.ts";
import { type Daemon, startDaemon } from "../../src/daemon/daemon.ts";
import { damageArtifacts } from "../support/tamper.ts";
import { type LogLine, Workspace, type WorkspaceOptions } from "../support/workspace.ts";

/** Words of the critic, planted wherever a verdict has room for some: they may appear nowhere in a browser. */
export const planted = "quokkaword";
const slot = Date.parse("2026-06-01T13:00:00Z");

/** The axes and how many PASS and FAIL verdicts each has; every text is one of these, by number. */
export interface GradedMonth {
  readonly axes: Readonly<Record<string, { readonly pass: number; readonly fail: number }>>;
  readonly textOf: (axis: string, index: number) => string;
}

function verdictLog(axis: string, month: GradedMonth): readonly LogLine[] {
  const { pass, fail } = month.axes[axis] ?? { pass: 0, fail: 0 };
  return Array.from({ length: pass + fail }, (_, index) => {
    const line = {
      verdict: index < pass ? "PASS" : "FAIL",
      at: `2026-05-${String(1 + (index % 27)).padStart(2, "0")}T15:00:00Z`,
      id: `${planted}-id-${index}`,
      text: month.textOf(axis, index),
      model: `${planted}-model`,
      score: 0.123456,
      cost_usd: 0.654321,
    };
    return {
      ...line,
      reason: `${planted}-reason`,
      source: `${planted}-source`,
      meta: { note: `${planted}-meta` },
    };
  });
}

/** A month that is open for grading, behind the real daemon, which can be stopped and started again on the same port. */
export class OpenMonth {
  readonly workspace: Workspace;
  #daemon: Daemon | null = null;
  #port = 0;

  constructor(
    month: GradedMonth,
    options: { readonly sampleTarget?: number } & Pick<WorkspaceOptions, "database"> = {},
  ) {
    const further = 'intent: "Would you send this reply as it stands?"\n';
    this.workspace = new Workspace({
      ...(options.database === undefined ? {} : { database: options.database }),
      config: `notify: [{ channel: stdout }]\nsampling: { risk_max: 0, first_month_target: ${options.sampleTarget ?? "null"} }\n`,
      axes: Object.fromEntries(Object.keys(month.axes).map((axis) => [axis, further])),
    });
    for (const axis of Object.keys(month.axes)) this.workspace.writeLog(axis, verdictLog(axis, month));
  }

  /** Takes the address of a month whose daemon was stopped. */
  startInPlaceOf(other: OpenMonth): Promise<void> {
    this.#port = other.#port;
    return this.start();
  }

  async start(now: number = slot): Promise<void> {
    this.#daemon = await startDaemon({
      configFile: this.workspace.configFile,
      env: { PATH: process.env["PATH"] },
      cwd: this.workspace.folder,
      now,
      write: () => {},
      warn: () => {},
      port: this.#port,
    });
    this.#port = this.#daemon.port;
    for (let ready = false; !ready; ) {
      // A connection that is kept would be one to the daemon that had the address before.
      const response = await fetch(`${this.url}/health`, { headers: { Connection: "close" } });
      const health: Health = JSON.parse(await response.text());
      ready = health.lastPass !== null;
      if (!ready) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Damages the artifact of the item at this place, from 1. */
  async damage(place: number): Promise<void> {
    const now = new Date(slot).toISOString();
    const items = await this.workspace.at(now, ({ store }) => store.listItems({ period: "2026-05" }));
    await damageArtifacts(this.workspace, now, items.slice(place - 1, place));
  }

  async stop(): Promise<void> {
    await this.#daemon?.stop("test");
    this.#daemon = null;
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.workspace.dispose();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get token(): string {
    return readFileSync(this.workspace.path("state/token"), "utf8").trim();
  }

  get link(): string {
    return `${this.url}/grade#t=${this.token}`;
  }

  /** What the store knows by now: every observation of these axes, and the grade that counts by ref. */
  async grades(): Promise<{
    readonly observations: readonly GradeObservation[];
    readonly counts: ReadonlyMap<string, Grade | null>;
  }> {
    return this.workspace.at(slot + 3_600_000, async ({ store, readAxes }) => {
      const lists = await Promise.all(readAxes().axes.map(({ name }) => store.listGrades({ axis: name })));
      const observations = lists.flatMap((list) => list.observations);
      const refs = [...new Set(observations.map(({ ref }) => ref))];
      const counted = refs.map((ref) => {
        const own = observations.filter((one) => one.ref === ref);
        return [ref, effectiveGrade(own, Number.POSITIVE_INFINITY)?.grade ?? null] as const;
      });
      return { observations, counts: new Map(counted) };
    });
  }
}

/** Everything that went over the wire and what the page complained of. */
export interface Traffic {
  readonly addresses: string[];
  /** Headers and bodies of requests and answers. */
  readonly words: string[];
  readonly errors: string[];
}

/** Listens to a page from its beginning. */
export function listen(context: BrowserContext): Traffic {
  const traffic: Traffic = { addresses: [], words: [], errors: [] };
  context.on("request", (request) => {
    traffic.addresses.push(request.url());
    traffic.words.push(JSON.stringify(request.headers()), request.postData() ?? "");
  });
  context.on("response", (response) => {
    traffic.words.push(JSON.stringify(response.headers()));
    void response.text().then(
      (text) => traffic.words.push(text),
      () => {},
    );
  });
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") traffic.errors.push(message.text());
  });
  context.on("weberror", (error) => traffic.errors.push(String(error.error())));
  return traffic;
}

/** Waits until an item can be graded: its text is there, and it has been there long enough to be no double tap. */
export async function whenReady(page: Page, place?: string): Promise<void> {
  if (place !== undefined) await page.locator("#place", { hasText: place }).waitFor();
  await page.locator('#pass[aria-disabled="false"]').waitFor();
  await page.waitForTimeout(310);
}
