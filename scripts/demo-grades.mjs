// Joins exported items with a file of grades by their text, as the founder would grade what he reads:
//
//   improve-cron queue export - | node scripts/demo-grades.mjs GRADES.jsonl | improve-cron queue import -
//
// A line of the file is one text with its grade,
//   {"axis":"...","period":"2026-05","text":"...","grade":"FAIL","reason":"..."}
// or a rule for many texts: the first N of them that the export shows get `grade` (with the reasons in turn), the
// others `otherwise`. Which verdicts are drawn depends on the random salt of a database, so a rule gives every
// database the same counts:
//   {"axis":"...","period":"2026-05","texts":["...", ...],"grade":"FAIL","first":4,"otherwise":"PASS","reasons":[...]}
// The export is blind, so the join is too. An item whose text is not in the file ends it with exit code 1.
import { readFileSync } from "node:fs";

const items = readLines(0);
const rules = readLines(process.argv[2] ?? fail("name the file of grades"));
const ruleOfText = new Map();
for (const rule of rules) {
  const state = { rule, used: 0 };
  for (const text of rule.texts ?? [rule.text]) ruleOfText.set(keyOf(rule, text), state);
}

let unknown = 0;
for (const item of items) {
  const state = ruleOfText.get(keyOf(item, item.text));
  if (state === undefined) {
    unknown += 1;
    console.error(`no grade for an item of ${item.axis}, ${item.period}`);
  } else {
    console.log(JSON.stringify({ ref: item.ref, ...gradeBy(state), by: "founder" }));
  }
}
process.exitCode = unknown === 0 ? 0 : 1;

function gradeBy(state) {
  const { rule } = state;
  const place = state.used;
  state.used += 1;
  if (rule.first === undefined) return withReason(rule.grade, rule.reason);
  if (place >= rule.first) return { grade: rule.otherwise };
  return withReason(rule.grade, rule.reasons?.[place % rule.reasons.length]);
}

function withReason(grade, reason) {
  return reason === undefined ? { grade } : { grade, reason };
}

function keyOf({ axis, period }, text) {
  return JSON.stringify([axis, period, text.normalize("NFC").trim()]);
}

function readLines(file) {
  const text = readFileSync(file, "utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
