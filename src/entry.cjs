#!/usr/bin/env node
// The program's first file; the build copies it to dist/improve-cron.cjs. A plain `record` shall cost little more than
// starting Node: it runs one script (`record.ts` and what it needs) from the code that V8 kept of it at build time.
// Everything else, and every `record` that is not plain, is the full command line's.
"use strict";

function loadRecord() {
  const { readFileSync } = require("node:fs");
  const { Script } = require("node:vm");
  const filename = `${__dirname}/record.script`;
  let cachedData;
  try {
    // Written twice, one after the other: V8 believes what it is given, and this is the quickest check that it is whole.
    const twice = readFileSync(`${__dirname}/record.${process.version}-${process.arch}.cache`);
    const code = twice.subarray(0, twice.length / 2);
    if (code.equals(twice.subarray(code.length))) cachedData = code;
  } catch {
    // Another Node than the one of the build: the script is compiled anew, which takes a few milliseconds.
  }
  const script = new Script(readFileSync(filename, "utf8"), { filename, cachedData });
  const own = { exports: {} };
  script.runInThisContext()(own.exports, requireForRecord, own, filename, __dirname);
  return own.exports;
}

/** Parts of Node, and the compiled module of better-sqlite3 by its whole path: Node's way would look for its package first. */
function requireForRecord(id) {
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

if (process.argv.includes("record")) loadRecord().startRecord(process.argv.slice(2), takeOrdinaryPath);
else void takeOrdinaryPath(null);
