import { chmodSync, closeSync, existsSync, mkdirSync, openSync, realpathSync, statfsSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { ImproveCronError } from "../../errors.ts";

/** Folders whose files are copied away one by one: a database and its log then belong to different moments. */
const syncedFolders: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: "iCloud", pattern: /^(Mobile Documents|com~apple~CloudDocs|iCloud ?Drive)$/i },
  { name: "a cloud provider", pattern: /^CloudStorage$/i },
  { name: "Dropbox", pattern: /^Dropbox( \(.+\))?$/i },
  { name: "OneDrive", pattern: /^OneDrive( ?- ?.+)?$/i },
];

/** File systems of other machines (Linux magic numbers): SQLite's write-ahead log needs memory shared by all its users. */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xfe534d42, "SMB"],
  [0xff534d42, "CIFS"],
]);

/**
 * Refuses a database file in a place where SQLite is known to lose data: a folder that a cloud service
 * synchronises (also behind a symbolic link), or a network file system.
 * Throws `store-place`.
 */
export function refuseUnsafePlace(file: string): void {
  const folder = nearestFolder(dirname(resolve(file)));
  const real = realpathSync(folder);
  for (const path of [resolve(file), real]) {
    for (const segment of path.split(sep)) {
      const synced = syncedFolders.find(({ pattern }) => pattern.test(segment));
      if (synced !== undefined) throw unsafePlace(file, `${segment} is synchronised by ${synced.name}`);
    }
  }
  if (process.platform !== "linux") return;
  const network = networkFileSystems.get(statfsSync(real).type);
  if (network !== undefined) throw unsafePlace(file, `${real} is on a network file system (${network})`);
}

function unsafePlace(file: string, what: string): ImproveCronError {
  return new ImproveCronError(
    "store-place",
    `the database cannot live at ${file}: ${what}`,
    "Set `state:` in the config to a folder on a local disk that nothing synchronises, and copy backups into the synchronised one.",
  );
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

/**
 * Makes the folder of the database, and only what it makes is set to 0700:
 * a folder that was there before is the person's (`inspect` reports one that others can read).
 */
export function makePrivateFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first !== undefined) chmodSync(folder, 0o700);
}

/**
 * Makes an empty file 0600, so that it is private from its first byte; answers false where it exists.
 * An existing file is never opened here: closing any descriptor of a file drops the locks
 * that SQLite holds on it in this process.
 */
export function makePrivateFile(file: string): boolean {
  if (existsSync(file)) return false;
  try {
    closeSync(openSync(file, "wx", 0o600));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** The files that SQLite keeps beside a database. */
export function companionsOf(file: string): readonly string[] {
  return ["-wal", "-shm", "-journal"].map((suffix) => join(dirname(file), `${basename(file)}${suffix}`));
}
