import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { pollQueues } from "../../../src/cycle/poll-queues.ts";
import { verifyMonths } from "../../../src/cycle/verify-months.ts";
import { readPlace, type NotionPlace } from "../../../src/regrade/notion/place.ts";
import { NotionWorkspace, notionConfig } from "../../../test/regrade/notion/notion-workspace.ts";
import { buildCrashRunner } from "../../../test/support/crash-build.ts";
import { type NotionDouble, openNotionDouble } from "../../../test/support/notion-double/double.ts";
import { faultTable } from "../../../test/support/notion-double/fault.ts";
import { randomOf } from "../../../test/support/seeded-random.ts";
import { agrees, monthOfVerdicts } from "../../../test/support/workspace.ts";
import type { PlayOptions, Played, WorldFault } from "../fault.ts";

const axis = "verify-dispatch";
const itemCount = 6;

/** A Notion that answers late, twice, in HTML, not at all, or that it has had enough; now and then the run is killed, too. */
export const notion: WorldFault = {
  name: "notion",
  what: "Notion answers late, with 429, 409, 5xx, HTML or nothing, loses answers to what it did, lags; in a quarter of the trials the run is killed as well",
  unavailable: () => null,
  play,
};

let runner: Promise<{ readonly file: string }> | null = null;

/** The monthly job in a process of its own; its time at the double passes at once. */
function killRunner(): Promise<{ readonly file: string }> {
  const source = join(import.meta.dirname, "../../../test/regrade/notion/kill-runner.ts");
  runner ??= buildCrashRunner("torture-notion", source);
  return runner;
}

/** A request that hangs is given up after a third of a second instead of half a minute, for the rest of a process. */
const hasten = `
const begin = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => begin(Math.max(150, ms / 100));`;
const hastenTimeouts = `data:text/javascript,${encodeURIComponent(hasten)}`;

async function play({ seed, note }: PlayOptions): Promise<Played> {
  await import(hastenTimeouts);
  const random = randomOf(seed);
  const lagMs = random() < 0.5 ? 0 : Math.round(random() * 10_000);
  const double = await openNotionDouble({ quirks: { lagMs } });
  const workspace = new NotionWorkspace(double, {
    config: notionConfig(double, "top_up: { enabled: false }\n"),
  });
  const problems: string[] = [];
  try {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 20, fail: 6 }));
    await workspace.setUp();
    double.clock.advance(60_000);
    const kills = random() < 0.25;
    note(`index lags ${lagMs} ms${kills ? ", the run is killed as well" : ""}`);
    let struck = misbehave(double, random, note);
    const wasKilled = kills ? await killedRun(workspace, double, random) : false;
    if (!kills) await attempt(() => workspace.runNow(), problems);
    const hits = struck.reduce((sum, { hits: own }) => sum + own, 0);
    double.faults.clear();
    await inPeace(workspace, double, problems);

    const place = await placeOf(workspace);
    const graded = grade(place, double);
    struck = misbehave(double, random, note);
    double.clock.advance(3_600_000);
    await attempt(() => workspace.now((app) => pollQueues(app.cycle)), problems);
    await attempt(() => workspace.runNow(), problems);
    const later = struck.reduce((sum, { hits: own }) => sum + own, 0);
    double.faults.clear();
    await inPeace(workspace, double, problems);
    return {
      ...(await look(workspace, double, place, graded, problems)),
      struck: hits + later > 0 || wasKilled,
    };
  } finally {
    workspace.dispose();
    await double.close();
  }
}

type Handle = ReturnType<NotionDouble["faults"]["add"]>;

/** Two to five rules: which requests, which fault, whether it is carried out all the same. */
function misbehave(
  double: NotionDouble,
  random: () => number,
  note: (what: string) => void,
): readonly Handle[] {
  const count = 2 + Math.floor(random() * 4);
  return Array.from({ length: count }, () => {
    const named = faultTable[Math.floor(random() * faultTable.length)];
    if (named === undefined) throw new RangeError("no fault");
    const written = random() < 0.5;
    const isMaking = random() < 0.6;
    const nth = 1 + Math.floor(random() * (isMaking ? itemCount : 12));
    const times = 1 + Math.floor(random() * 3);
    note(
      `${named.name}${written ? " (carried out)" : ""} at ${isMaking ? "creation" : "request"} ${nth}, ${times} times`,
    );
    return double.faults.add({
      on: isMaking ? { operation: "pages.create" } : {},
      fault: named.fault,
      written,
      nth,
      times,
    });
  });
}

