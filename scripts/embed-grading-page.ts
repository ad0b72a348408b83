import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** Bundles src/grading-page into src/server/grading/page-assets.ts, so that the page comes with the program. */

const root = join(import.meta.dirname, "..");
const folder = join(root, "src/grading-page");

const bundle = await rolldown({ input: join(folder, "main.ts"), platform: "browser" });
const { output } = await bundle.generate({ format: "iife", comments: false });
await bundle.close();

const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const assets = {
  shell: read("page.html"),
  style: read("page.css"),
  script: output[0].code,
  icon: read("icon.svg"),
};
const constants = Object.entries(assets).map(([name, text]) => {
  if (name === "script" && /<\/script|<!--/i.test(text))
    throw new Error("the script would end its own element");
  const literal = text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${");
  return `\nexport const ${name} = \`${literal}\`;\n`;
});

const target = process.argv[2] ?? join(root, "src/server/grading/page-assets.ts");
writeFileSync(
  target,
  `// Written by scripts/embed-grading-page.ts from src/grading-page/; do not edit.\n${constants.join("")}`,
);
console.log(`the page was written to ${target}`);
