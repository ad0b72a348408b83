// Makes one CommonJS file of the program's entry: `bundle-entry.mjs DIST`. Finding, reading and linking modules one by
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

/** Bundles `record.js` of a compiled program into `improve-cron.cjs` beside it; answers with the modules that went in. */
export async function bundleEntry(dist) {
  const bundle = await rolldown({
    input: join(dist, "record.js"),
    platform: "node",
    // better-sqlite3 asks for `bindings` only where it is not told where its compiled module lies.
    external: (id) => id === "bindings" || /(^|\/)cli\/main\.js$/.test(id),
    plugins: [
      {
        name: "stand-ins",
        resolveId: (id) => {
          const standIn = standIns.get(id);
          return standIn === undefined ? null : join(dist, standIn);
        },
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
  console.log((await bundleEntry(resolve(process.argv[2] ?? "dist"))).join("\n"));
}
