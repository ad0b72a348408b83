import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ImproveCronError, messageOf } from "../errors.ts";

/** A prompt as its file gives it, before its fields are filled in. */
export interface Prompt {
  readonly text: string;
  /** `sha256:` and 12 hex digits of the text: another one means that the judge changed. */
  readonly fingerprint: string;
}

const shippedFolder = join(import.meta.dirname, "../../config/prompts");

/**
 * Reads the prompt of a name: `prompts/NAME.md` in the config's folder, else the shipped one.
 *
 * @throws ImproveCronError `config` where there is none, or it cannot be read.
 */
export function readPrompt(name: string, home: string): Prompt {
  const own = join(home, "prompts", `${name}.md`);
  const file = existsSync(own) ? own : join(shippedFolder, `${name}.md`);
  let written: string;
  try {
    written = readFileSync(file, "utf8");
  } catch (error) {
    throw new ImproveCronError(
      "config",
      `the prompt ${file} cannot be read: ${messageOf(error)}`,
      `Restore it, or write your own as ${own}.`,
      error,
    );
  }
  return promptOf(written);
}

/** A prompt from the text of its file: a comment at its head is for people and is left out. */
export function promptOf(written: string): Prompt {
  const text = written.replace(/^\uFEFF?\s*<!--[\s\S]*?-->\s*/, "").trim();
  return { text, fingerprint: `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 12)}` };
}

/**
 * Fills the fields `{{name}}` of a prompt, each once: what a field brings in is not looked through for further fields.
 *
 * @throws ImproveCronError `config` where the prompt wants a field that is not given.
 */
export function fillPrompt(prompt: Prompt, fields: Readonly<Record<string, string>>): string {
  return prompt.text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value === undefined) {
      const known = Object.keys(fields).map((key) => `{{${key}}}`);
      throw new ImproveCronError(
        "config",
        `a prompt wants {{${name}}}, which nothing fills in`,
        `Use ${known.length === 0 ? "no field" : known.join(", ")} in it.`,
      );
    }
    return value;
  });
}
