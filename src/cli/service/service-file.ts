import { chmod, lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { whoseText } from "../../core/signed-file.ts";
import { ImproveCronError, messageOf } from "../../errors.ts";
import { textDifference } from "../../reports/text-difference.ts";

/** One file that a service consists of. */
export interface ServiceFile {
  readonly path: string;
  readonly text: string;
}

export type FileOutcome = "written" | "updated" | "unchanged" | "removed";

/** What would become of a file; `theirs` is one that a person wrote, changed or put a link in the place of. */
export interface FilePlan extends ServiceFile {
  readonly outcome: "written" | "updated" | "unchanged";
  readonly theirs: boolean;
  readonly difference: readonly string[];
}

/** How a file stands against what is to be there. Throws `io` where it cannot be read. */
export async function planFile(file: ServiceFile): Promise<FilePlan> {
  const before = await textAt(file.path);
  const theirs = (before !== null && whoseText(before) !== "ours") || (await isLink(file.path));
  if (before === file.text && !theirs) return { ...file, outcome: "unchanged", theirs, difference: [] };
  if (before === null) return { ...file, outcome: "written", theirs, difference: [] };
  return { ...file, outcome: "updated", theirs, difference: textDifference(before, file.text) };
}

/** Ends with `conflict` where one of the files is a person's. */
export function refuseTheirs(plans: readonly { readonly path: string; readonly theirs: boolean }[]): void {
  const found = plans.find(({ theirs }) => theirs);
  if (found === undefined) return;
  throw new ImproveCronError(
    "conflict",
    `${found.path} is not as improve-cron wrote it`,
    "See what would be there with --print. Move it away, or give --force to replace it; nothing was changed.",
  );
}

/** Puts a file in place, whole or not at all: a copy and no link, since launchd follows none. */
export async function putFile({ path, text }: ServiceFile): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await rm(partial, { force: true });
    await writeFile(partial, text, { mode: 0o644, flag: "wx" });
    // launchd takes no file that others may write, whatever the umask was.
    await chmod(partial, 0o644);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw cannot("write", path, error);
  }
}

export async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw cannot("remove", path, error);
  }
}

/** The text of a file; null where there is none. Throws `io` where it cannot be read. */
export async function textAt(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw cannot("read", path, error);
  }
}

async function isLink(path: string): Promise<boolean> {
  return await lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

function cannot(what: string, path: string, error: unknown): ImproveCronError {
  return new ImproveCronError(
    "io",
    `cannot ${what} ${path}: ${messageOf(error)}`,
    "Check the rights of its folder.",
    error,
  );
}
