// Runs the script of `record` as the entry does, in the working directory's workspace, and writes down what V8 has
// compiled of it by then: `keep-compiled-code.cjs DIST`.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const { Script } = require("node:vm");

const dist = process.argv[2];
const filename = `${dist}/record.script`;
const script = new Script(readFileSync(filename, "utf8"), { filename });
const own = { exports: {} };
script.runInThisContext()(own.exports, require, own, filename, dist);

const verdict = ["record", "--axis", "a", "--verdict", "PASS"];
const calls = [
  [...verdict, "--id", "1", "--text", "Dear all"],
  [...verdict, "--artifact", "reply.md", "--reason", "a date", "--score", "0.9", "--cost-usd", "0.01", "--json"],
  ["record", "--axis", "b", "--verdict", "FAIL", "--at", new Date().toISOString()],
];
const exit = process.exit.bind(process);
let stored = 0;
process.exit = () => {
  stored += 1;
};
for (const call of calls) own.exports.startRecord(call, () => {});
if (stored !== calls.length) {
  console.error(`${stored} of ${calls.length} verdicts were stored`);
  exit(1);
}
const code = script.createCachedData();
writeFileSync(`${dist}/record.${process.version}-${process.arch}.cache`, Buffer.concat([code, code]));
