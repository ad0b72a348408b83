import { addMonths, monthStart } from "../../src/core/month.ts";
import { slotOf } from "../../src/core/slot-counters.ts";
import { reconcile } from "../../src/cycle/reconcile.ts";
import { verifyMonths } from "../../src/cycle/verify-months.ts";
import type { App } from "../../src/app.ts";
import { listBlindItems } from "../../src/cycle/blind-items.ts";
import { createSchedule } from "../../src/schedule.ts";
import { randomOf } from "../../test/support/seeded-random.ts";
import { agrees, monthOfVerdicts, Workspace } from "../../test/support/workspace.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const axis = "verify-dispatch";
/** `catch_up.window_months`, its default: a month may be opened until so many months after its end. */
const windowMonths = 3;

export interface LifetimeOptions {
  readonly seed: number;
  readonly first: string;
  readonly months: number;
  readonly timezone: string;
  readonly schedule: string;
}

export interface Lifetime {
  readonly months: number;
  /** Months without their cycle, with another sample frame than what was recorded, or without their log entry or message. */
  readonly missed: readonly string[];
  /** Log entries or unmarked messages of one opening or close, more than one. */
  readonly doubled: readonly string[];
  readonly inconsistent: readonly string[];
  readonly decisions: number;
  readonly looks: number;
  /** Passes that ended at a random step with nothing cleaned up, and began again. */
  readonly crashes: number;
  readonly restarts: number;
  readonly setBack: number;
  /** Stretches of more than a month in which nobody looked. */
  readonly downtimes: number;
  readonly repeats: number;
}

class Crash extends Error {}

/**
 * So many months of a service: it looks now and then, sleeps for minutes to months, falls at any step of a pass, starts
 * again, and its clock is set back by up to half a day. It never stays away until a month is too old to be opened, but up to an
 * hour before that. The real planner on a real database; only the time is made up.
 */
export async function live({ seed, first, months, timezone, schedule }: LifetimeOptions): Promise<Lifetime> {
  const random = randomOf(seed);
  const calendar = { schedule: createSchedule(schedule, timezone), timezone };
  const workspace = new Workspace({
    config: `timezone: ${timezone}\nschedule: "${schedule}"\nvault_log: ./vault/log.md\nnotify: [{ channel: stdout }]\n`,
  });
  const periods = Array.from({ length: months }, (_, n) => addMonths(first, n));
  const counts = { looks: 0, crashes: 0, restarts: 0, setBack: 0, downtimes: 0 };
  const inconsistent: string[] = [];
  let time = 0;
  /** How far the machine's clock stands behind the time, and until when. */
  let behind = { by: 0, until: 0 };
  const clock = {
    now: () => time - (time < behind.until ? behind.by : 0),
    rehearsal: false,
  };
  let stepsLeft = Number.POSITIVE_INFINITY;
  const step = (): void => {
    stepsLeft -= 1;
    if (stepsLeft <= 0) throw new Crash("at a step");
  };
  let app: App = await workspace.open(0, { clock, step });
  const restart = async (): Promise<void> => {
    stepsLeft = Number.POSITIVE_INFINITY;
    await app[Symbol.asyncDispose]();
    app = await workspace.open(0, { clock, step });
    counts.restarts += 1;
  };

  /** The last moment at which the oldest month that nobody has opened yet can be: nobody stays away for longer. */
  let opened = 0;
  const lastChance = (): number => {
    const oldest = periods[opened];
    return oldest === undefined
      ? Number.POSITIVE_INFINITY
      : monthStart(addMonths(oldest, 1 + windowMonths), timezone) - hour;
  };

  async function look(): Promise<void> {
    counts.looks += 1;
    stepsLeft = random() < 0.15 ? 1 + Math.floor(random() * 40) : Number.POSITIVE_INFINITY;
    const lock = app.acquireRunLock();
    if (lock.kind === "busy") throw new Error("the run lock is held");
    try {
      const context = { ...app.cycle, trigger: "daemon" };
      await reconcile(context, {
        logs: true,
        grades: random() < 0.5,
        watchingSince: Number.NEGATIVE_INFINITY,
      });
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      counts.crashes += 1;
      lock.release();
      await restart();
      return;
    }
    stepsLeft = Number.POSITIVE_INFINITY;
    lock.release();
    while (opened < months && slotOf(periods[opened] ?? first, calendar) <= clock.now()) opened += 1;
  }

  try {
    time = monthStart(first, timezone);
    let written = 0;
    const end = slotOf(periods.at(-1) ?? first, calendar) + 2 * hour;
    const writeLogs = (): void => {
      for (; written < months; written += 1) {
        const period = periods[written] ?? first;
        if (monthStart(addMonths(period, 1), timezone) > time) return;
        workspace.appendLog(axis, monthOfVerdicts(period, { pass: 12, fail: 3 }));
      }
    };
    // Catching up reaches back to the month before the first run.
    time = slotOf(first, calendar);
    writeLogs();
    await look();
    await look();
    while (time < end) {
      const { by, kind } = pause(random, nextSlot(time, calendar) - time);
      if (kind === "downtime") counts.downtimes += 1;
      // After a look that fell in the last hour of the window, the next ones follow at once.
      time = Math.min(end, Math.max(time + 1, Math.min(time + by, lastChance())));
      writeLogs();
      if (random() < 0.04) {
        behind = { by: Math.round(random() * 12 * hour), until: time + Math.round(random() * 2 * day) };
        counts.setBack += 1;
      }
      if (random() < 0.1) await restart();
      await look();
      if (random() < 0.4) await gradeOpen(app, clock.now());
    }
    behind = { by: 0, until: 0 };
    await restart();
    // Looks in peace; an hour apart, since what failed waits a while.
    for (let looks = 0; looks < 4; looks += 1, time += hour) await inPeace(app);
    const verified = await verifyMonths(app.cycle);
    if (!verified.ok)
      inconsistent.push(...verified.findings.filter(({ ok }) => !ok).map(({ message }) => message));
    for (const month of verified.months)
      if (!month.ok) inconsistent.push(`${month.period} decides otherwise`);
    const cycles = await app.store.listCycles();
    const text = workspace.read("vault/log.md");
    const found = judge({ periods, cycles, text, messages: workspace.messages });
    return { months, ...counts, ...found, inconsistent, decisions: verified.months.length };
  } finally {
    await app[Symbol.asyncDispose]();
    workspace.dispose();
  }
}

