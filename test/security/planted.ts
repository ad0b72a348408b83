import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Every spelling in which a secret could be written out without anybody meaning to. */
export function spellingsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const bytes = Buffer.from(secret);
  return [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    secret.split("").toReversed().join(""),
  ];
}

/** Which secrets stand in some bytes, by their names. */
export function foundIn(
  bytes: Uint8Array | string,
  secrets: Readonly<Record<string, string>>,
): readonly string[] {
  const buffer = Buffer.from(bytes);
  return Object.entries(secrets).flatMap(([name, secret]) =>
    spellingsOf(secret).some((spelling) => buffer.includes(spelling)) ? [name] : [],
  );
}

/** The files below a folder, by their path in it, but for those that are named. */
export function filesBelow(folder: string, except: readonly string[] = []): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names
      .map((name) => [name.slice(folder.length + 1), name] as const)
      .filter(([short]) => !except.includes(short))
      .map(([short, name]) => [short, readFileSync(name)]),
  );
}
