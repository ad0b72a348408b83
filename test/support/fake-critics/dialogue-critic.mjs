// A critic of any command's kind that takes the turns of a dialogue by a script: a JSON file, named by its first argument. Its
// second argument is its own name in the script and in the log. `calls` lists what it does at its first, second, ... call; the last
// one stands for all further ones:
//   { message, status, adjustments }  a turn             { exit: 3 }     ends with this code and says nothing
//   { hang: true }                    never ends         { raw: "..." }  writes this
//   { error: "auth" }                 says why it could not
//   { touch: FILE, append: "..." }    adds to a file first, then does what else it says
//   { cost: 0.4 }                     what the call cost
// `log` names a file that gets a line for each call: the name and the whole request.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

const [, , file, name] = process.argv;
const script = JSON.parse(readFileSync(file, "utf8"));
const request = JSON.parse(readFileSync(0, "utf8"));
const before = existsSync(script.log)
  ? readFileSync(script.log, "utf8").split("\n").filter((line) => line.startsWith(`{"name":"${name}"`)).length
  : 0;
appendFileSync(script.log, `${JSON.stringify({ name, request })}\n`);
const calls = script[name];
const does = calls[Math.min(before, calls.length - 1)];
if (does.touch) appendFileSync(does.touch, does.append);
if (does.hang) {
  setInterval(() => {}, 1000);
} else if (does.exit !== undefined) {
  process.exitCode = does.exit;
} else if (does.raw !== undefined) {
  process.stdout.write(does.raw);
} else {
  const { adjustments = [], cost = 0, error, message, status } = does;
  const said = error ? { error: { kind: error, message: "by the script" } } : { answer: { message, status, adjustments } };
  process.stdout.write(`${JSON.stringify({ ...said, model: `${name}-1`, version: "1.0.0", cost_usd: cost })}\n`);
}
