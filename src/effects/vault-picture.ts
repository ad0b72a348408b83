import { mkdir, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensureLogFolder } from "./log-folder.ts";
import { type Done, done, type Waiting, waiting, waitingFor } from "./outcome.ts";
import { isReadOnly, readRegularFile, syncFolder } from "./regular-file.ts";
import type { Step } from "./step.ts";
import { removeStaleTemporaries, withTemporaryFile } from "./temporary-file.ts";

/** The folder of the pictures, beside the vault log; the log's entries link to it. */
const folderName = "improve-cron";

export interface VaultPictureRequest {
  /** Absolute path of the vault log. */
  readonly log: string;
  /** The config's folder: only inside it is a missing vault folder created. */
  readonly home: string;
  /** File name, without a folder. */
  readonly name: string;
  readonly svg: string;
  readonly step: Step;
}

/** Puts a picture beside the vault log in one step: whoever reads it meets the old one or the new one, never half of one. */
export async function replaceVaultPicture(request: VaultPictureRequest): Promise<Done | Waiting> {
  const { home, log, name, step, svg } = request;
  try {
    const problem = await ensureLogFolder(dirname(log), home);
    if (problem !== null) return problem;
    const folder = join(dirname(log), folderName);
    await mkdir(folder, { recursive: true });
    const path = join(folder, name);
    const bytes = Buffer.from(svg, "utf8");
    const file = await readRegularFile(path);
    if (file.kind === "waiting") {
      // No setting names the picture: what stands in its place has to go.
      return file.waiting.code === "not-a-file"
        ? waiting("not-a-file", file.waiting.because, `Move it away: mv '${path}' '${path}.old'`)
        : file.waiting;
    }
    await removeStaleTemporaries(path);
    if (file.kind === "file" && file.bytes.equals(bytes)) return done(`${path} is up to date`);
    if (file.kind === "file" && isReadOnly(file.stat)) {
      return waiting("read-only", `${path} is marked read-only`, `Allow writing: chmod u+w '${path}'`);
    }
    // A new picture has the rights of the folder that it lies in, without the right to search.
    const { gid, mode, uid } = await stat(folder);
    const like = file.kind === "file" ? file.stat : { uid, gid, mode: mode & 0o666 };
    await withTemporaryFile(
      path,
      bytes,
      like,
      () => step("picture: temp written"),
      async (temporary) => {
        step("picture: before rename");
        await rename(temporary, path);
        step("picture: after rename");
      },
    );
    await syncFolder(folder);
    return done(`${path}: drawn`);
  } catch (error) {
    return waitingFor(error);
  }
}
