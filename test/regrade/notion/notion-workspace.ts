import { type App, openApp } from "../../../src/app.ts";
import type { RunSummary } from "../../../src/core/run-summary.ts";
import { runMonth } from "../../../src/cycle/run-month.ts";
import type { NotionDouble } from "../../support/notion-double/double.ts";
import { Workspace, type WorkspaceOptions } from "../../support/workspace.ts";

/** A founder's folder whose queue is a double of Notion. Its instant is the double's. */
export class NotionWorkspace extends Workspace {
  readonly double: NotionDouble;
  /** Left out of the environment where it is null. */
  token: string | null;

  constructor(double: NotionDouble, options: WorkspaceOptions = {}) {
    super({ ...options, config: options.config ?? notionConfig(double) });
    this.double = double;
    this.token = double.token;
  }

  override open(
    _now: string | number,
    options: { step?: (name: string) => void; dryRun?: boolean } = {},
  ): Promise<App> {
    return openApp({
      configFile: this.configFile,
      env: { PATH: process.env["PATH"], ...(this.token === null ? {} : { NOTION_TOKEN: this.token }) },
      cwd: this.folder,
      now: this.double.clock.now(),
      dryRun: options.dryRun ?? false,
      write: (text) => this.messages.push(text),
      notionTiming: { now: () => this.double.clock.now(), wait: this.double.clock.sleep },
      ...(options.step === undefined ? {} : { step: options.step }),
    });
  }

  /** Does something with the program at the double's instant. */
  now<Result>(work: (app: App) => Promise<Result>): Promise<Result> {
    return this.at(0, work);
  }

  async setUp(): Promise<void> {
    await this.now((app) =>
      app.notion.setUp({ parent: this.double.parentPageId, board: null, startOver: false }),
    );
  }

  runNow(): Promise<RunSummary> {
    return this.now((app) => runMonth(app.cycle, { month: null, sampleTarget: null }));
  }

  /** Lets the clock of the double come to an instant. */
  goTo(instant: string): void {
    this.double.clock.advance(Date.parse(instant) - this.double.clock.now());
  }
}

export function notionConfig(double: NotionDouble, further = ""): string {
  return `queue: notion
notion: { parent: "${double.parentPageId}", base_url: "${double.url}" }
notify: [{ channel: stdout }]
${further}`;
}
