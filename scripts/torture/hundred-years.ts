// A hundred years of the schedule, in four services of 25 years with other zones and slots:
//   node --import tsx scripts/torture/hundred-years.ts [--seed S] [--months M] [--json] [--write]
// M is the number of months of each service. Ends with 1 where a month was missed or doubled.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { live, type Lifetime } from "./lifetime.ts";
import { machineOf, writeRecords, type YearsRecord } from "./reliability-page.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "20260601" },
    months: { type: "string", default: "300" },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const months = Number(values.months);

/** Slots at an ordinary hour, in the hour that clocks skip, in the one they show twice, and in a zone of half hours. */
const services = [
  { first: "2026-01", timezone: "America/New_York", schedule: "0 9 1 * *" },
  { first: "2026-01", timezone: "America/New_York", schedule: "30 2 8 * *" },
  { first: "2026-01", timezone: "Europe/Berlin", schedule: "30 2 28 * *" },
  { first: "2026-01", timezone: "Australia/Lord_Howe", schedule: "45 1 1 * *" },
] as const;

// Databases are synced at each commit: in memory a century takes minutes.
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
const begun = new Date();
const lives: Lifetime[] = [];
for (const [n, service] of services.entries()) {
  const life = await live({ ...service, seed: seed + n, months });
  lives.push(life);
  process.stderr.write(
    `${service.timezone} "${service.schedule}": ${life.months} months, ${life.missed.length} missed, ${life.doubled.length} doubled\n`,
  );
  for (const problem of [...life.missed, ...life.doubled, ...life.inconsistent])
    process.stderr.write(`  ${problem}\n`);
}
const sum = (of: (life: Lifetime) => number): number => lives.reduce((total, life) => total + of(life), 0);
const record: YearsRecord = {
  date: begun.toISOString(),
  seed,
  command: `node --import tsx scripts/torture/hundred-years.ts ${process.argv.slice(2).join(" ")}`.trim(),
  machine: machineOf(),
  seconds: Math.round((Date.now() - begun.getTime()) / 1000),
  rows: [
    ["months", sum((life) => life.months)],
    ["missed", sum((life) => life.missed.length)],
    ["doubled", sum((life) => life.doubled.length)],
    ["inconsistent", sum((life) => life.inconsistent.length)],
    ["decisions, each decided again by `verify`", sum((life) => life.decisions)],
    ["times that the service looked", sum((life) => life.looks)],
    ["passes that fell at a random step", sum((life) => life.crashes)],
    ["starts", sum((life) => life.restarts)],
    ["times that the clock was set back", sum((life) => life.setBack)],
    ["stretches of more than a month without a look", sum((life) => life.downtimes)],
    ["messages repeated, and told so", sum((life) => life.repeats)],
  ],
};
if (values.write) writeRecords({ years: record });
if (values.json) process.stdout.write(`${JSON.stringify(record)}\n`);
else console.table(Object.fromEntries(record.rows));
process.exitCode =
  sum((life) => life.missed.length + life.doubled.length + life.inconsistent.length) === 0 ? 0 : 1;
