import { copyFileSync, constants, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ImproveCronError, messageOf } from "../errors.ts";

/** Absolute paths of what `init` made, and of what was there already and stayed as it was. */
export interface InitReport {
  readonly made: readonly string[];
  readonly left: readonly string[];
}

/** The config that the package ships, every key with its default and a comment. Two folders up from here and from dist alike. */
const shippedConfig = fileURLToPath(new URL("../../config/improve-cron.yaml", import.meta.url));

/**
 * Makes a workspace to start from: the config with every key explained, one axis file with a rubric, and a folder
 * for logs. What exists is never overwritten, so a second call makes only what is missing.
 *
 * @throws ImproveCronError `io` when the folder cannot be written
 */
export function initWorkspace(dir: string): InitReport {
  const folder = resolve(dir);
  const made: string[] = [];
  const left: string[] = [];
  const make = (path: string, create: (path: string) => void): void => {
    try {
      create(path);
      made.push(path);
    } catch (error) {
      if (isExisting(error)) left.push(path);
      else {
        throw new ImproveCronError(
          "io",
          `${path} cannot be made: ${messageOf(error)}`,
          "Choose a folder that you can write to.",
          error,
        );
      }
    }
  };
  makeFolder(folder);
  makeFolder(join(folder, "axes"));
  makeFolder(join(folder, "rubrics"));
  // Each creation fails where something stands: asking first would leave a moment for it to appear.
  make(join(folder, "improve-cron.yaml"), (path) =>
    copyFileSync(shippedConfig, path, constants.COPYFILE_EXCL),
  );
  make(join(folder, "axes", "my-axis.yaml"), (path) => writeFileSync(path, axisSample, { flag: "wx" }));
  make(join(folder, "rubrics", "my-axis.md"), (path) => writeFileSync(path, rubricSample, { flag: "wx" }));
  make(join(folder, "logs"), (path) => mkdirSync(path));
  return { made, left };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new ImproveCronError(
      "io",
      `${path} cannot be made: ${messageOf(error)}`,
      statSync(path, { throwIfNoEntry: false })?.isFile() === true
        ? "A file stands in its place: choose another folder."
        : "Choose a folder that you can write to.",
      error,
    );
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

const axisSample = `# One critic. Copy this file for each further one; the file name does not matter.
# Lower-case letters, digits and hyphens.
axis: my-axis
# graduated: it acts alone; assisted: a person confirms. improve-cron takes it back to assisted on evidence, never forward.
status: graduated
# What the critic judges by; an edit starts a new epoch, whose numbers are not mixed with the old ones.
rubric: ../rubrics/my-axis.md
# One JSON object a line, e.g. {"axis":"my-axis","verdict":"PASS","at":"2026-05-03T14:12:00-04:00","artifact":{"text":"..."}}
verdict_log: ../logs/my-axis.jsonl
# Shown to the person who grades, instead of the rubric: what the work is for, in one plain sentence.
intent: Work that can go out as it stands.
`;

const rubricSample = `# My axis

Judge one piece of work. PASS only if every line holds.

1. **Complete.** Everything that was asked for is there.
2. **True.** Every statement of fact has a source, and the source says it.
3. **Clear.** A reader who knows nothing of its making understands it.

FAIL when one line does not hold; name the line and quote the passage.
`;
