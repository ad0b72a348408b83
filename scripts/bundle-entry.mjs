// Makes the program's entry in the folder of a compiled program: `bundle-entry.mjs DIST STAMP`. Finding, reading and
// linking modules one by one, the loader for ES modules and compiling would cost `record` more than all that it does: so
// `record.js` and what it imports become one script, and V8's code for it lies beside it. Packages stay outside but
// better-sqlite3, whose few lines of JavaScript are taken in. The full command line becomes some scripts instead of hundreds of
// modules, and what `--help` says is kept as a text.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

/** Parts of Node that cost more to load than `record` has need of, and the files that stand in for them. */
const standIns = new Map([
  ["node:crypto", "light-record/small-crypto.js"],
  ["node:zlib", "light-record/late-zlib.js"],
]);

/** What a connection can do beside running statements: `record` never asks for it, and loading it takes time. */
const leftOut = /better-sqlite3\/lib\/methods\/(aggregate|backup|function|serialize|table)\.js$/;

/** Makes the entry of a compiled program; `stamp` names the build. Answers with the modules that went into the script. */
export async function bundleEntry(dist, stamp) {
  const migrations = join(dist, "store/sqlite/migrations.js");
  const bundle = await rolldown({
    input: join(dist, "record.js"),
    platform: "node",
    // better-sqlite3 asks for `bindings` only where it is not told where its compiled module lies.
    external: ["bindings"],
    transform: { define: { BUILD_STAMP: JSON.stringify(stamp) } },
    plugins: [
      {
        name: "stand-ins",
        resolveId: (id) => {
          const standIn = standIns.get(id);
          return standIn === undefined ? null : join(dist, standIn);
        },
        load: (id) => {
          if (leftOut.test(id)) return "module.exports = undefined;";
          return id === migrations ? namesOfMigrations(migrations) : null;
        },
      },
    ],
  });
  const { output } = await bundle.generate({
    format: "cjs",
    exports: "named",
    codeSplitting: false,
    comments: false,
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  writeFileSync(join(dist, ".stamp"), `${stamp}\n`);
  writeFileSync(join(dist, "record.script"), scriptOf(output[0].code));
  const entry = join(dist, "improve-cron.cjs");
  copyFileSync(fileURLToPath(new URL("../src/entry.cjs", import.meta.url)), entry);
  chmodSync(entry, 0o755);
  keepCompiledCode(dist);
  await bundleProgram(dist);
  keepHelp(dist);
  return output.flatMap((chunk) => chunk.moduleIds ?? []);
}

/** Packages that most commands do without, and those with compiled or worker code: they are found in their folders, when needed. */
const unbundled = [
  "better-sqlite3",
  "pino",
  "@notionhq/client",
  "node-cron",
  "sanitize-html",
  "markdown-it",
];

/**
 * Puts the full command line into `program/`, with all that it imports: one script for what all commands share, others for what
 * some do. `cli/main.js` only starts it.
 */
async function bundleProgram(dist) {
  const main = join(dist, "cli/main.js");
  // What was compiled stays beside what starts the scripts, so that a folder may be bundled again.
  const compiled = join(dist, "cli/main-compiled.js");
  if (!existsSync(compiled)) copyFileSync(main, compiled);
  const bundle = await rolldown({
    input: { main: compiled },
    platform: "node",
    external: unbundled,
    plugins: [
      {
        // Where a module lies tells it where the package's other files are: its script lies elsewhere, two steps down like all.
        name: "places",
        transform: (code, id) => {
          if (!id.startsWith(dist) || !code.includes("import.meta.")) return null;
          const place = `../${relative(dist, id)}`;
          return code
            .replaceAll("import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
            .replaceAll("import.meta.url", `new URL(${JSON.stringify(place)}, import.meta.url).href`);
        },
      },
    ],
  });
  const minify = { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } };
  await bundle.write({ dir: join(dist, "program"), format: "esm", comments: false, minify });
  await bundle.close();
  writeFileSync(main, '#!/usr/bin/env node\nimport "../program/main.js";\n');
}

/** What `--help` says where the terminal's width is not known. Without it the command line says it itself, later. */
function keepHelp(dist) {
  const args = [join(dist, "cli/main.js"), "--help"];
  const { status, stdout } = spawnSync(process.execPath, args, { env: { PATH: process.env.PATH }, encoding: "utf8" });
  if (status === 0) writeFileSync(join(dist, "help.txt"), stdout);
}

/** The migrations without their SQL: `record` migrates nothing, it only knows which there are. */
async function namesOfMigrations(file) {
  const { migrations } = await import(pathToFileURL(file).href);
  const named = migrations.map(({ name, hash }) => ({ name, hash, sql: "" }));
  return `export const migrations = ${JSON.stringify(named)};`;
}

/** The code as a function of what Node gives a CommonJS module, in ASCII, which V8 reads twice as fast. */
function scriptOf(code) {
  const ascii = code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `(function (exports, require, module, __filename, __dirname) {${ascii}\n})`;
}

/**
 * Lets the program record a few verdicts in a folder of its own and keeps what V8 has compiled on the way. Without it
 * `record` is slower and otherwise the same, so a program that cannot do it here is no reason to end the build.
 */
function keepCompiledCode(dist) {
  const home = mkdtempSync(join(tmpdir(), "improve-cron-build-"));
  try {
    mkdirSync(join(home, "config/axes"), { recursive: true });
    writeFileSync(join(home, "config/improve-cron.yaml"), "timezone: America/New_York\n");
    writeFileSync(join(home, "config/axes/a.yaml"), "axis: a\nstatus: graduated\nrubric: a.md\nmodel: m\n");
    writeFileSync(join(home, "config/axes/a.md"), "A rubric.\n");
    writeFileSync(join(home, "reply.md"), "Dear all. ".repeat(300));
    const hourAgo = Date.now() / 1000 - 3600;
    for (const name of ["improve-cron.yaml", "axes/a.yaml", "axes"]) {
      utimesSync(join(home, "config", name), hourAgo, hourAgo);
    }
    const options = { cwd: home, env: { PATH: process.env.PATH, HOME: home }, encoding: "utf8" };
    const first = spawnSync(process.execPath, [join(dist, "improve-cron.cjs"), "status"], options);
    if (first.status !== 0) return;
    const warm = fileURLToPath(new URL("keep-compiled-code.cjs", import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [warm, dist], options);
    if (status !== 0) console.error(`no compiled code is kept: ${stderr}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const [dist = "dist", stamp = ""] = process.argv.slice(2);
  console.log((await bundleEntry(resolve(dist), stamp)).join("\n"));
}
