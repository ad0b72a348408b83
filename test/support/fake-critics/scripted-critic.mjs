// A critic of any command's kind that judges by a script: a JSON file, named by its first argument and read at each call.
// `fail` lists what it fails, as regular expressions on the artifact, each with what the rubric must say for it to be noticed
// (`needs`, a regular expression; left out, it is always noticed). `error` makes every call fail with that kind, `unsteady`
// makes every second call of an artifact say the other word, `log` names a file that gets a line for each call.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

const [, , file] = process.argv;
const script = JSON.parse(readFileSync(file, "utf8"));
const request = JSON.parse(readFileSync(0, "utf8"));
if (script.log) appendFileSync(script.log, `${JSON.stringify({ ...request, model: script.model })}\n`);
const facts = { model: script.model ?? "judge-1", version: script.version ?? "1.0.0", cost_usd: script.cost ?? 0 };

function answer(value) {
  process.stdout.write(`${JSON.stringify({ ...value, ...facts })}\n`);
}

if (script.error) {
  answer({ error: { kind: script.error, message: `the script says ${script.error}` } });
} else if (request.request === "generate") {
  answer({ answer: script.generate ?? {} });
} else {
  const found = (script.fail ?? []).find(
    ({ has, needs }) =>
      new RegExp(has, "i").test(request.artifact) && (!needs || new RegExp(needs, "i").test(request.rubric)),
  );
  let verdict = found ? "FAIL" : "PASS";
  if (script.unsteady) {
    // A line for each call: two that run side by side must not lose each other's.
    const line = JSON.stringify(request.artifact);
    const seen = existsSync(script.unsteady) ? readFileSync(script.unsteady, "utf8").split("\n") : [];
    if (seen.includes(line)) verdict = verdict === "PASS" ? "FAIL" : "PASS";
    appendFileSync(script.unsteady, `${line}\n`);
  }
  answer({ verdict, reason: found ? `It holds what rule ${found.has} forbids.` : "Every rule of the rubric holds." });
}
