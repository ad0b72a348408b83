import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ImproveCronError, messageOf } from "../errors.ts";
import { fillPrompt, promptOf } from "./prompt-file.ts";

const shippedFolder = join(import.meta.dirname, "../../config/lenses");

/**
 * What a lens is told: the prompt of its file, with the shared form of reports (`report-form.md`) where it says
 * {{report}}. A file that the config names comes first, then one of its name in `lenses` beside the config, then the
 * shipped one.
 *
 * @param fields what the form of reports says to this lens
 * @throws ImproveCronError `config` where a file cannot be read, or wants a field that is not given.
 */
export function readLensPrompt(
  lens: { readonly name: string; readonly promptFile: string | null },
  home: string,
  fields: Readonly<Record<string, string>>,
): string {
  const report = readFilled(fileOf("report-form", home), fields);
  return readFilled(lens.promptFile ?? fileOf(lens.name, home), { ...fields, report });
}

function fileOf(name: string, home: string): string {
  const own = join(home, "lenses", `${name}.md`);
  return existsSync(own) ? own : join(shippedFolder, `${name}.md`);
}

function readFilled(file: string, fields: Readonly<Record<string, string>>): string {
  try {
    return fillPrompt(promptOf(readFileSync(file, "utf8")), fields);
  } catch (error) {
    const said = `${file}: the prompt of a lens cannot be used: ${messageOf(error)}`;
    const hint =
      error instanceof ImproveCronError ? error.hint : "Restore it, or name another with `prompt`.";
    throw new ImproveCronError("config", said, hint, error);
  }
}
