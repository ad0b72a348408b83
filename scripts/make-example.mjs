// Writes the verdict logs and the founder's grades of config/example. The output is committed; run it again after
// a change here. It throws no dice: every run writes the same bytes.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const example = join(root, "config", "example");
const target = process.argv[2] ?? example;

const owners = ["Mara", "Jonas", "Priya", "Tomás", "the research agent", "the billing agent"];
const accounts = ["Northwind", "Helios", "Brightwater", "Calder & Sons", "Osprey Labs", "Tidemark"];

/** A dispatch is work handed to an agent or a colleague. */
const dispatch = {
  id: "d",
  tasks: [
    ["renew the certificate of the staging site", "the browser shows no warning and the new date is in the runbook"],
    ["collect the open invoices over 30 days", "every one has a date of the last reminder beside it"],
    ["draft the answer to the security questionnaire", "all 42 questions have an answer or a named owner"],
    ["move the weekly report to the new template", "the last two reports exist in it with the same totals"],
    ["check the onboarding mails for dead links", "each link was opened and the dead ones are listed by mail"],
    ["compare the three quotes for the data room", "one table holds price, term and exit clause of each"],
    ["write release notes for the March fixes", "each fix has one sentence a customer understands"],
    ["find out why the nightly export takes an hour", "the slowest step is named with its time on three nights"],
    ["prepare the agenda for the pilot review", "every point has an owner and the number of minutes it gets"],
    ["close the support threads that were answered", "no thread older than ten days waits for us"],
    ["list the vendors that hold customer data", "each has its contract date and the data it holds"],
    ["test the restore of last week's backup", "one file of each kind was opened from the restored copy"],
    ["update the price list on the partner page", "the page and the contract annex show the same figures"],
    ["interview two users about the import screen", "the notes hold their words and where they stopped"],
    ["remove the unused feature flags", "the list of removed flags and the green test run are linked"],
  ],
  pass: (task, done, owner, account) =>
    `To: ${owner}\nTask: ${task} for ${account}.\nDone when: ${done}.\nStop and ask if it takes more than two hours.`,
  fail: (task, _done, owner, account) =>
    `To: ${owner}\nTask: look into "${task}" for ${account} and improve things where it makes sense.`,
  failReason: "No end condition: the receiver cannot tell when the work is done.",
};

/** A vault write is a note that an agent adds to the founder's vault. */
const vault = {
  id: "v",
  tasks: [
    ["pricing call", "they pay for the second seat only after the export works"],
    ["hiring loop", "the work sample told us more than both interviews"],
    ["board update", "runway is 14 months at the current burn"],
    ["pilot review", "weekly use fell after the second week, in all three teams"],
    ["support themes", "half of all threads are about the import of old files"],
    ["partner call", "they want a margin of 20% and no minimum"],
    ["churn interview", "the buyer had left and nobody knew the login"],
    ["roadmap talk", "reports before integrations, decided by both of us"],
    ["legal review", "the data annex has to name the region"],
    ["launch retro", "the mail went out before the page was live"],
  ],
  pass: (topic, finding, owner, account) =>
    `## ${account}: ${topic}\nSource: call notes of ${owner}.\n- Finding: ${finding}.\n- Next: ${owner} writes to ${account} by Friday.`,
  fail: (topic, finding, owner, account) =>
    `## ${account}: ${topic}\n${owner} and ${account} had a great and productive exchange. Key insight: ${finding}, which will be a game changer.`,
  failReason: "No source and no next step; the claim is larger than the notes.",
};

/** A strategic output is a recommendation that the founder may act on. */
const strategic = {
  id: "s",
  tasks: [
    ["raise the entry price to 49", "11 of the last 14 deals never asked about price"],
    ["stop the free tier for agencies", "it brings 40% of the support load and 2% of revenue"],
    ["hire a second engineer before a salesperson", "six signed deals wait for the same two integrations"],
    ["drop the mobile app", "9 of 310 accounts opened it last month"],
    ["sell to clinics next", "three came to us unasked and closed in under five weeks"],
  ],
  pass: (advice, evidence, owner, account) =>
    `Recommendation: ${advice}, starting with ${account}.\nEvidence: ${evidence}.\nAgainst it: we would learn it late if we are wrong.\nDecision by the founder; ${owner} prepares it.`,
  fail: (advice, _evidence, owner, account) =>
    `Recommendation: ${advice}. ${account} and others in the market are clearly moving this way, and ${owner} agrees that now is the moment.`,
  failReason: "The evidence is an opinion; nothing speaks against the advice.",
};

const months = [
  { period: "2026-04", days: 30 },
  { period: "2026-05", days: 31 },
];

const axes = [
  {
    axis: "verify-vault-write",
    kind: vault,
    counts: { "2026-04": { pass: 42, fail: 11, error: 1 }, "2026-05": { pass: 46, fail: 12, error: 0 } },
    // The critic's older answers had three states; both of these are FAIL.
    rawFail: { "2026-04": ["ITERATE", "SCRAP"], "2026-05": ["FAIL"] },
  },
  {
    axis: "verify-strategic-output",
    kind: strategic,
    counts: { "2026-04": { pass: 14, fail: 6, error: 0 }, "2026-05": { pass: 7, fail: 5, error: 0 } },
  },
  {
    axis: "verify-dispatch",
    kind: dispatch,
    counts: { "2026-04": { pass: 68, fail: 9, error: 1 }, "2026-05": { pass: 90, fail: 10, error: 2 } },
    // The rubric was shortened at the end of April. Its verdicts of May are an epoch of their own.
    rubric: { "2026-04": "verify-dispatch-2026-04.md", "2026-05": "verify-dispatch.md" },
    // The founder fails 4 of the dispatches that he is shown, whichever these are.
    overrides: {
      "2026-05": {
        first: 4,
        reasons: [
          "Names nobody who decides when the two hours are over.",
          "The end condition cannot be checked from outside.",
          "This was dispatched last week already.",
          "Two tasks in one; the second has no owner.",
        ],
      },
    },
  },
];