/** An outage may make a run say so; it must not make it fall. */
async function attempt(work: () => Promise<unknown>, problems: string[]): Promise<void> {
  try {
    await work();
  } catch (error) {
    problems.push(`a run fell over Notion: ${String(error)}`);
  }
}

async function killedRun(
  workspace: NotionWorkspace,
  double: NotionDouble,
  random: () => number,
): Promise<boolean> {
  const { file } = await killRunner();
  const now = String(double.clock.now());
  const child = spawn(process.execPath, ["--import", hastenTimeouts, file, workspace.configFile, now], {
    cwd: workspace.folder,
    env: { PATH: process.env["PATH"], NOTION_TOKEN: double.token },
    stdio: "ignore",
  });
  const ended = new Promise<ChildProcess["signalCode"]>((resolve) =>
    child.on("exit", () => resolve(child.signalCode)),
  );
  const nth = double.requests.length + 1 + Math.floor(random() * 16);
  const phase = random() < 0.5 ? "arrived" : "answered";
  const stop = double.onRequest(async (request, at) => {
    if (request.n !== nth || at !== phase) return;
    child.kill("SIGKILL");
    await ended;
  });
  const signal = await ended;
  stop();
  return signal === "SIGKILL";
}

/** Runs a few times with an hour between, as the daemon does: whatever was put off is taken up. */
async function inPeace(workspace: NotionWorkspace, double: NotionDouble, problems: string[]): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    double.clock.advance(3_600_000);
    await attempt(async () => {
      const { pending } = await workspace.runNow();
      if (times === 2 && pending.length > 0) problems.push(`left pending: ${JSON.stringify(pending)}`);
    }, problems);
  }
}

async function placeOf(workspace: NotionWorkspace): Promise<NotionPlace> {
  const place = await workspace.now((app) =>
    readPlace({ read: (name) => app.store.readSetting(`notion/${name}`), write: async () => {} }),
  );
  if (place === null) throw new Error("not set up");
  return place;
}

/** The founder grades all of them as he reads them. */
function grade(place: NotionPlace, double: NotionDouble): number {
  const { properties, options, dataSourceId } = place.items;
  const rows = double.rows(dataSourceId).filter(({ inTrash }) => !inTrash);
  for (const { pageId } of rows) {
    const line = double.founder
      .open(pageId)
      .body.split("\n")
      .find((one) => /^(pass|fail) text/.test(one));
    double.founder.select(pageId, properties.grade, { optionId: options[agrees({ text: line ?? "" })] });
  }
  return rows.length;
}

async function look(
  workspace: NotionWorkspace,
  double: NotionDouble,
  place: NotionPlace,
  graded: number,
  problems: readonly string[],
): Promise<Omit<Played, "struck">> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const inconsistent: string[] = [...problems];
  await workspace.now(async (app) => {
    const items = await app.store.listItems({ axis });
    const live = double.rows(place.items.dataSourceId).filter(({ inTrash }) => !inTrash);
    for (const { ref } of items) {
      const pages = live.filter(({ values }) => values["Ref"] === ref).length;
      if (pages === 0) lost.push(`page of ${ref}`);
      if (pages > 1) doubled.push(`page of ${ref}: ${pages}`);
    }
    if (graded !== items.length) inconsistent.push(`${graded} pages of ${items.length} items to grade`);
    const tasks = double.rows(place.tasks.dataSourceId).filter(({ inTrash }) => !inTrash);
    if (tasks.length !== 1) doubled.push(`${tasks.length} tasks of one month`);
    const [task] = tasks;
    const results = double.founder.open(task?.pageId ?? "").body.split("Result of 2026-05").length - 1;
    if (results === 0) lost.push("the result below the task");
    if (results > 1) doubled.push(`${results} results below the task`);
    const answered = items.filter(({ state }) => state === "answered").length;
    if (answered !== items.length) lost.push(`${items.length - answered} grades of ${items.length}`);
    const cycles = (await app.store.listCycles()).map(({ period, state }) => `${period} ${state}`);
    if (cycles.join() !== "2026-05 closed") inconsistent.push(`cycles: ${cycles.join()}`);
    const effects = await app.store.listEffects({ unfinished: true });
    for (const { dedupeKey, lastError } of effects) lost.push(`effect ${dedupeKey}: ${lastError}`);
    const report = await verifyMonths(app.cycle);
    if (!report.ok) inconsistent.push(`verify: ${JSON.stringify(report.findings.filter(({ ok }) => !ok))}`);
  });
  return { lost, doubled, inconsistent, repeated: 0, withoutMemory: 0 };
}
