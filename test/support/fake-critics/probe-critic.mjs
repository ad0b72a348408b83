// A critic of the kind `command` that writes and judges probes as a script says: `node probe-critic.mjs SCRIPT.json`. What it
// is asked is appended to SCRIPT.json.calls.
import { appendFileSync, mkdirSync, readFileSync, writeSync } from "node:fs";

const [, , file] = process.argv;
const script = JSON.parse(readFileSync(file, "utf8"));
const asked = JSON.parse(readFileSync(0, "utf8"));
appendFileSync(`${file}.calls`, `${JSON.stringify({ ...asked, cwd: process.cwd() })}\n`);

/** How often this was asked before. A folder is made by one of those who try at once, and by no other. */
function countOf(name) {
  mkdirSync(`${file}.counts`, { recursive: true });
  for (let n = 0; ; n += 1) {
    try {
      mkdirSync(`${file}.counts/${name}-${n}`);
      return n;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
}

/** One answer, or one after the other, of which the last stays. */
function next(answers, name) {
  if (!Array.isArray(answers)) return answers;
  return answers[Math.min(countOf(name), answers.length - 1)];
}

function give(answer, inForm) {
  if (answer === "hang") {
    setInterval(() => {}, 1000);
    return;
  }
  if (answer === "crash") process.exit(3);
  const said = typeof answer === "object" && answer !== null && "error" in answer ? answer : inForm(answer);
  const facts = { model: script.model, version: script.version, cost_usd: script.cost_usd };
  writeSync(1, answer === "garbage" ? "I would say it is fine." : JSON.stringify({ ...said, ...facts }));
}

if (asked.request === "generate") {
  const refusal = { error: { kind: "refused", message: "no" } };
  give(next(script.generate ?? refusal, "generate"), (answer) => ({ answer }));
} else {
  const rule = (script.rules ?? []).findIndex(
    ({ has, unless_rubric: unless }) =>
      asked.artifact.includes(has) && (unless === undefined || !asked.rubric.includes(unless)),
  );
  const answers = rule === -1 ? (script.otherwise ?? "FAIL") : script.rules[rule].answers;
  give(next(answers, `rule${rule}`), (verdict) => ({ verdict, reason: "By the first line of the rubric." }));
}