async function inPeace(app: App): Promise<void> {
  const lock = app.acquireRunLock();
  await reconcile(
    { ...app.cycle, trigger: "daemon" },
    { logs: true, grades: true, watchingSince: Number.NEGATIVE_INFINITY },
  );
  if (lock.kind !== "busy") lock.release();
}

function nextSlot(
  time: number,
  { schedule }: { readonly schedule: { next(after: number): number } },
): number {
  return schedule.next(time);
}

/** How long nobody looks: to the slot itself, some minutes, some days, or months. */
function pause(random: () => number, toSlot: number): { readonly by: number; readonly kind: string } {
  const draw = random();
  if (draw < 0.4) return { by: toSlot, kind: "slot" };
  if (draw < 0.5) return { by: 1 + Math.round(random() * 30 * minute), kind: "tick" };
  if (draw < 0.95) return { by: 1 + Math.round(random() * 15 * day), kind: "sleep" };
  return { by: Math.round(31 * day + random() * 40 * day), kind: "downtime" };
}

async function gradeOpen(app: App, now: number): Promise<void> {
  const items = await listBlindItems(app.cycle, { axis: null });
  await app.localQueue.answer(
    items.map((item) => ({
      ref: item.ref,
      grade: agrees(item),
      reason: null,
      by: "founder",
      at: null,
      observedAt: now,
      via: "import",
    })),
  );
}

function judge({
  periods,
  cycles,
  text,
  messages,
}: {
  readonly periods: readonly string[];
  readonly cycles: readonly { period: string; state: string; frame: { pass: number; fail: number } }[];
  readonly text: string;
  readonly messages: readonly string[];
}): Pick<Lifetime, "missed" | "doubled" | "repeats"> {
  const missed: string[] = [];
  const doubled: string[] = [];
  let repeats = 0;
  for (const period of periods) {
    const own = cycles.filter((cycle) => cycle.period === period);
    const [cycle] = own;
    if (cycle === undefined || cycle.state === "skipped") missed.push(`${period}: no cycle`);
    else if (cycle.frame.pass !== 12 || cycle.frame.fail !== 3)
      missed.push(`${period}: ${JSON.stringify(cycle.frame)}`);
    if (own.length > 1) doubled.push(`${period}: ${own.length} cycles`);
    const markers = [
      `^ic-${period}-opened`,
      ...(cycle?.state === "closed" ? [`^ic-${period}-${axis}-closed`] : []),
    ];
    for (const marker of markers) {
      const entries = times(text, marker);
      if (entries === 0) missed.push(`${marker} is not in the log`);
      if (entries > 1) doubled.push(`${marker}: ${entries} times`);
    }
    const sent = messages.filter((message) => message.includes(`${period} is open`));
    const plain = sent.filter((message) => !message.includes("(may repeat)")).length;
    if (sent.length === 0) missed.push(`${period}: no message`);
    if (plain > 1) doubled.push(`${period}: ${plain} messages`);
    repeats += sent.length - Math.max(1, plain);
  }
  const extra = cycles.filter(({ period }) => !periods.includes(period));
  if (extra.length > 0) doubled.push(`${extra.length} cycles of months that were not asked for`);
  return { missed, doubled, repeats };
}

function times(whole: string, part: string): number {
  return whole.split(part).length - 1;
}
