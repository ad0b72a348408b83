import { existsSync, readFileSync } from "node:fs";
import type { Effect } from "../../core/effect.ts";
import type { Month } from "../../core/cycle.ts";
import { foundThere, sideLog } from "../../effects/vault-log.ts";
import { openedMarker } from "../../reports/log-entry.ts";
import { countOf } from "../../reports/numbers.ts";
import { type Check, finding, fine } from "./check.ts";

const name = "vault writers";

/** The vault log and the one beside it, as one text; "" where there is none yet. */
export function readLogs(vaultLog: string): string {
  return [vaultLog, sideLog(vaultLog)]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

/**
 * Whether somebody else than this database writes entries into the vault log. Two signs, both of things that happen anyway, so
 * that nothing has to be left in the vault for it: an entry whose block id this database never planned, and an entry of its own
 * that its first attempt found there already. Only months from `since` on count: older ones may be of a database before this one.
 */
export function checkVaultWriters(
  logs: string,
  effects: readonly Effect[],
  { workspace, since }: { readonly workspace: string; readonly since: Month },
): Check {
  const own = effects.filter(({ payload, period }) => payload.kind === "vault-log" && period >= since);
  const planned = new Set(
    effects.flatMap(({ payload }) => (payload.kind === "vault-log" ? [payload.marker] : [])),
  );
  // Other workspaces may write into the same log: their block ids name them.
  const [beginning = ""] = openedMarker(workspace, since).split(since);
  const marker = new RegExp(
    `(?<=^|\\s)${beginning.replace("^", "\\^")}(\\d{4}-\\d{2})-[a-z0-9-]+(?=\\s|$)`,
    "gm",
  );
  const written = [...logs.matchAll(marker)];
  const foreign = new Set(
    written.filter(([id, period = ""]) => period >= since && !planned.has(id)).map(([id]) => id),
  );
  const found = own.filter(
    ({ attempts, detail, state }) =>
      state === "done" && attempts === 1 && detail !== null && detail.endsWith(foundThere),
  );
  if (foreign.size === 0 && found.length === 0) return fine(name, "this database alone writes the vault log");
  const signs = [
    ...(foreign.size === 0
      ? []
      : [
          `${countOf(foreign.size, "entry", "entries")} that it never planned (${[...foreign].slice(0, 3).join(", ")})`,
        ]),
    ...(found.length === 0
      ? []
      : [`${countOf(found.length, "entry", "entries")} of its own that stood there before it wrote them`]),
  ];
  return finding(
    name,
    `another database writes the vault log, too: ${signs.join("; ")}`,
    "Let one machine only write this log, and give the other a `vault_log` of its own. After a restore or a new start " +
      "this is said of the entries since the backup, for three months.",
  );
}
