#!/usr/bin/env node
// The program's first file; the build copies it to dist/improve-cron.cjs. A plain `record` shall cost little more than
// starting Node, and so shall `history`: each runs one script (`record.ts` or `history.ts` and what it needs) from the code
// that V8 kept of it at build time. What `--version` and `--help` say is known since the build, too.
// Everything else, and every call of these two that is not plain, is the full command line's.
"use strict";

/** What each script of a light command exports. */
const light = { record: "startRecord", history: "startHistory" };

function loadScript(name) {
  const { readFileSync } = require("node:fs");
  const { Script } = require("node:vm");
  const filename = `${__dirname}/${name}.script`;
  let cachedData;
  try {
    // Written twice, one after the other: V8 believes what it is given, and this is the quickest check that it is whole.
    const twice = readFileSync(`${__dirname}/${name}.${process.version}-${process.arch}.cache`);
    const code = twice.subarray(0, twice.length / 2);
    if (code.equals(twice.subarray(code.length))) cachedData = code;
  } catch {
    // Another Node than the one of the build: the script is compiled anew, which takes a few milliseconds.
  }
  const script = new Script(readFileSync(filename, "utf8"), { filename, cachedData });
  const own = { exports: {} };
  script.runInThisContext()(own.exports, requireForScript, own, filename, __dirname);
  return own.exports;
}

/** Parts of Node, and the compiled module of better-sqlite3 by its whole path: Node's way would look for its package first. */
function requireForScript(id) {
  if (!id.endsWith(".node")) return require(id);
  const addon = { exports: {} };
  process.dlopen(addon, id);
  return addon.exports;
}

/** What was read of stdin is put back, for the reader that comes now. */
async function takeOrdinaryPath(stdin) {
  if (stdin !== null) {
    const { Readable } = require("node:stream");
    Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from(stdin) });
  }
  await import("./cli/main.js");
}

/** What `--version` and `--help` alone say, for whoever is not at a terminal, whose width would count; null for all else. */
function keptAnswer(args) {
  if (args.length !== 1 || !["--version", "-V", "--help", "-h"].includes(args[0])) return null;
  if (require("node:tty").isatty(1)) return null;
  const { readFileSync } = require("node:fs");
  try {
    if (args[0] === "--help" || args[0] === "-h") return readFileSync(`${__dirname}/help.txt`, "utf8");
    return `${JSON.parse(readFileSync(`${__dirname}/../package.json`, "utf8")).version}\n`;
  } catch {
    return null;
  }
}

/** Whether somebody reads it to its end changes nothing. */
function write(text) {
  const { writeSync } = require("node:fs");
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") return;
    }
  }
}

const kept = keptAnswer(process.argv.slice(2));
if (kept !== null) write(kept);
else {
  const args = process.argv.slice(2);
  // The first of these words is the command, or the call is not plain.
  const name = args.find((arg) => Object.hasOwn(light, arg));
  if (name === undefined) void takeOrdinaryPath(null);
  else loadScript(name)[light[name]](args, takeOrdinaryPath);
}
