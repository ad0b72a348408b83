// Runs the script of a light command as the entry does, in the working directory's workspace, and writes down what V8 has
// compiled of it by then: `keep-compiled-code.cjs DIST record|history`.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const { Script } = require("node:vm");

const [dist, name] = process.argv.slice(2);
const filename = `${dist}/${name}.script`;
const script = new Script(readFileSync(filename, "utf8"), { filename });
const own = { exports: {} };
script.runInThisContext()(own.exports, require, own, filename, dist);

const verdict = ["record", "--axis", "a", "--verdict", "PASS"];
const calls = {
  record: [
    [...verdict, "--id", "1", "--text", "Dear all"],
    [...verdict, "--artifact", "reply.md", "--reason", "a date", "--score", "0.9", "--cost-usd", "0.01", "--json"],
    ["record", "--axis", "b", "--verdict", "FAIL", "--at", new Date().toISOString()],
  ],
  history: [
    ["history"],
    ["history", "a", "--since", "2024-05", "--json"],
    ["history", "--csv", "--as-of", "2024-06-20T00:00:00Z"],
  ],
}[name];

const exit = process.exit.bind(process);
let done = 0;
process.exit = () => {
  done += 1;
};

async function keep() {
  const start = own.exports[name === "record" ? "startRecord" : "startHistory"];
  for (const call of calls) await start(call, () => {});
  if (done !== calls.length) {
    console.error(`${done} of ${calls.length} calls were plain`);
    exit(1);
  }
  const code = script.createCachedData();
  writeFileSync(`${dist}/${name}.${process.version}-${process.arch}.cache`, Buffer.concat([code, code]));
}

void keep();