mkdirSync(join(target, "logs"), { recursive: true });
mkdirSync(join(target, "grades"), { recursive: true });
for (const month of months) {
  const grades = [];
  for (const axis of axes) {
    const verdicts = verdictsOf(axis, month);
    writeLines(join("logs", `${axis.axis}-${month.period}.jsonl`), verdicts.map(({ line }) => line));
    grades.push(...gradesOf(axis, month, verdicts));
  }
  writeLines(join("grades", `${month.period}.jsonl`), grades);
}

/** The verdicts of one axis and month in the order of their times, PASS and FAIL spread over the month. */
function verdictsOf({ axis, kind, counts, rawFail, rubric }, { period, days }) {
  const { pass, fail, error } = counts[period];
  const total = pass + fail + error;
  const words = spread(pass, fail, error);
  const fingerprint = rubric === undefined ? undefined : fingerprintOf(rubric[period]);
  const seen = { PASS: 0, FAIL: 0, ERROR: 0 };
  return words.map((word, index) => {
    const place = seen[word];
    seen[word] += 1;
    // A critic that gave no answer had something to look at too, and not what it had already judged.
    const text = textOf(kind, word, word === "ERROR" ? fail + place : place, period);
    const at = timeOf(period, days, index, total);
    const line = {
      axis,
      verdict: word === "FAIL" ? rawWord(rawFail?.[period], place) : word === "ERROR" ? { error: "timeout" } : word,
      at,
      id: `${kind.id}-${period.slice(2).replace("-", "")}-${String(index + 1).padStart(3, "0")}`,
      artifact: { text },
      ...(fingerprint === undefined ? {} : { rubric: fingerprint }),
      ...(word === "FAIL" ? { reason: kind.failReason } : {}),
      ...figuresOf(word, index),
    };
    return { word, text, line };
  });
}

function rawWord(words, place) {
  return words === undefined ? "FAIL" : words[place % words.length];
}

/** FAIL and ERROR verdicts at even distances among the PASS verdicts. */
function spread(pass, fail, error) {
  const total = pass + fail + error;
  const words = Array.from({ length: total }, () => "PASS");
  const others = Array.from({ length: fail + error }, (_, index) => (index < fail ? "FAIL" : "ERROR"));
  others.forEach((word, index) => {
    words[Math.floor(((index + 0.5) * total) / others.length)] = word;
  });
  return words;
}

/** Each place gives another text: a task comes again with another account, up to six times. */
function textOf(kind, word, place, period) {
  const shift = months.findIndex((month) => month.period === period) * 3;
  const count = kind.tasks.length;
  const round = Math.floor(place / count);
  const turn = (place % count) + shift;
  const [task, detail] = kind.tasks[turn % count];
  const owner = owners[(turn * 2 + round) % owners.length];
  const account = accounts[(turn * 5 + round) % accounts.length];
  return kind[word === "PASS" ? "pass" : "fail"](task, detail, owner, account);
}

/** Working hours in New York, where both months have summer time. */
function timeOf(period, days, index, total) {
  const minutes = Math.floor(((index + 0.5) * days * 600) / total);
  const day = 1 + Math.floor(minutes / 600);
  const inDay = 8 * 60 + (minutes % 600);
  return `${period}-${two(day)}T${two(Math.floor(inDay / 60))}:${two(inDay % 60)}:${two((index * 7) % 60)}-04:00`;
}

function two(number) {
  return String(number).padStart(2, "0");
}

/** A FAIL has the lower score and the longer, dearer answer. */
function figuresOf(word, index) {
  if (word === "ERROR") return { latency_ms: 60_000 };
  const step = (index * 37) % 23;
  return word === "PASS"
    ? { score: (74 + step) / 100, cost_usd: (80 + step) / 10_000, latency_ms: 1800 + step * 20 }
    : { score: (14 + step) / 100, cost_usd: (160 + step) / 10_000, latency_ms: 2900 + step * 40 };
}

/** The founder's grades: he confirms every FAIL, and every PASS but those of a rule. */
function gradesOf({ axis, kind, overrides }, { period }, verdicts) {
  const rule = overrides?.[period];
  const passed = verdicts.filter(({ word }) => word === "PASS").map(({ text }) => text);
  const failed = verdicts.filter(({ word }) => word === "FAIL").map(({ text }) => text);
  const confirmed = failed.map((text) => ({ axis, period, text, grade: "FAIL", reason: kind.failReason }));
  if (rule === undefined) return [...passed.map((text) => ({ axis, period, text, grade: "PASS" })), ...confirmed];
  const { first, reasons } = rule;
  return [{ axis, period, texts: passed, grade: "FAIL", first, otherwise: "PASS", reasons }, ...confirmed];
}

/** As improve-cron fingerprints a rubric: NFC, runs of white space to one space, trimmed, SHA-256. */
function fingerprintOf(file) {
  const text = readFileSync(join(example, "rubrics", file), "utf8");
  const normal = text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  return `sha256:${createHash("sha256").update(normal).digest("hex")}`;
}

function writeLines(name, lines) {
  writeFileSync(join(target, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
