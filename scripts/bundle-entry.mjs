// Makes one CommonJS file of the program's entry: `bundle-entry.mjs DIST STAMP`. Finding, reading and linking modules one by
// one, and the loader for ES modules, would cost `record` more than all that it does. Packages stay outside but
// better-sqlite3, whose few lines of JavaScript are taken in; the full command line stays a file of its own.
import { chmodSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

/** Parts of Node that cost more to load than `record` has need of, and the files that stand in for them. */
const standIns = new Map([
  ["node:crypto", "light-record/small-crypto.js"],
  ["node:zlib", "light-record/late-zlib.js"],
]);

/** What a connection can do beside running statements: `record` never asks for it, and loading it takes time. */
const leftOut = /better-sqlite3\/lib\/methods\/(aggregate|backup|function|serialize|table)\.js$/;

/**
 * Bundles `record.js` of a compiled program into `improve-cron.cjs` beside it; answers with the modules that went in.
 * `stamp` names the build, as the file `.stamp` does.
 */
export async function bundleEntry(dist, stamp) {
  const bundle = await rolldown({
    input: join(dist, "record.js"),
    platform: "node",
    // better-sqlite3 asks for `bindings` only where it is not told where its compiled module lies.
    external: (id) => id === "bindings" || /(^|\/)cli\/main\.js$/.test(id),
    transform: { define: { BUILD_STAMP: JSON.stringify(stamp) } },
    plugins: [
      {
        name: "stand-ins",
        resolveId: (id) => {
          const standIn = standIns.get(id);
          return standIn === undefined ? null : join(dist, standIn);
        },
        load: (id) => (leftOut.test(id) ? "module.exports = undefined;" : null),
      },
    ],
  });
  const file = join(dist, "improve-cron.cjs");
  const { output } = await bundle.write({
    file,
    format: "cjs",
    codeSplitting: false,
    comments: false,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  chmodSync(file, 0o755);
  return output.flatMap((chunk) => chunk.moduleIds ?? []);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const [dist = "dist", stamp = ""] = process.argv.slice(2);
  console.log((await bundleEntry(resolve(dist), stamp)).join("\n"));
}
