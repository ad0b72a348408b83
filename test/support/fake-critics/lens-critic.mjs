// A critic of the kind `command` that is a reader of a panel: `node lens-critic.mjs SCRIPT.json READER`. The script says, by
// reader, what it answers: a report, or how it fails. What it is asked is appended to SCRIPT.json.calls.
import { appendFileSync, readFileSync, writeSync } from "node:fs";

const [, , file, reader] = process.argv;
const script = JSON.parse(readFileSync(file, "utf8"));
const asked = JSON.parse(readFileSync(0, "utf8"));
appendFileSync(`${file}.calls`, `${JSON.stringify({ reader, pid: process.pid, ...asked })}\n`);

const answers = script.answers ?? {};
const answer = Object.hasOwn(answers, reader) ? answers[reader] : script.otherwise;
const facts = { model: script.model ?? asked.model ?? "lens-model-1", cost_usd: script.cost_usd ?? 0.01 };
const say = (text) => writeSync(1, text);

switch (answer) {
  case "hang":
    setInterval(() => {}, 1000);
    break;
  case "hang-for-good":
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
    setInterval(() => {}, 1000);
    break;
  case "crash":
    process.exit(3);
    break;
  case "truncate":
    say('{"answer":{"findings":[{"severity":"BLOCKER","block":1,"evid');
    break;
  case "nonsense":
    say("I would publish this, it is fine.");
    break;
  default: {
    const own = answer ?? {};
    const empty = { findings: [], strengths: [], wow: { score: 6, moments: [] }, skill_adjustments: [] };
    const properties = asked.schema.properties;
    const more = {
      ...("aiRisk" in properties ? { aiRisk: { score: 2, drivers: ["an even rhythm"] } } : {}),
      ...("verdict" in properties ? { verdict: "I would send it out." } : {}),
    };
    const tokens = { input: 900, output: 100 };
    say(JSON.stringify({ answer: { ...empty, ...more, ...own }, tokens, ...facts }));
  }
}
