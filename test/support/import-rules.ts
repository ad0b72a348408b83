/** A source file by its path inside `src/`. */
export interface SourceFile {
  readonly path: string;
  readonly source: string;
}

interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

/** What a room may import: other rooms, those it may only take types from, and packages. */
interface Room {
  readonly rooms: readonly string[];
  readonly types?: readonly string[];
  readonly packages: readonly string[];
}

/** What the composition root puts together. */
const builtRooms = [
  "clock.ts",
  "config",
  "core",
  "critics",
  "cycle",
  "effects",
  "errors.ts",
  "intake",
  "logger.ts",
  "regrade",
  "schedule.ts",
  "store",
];

/** Rooms are folders; a file at the top of `src/` is a room of its own. */
const rooms: Readonly<Record<string, Room>> = {
  core: { rooms: [], packages: ["simple-statistics", "node:crypto"] },
  "errors.ts": { rooms: [], packages: [] },
  "clock.ts": { rooms: [], packages: [] },
  "logger.ts": { rooms: ["errors.ts"], packages: ["pino", "node:"] },
  "schedule.ts": { rooms: ["core", "errors.ts"], packages: ["croner"] },
  config: { rooms: ["core", "errors.ts", "schedule.ts"], packages: ["zod", "yaml", "node:"] },
  intake: { rooms: ["core", "errors.ts"], packages: ["zod", "node:"] },
  store: { rooms: ["core", "errors.ts"], packages: ["better-sqlite3", "drizzle-orm", "zod", "node:"] },
  regrade: { rooms: ["core", "errors.ts"], packages: ["@notionhq/client", "zod", "node:"] },
  critics: { rooms: ["core", "errors.ts"], packages: ["node:"] },
  effects: { rooms: ["core", "errors.ts"], packages: ["yaml", "node:"] },
  reports: { rooms: ["core"], packages: [] },
  cycle: {
    rooms: ["core", "errors.ts", "reports"],
    types: ["store/store.ts", "regrade/queue.ts", "effects/effects.ts", "critics/critic.ts"],
    packages: [],
  },
  "app.ts": { rooms: ["app", ...builtRooms], packages: ["node:"] },
  app: { rooms: builtRooms, types: ["app.ts"], packages: ["node:"] },
  server: {
    rooms: ["app.ts", "core", "intake", "errors.ts"],
    packages: ["markdown-it", "sanitize-html", "node:"],
  },
  // Runs in a browser, so it has nothing but the browser and types.
  "grading-page": { rooms: [], types: ["core/open-grading.ts", "core/cycle.ts"], packages: [] },
  daemon: {
    rooms: ["app.ts", "core", "cycle", "reports", "server", "errors.ts", "logger.ts"],
    types: ["config/config.ts"],
    packages: ["node-cron", "node:"],
  },
  "record.ts": { rooms: ["light", "light-record", "config/program-stamp.ts"], packages: ["node:"] },
  "history.ts": {
    rooms: ["light", "light-history", "cli/terminal.ts", "config/program-stamp.ts"],
    packages: ["node:"],
  },
  light: {
    rooms: [
      "store/sqlite/connection.ts",
      "store/sqlite/migrate.ts",
      "store/sqlite/migrations.ts",
      "store/sqlite/timezone.ts",
    ],
    packages: ["better-sqlite3", "node:"],
  },
  "light-history": {
    rooms: [
      "core",
      "light",
      "cli/history-answer.ts",
      "cli/known-years.ts",
      "config/compiled-config.ts",
      "config/read-compiled-config.ts",
      "cycle/axis-record.ts",
      "cycle/read-history.ts",
      "store/sqlite/history-store.ts",
    ],
    packages: [],
  },
  "light-record": {
    rooms: [
      "core",
      "light",
      "cli/verdict-flags.ts",
      "config/compiled-config.ts",
      "config/read-compiled-config.ts",
      "intake/line-reader.ts",
      "intake/verdict-line.ts",
      "intake/verdict-rows.ts",
      "intake/verdict-shape.ts",
      "reports/intake-sum.ts",
      "store/sqlite/insert-verdict.ts",
      "store/sqlite/salt.ts",
    ],
    packages: ["node:"],
  },
  "index.ts": { rooms: ["record-verdict.ts", "core", "intake", "errors.ts"], packages: [] },
  "record-verdict.ts": { rooms: ["app.ts", "core", "errors.ts"], packages: ["node:"] },
  cli: {
    rooms: [
      "app.ts",
      "clock.ts",
      "config",
      "core",
      "cycle",
      "daemon",
      "errors.ts",
      "logger.ts",
      "reports",
      "schedule.ts",
      "intake/answer-file.ts",
      "intake/gold-file.ts",
      "intake/graded-file.ts",
      "intake/log-files.ts",
      "intake/panel-run.ts",
      "intake/rows-ahead.ts",
      "intake/rubric-source.ts",
      "intake/verdict-rows.ts",
      "store/sqlite/backup.ts",
      "store/sqlite/export-file.ts",
      "store/sqlite/import-database.ts",
      "store/sqlite/place.ts",
      "store/sqlite/restore.ts",
      "store/sqlite/run-lock.ts",
      "intake/panel-draft.ts",
      "effects/panel-files.ts",
      "critics/lens-prompt.ts",
      "critics/open-critics.ts",
      "critics/process-group.ts",
      "effects/conflict-copies.ts",
      "effects/vault-log.ts",
      "effects/notify/check-channels.ts",
    ],
    types: ["store/store.ts", "regrade/queue.ts", "regrade/local-queue.ts", "critics/critic.ts"],
    packages: ["commander", "node:"],
  },
};

/** Absences that a room keeps, whatever it imports: words that may not stand in its code. */
const absences: readonly { readonly room: string; readonly pattern: RegExp; readonly what: string }[] = [
  {
    room: "core",
    pattern: /\bDate\.now\(|new Date\(\)|performance\.now\(/,
    what: "core never asks the time",
  },
  { room: "core", pattern: /Math\.random\(|randomBytes|randomUUID/, what: "core never throws dice" },
  { room: "core", pattern: /\bprocess\./, what: "core does not know the process" },
  { room: "cycle", pattern: /\bDate\.now\(|new Date\(\)|Math\.random\(/, what: "the month is told the time" },
  { room: "reports", pattern: /\bDate\.now\(|new Date\(\)|Math\.random\(/, what: "reports are pure" },
];

/** Every breach of the table in these files, as `path: what`. Empty is good, provided that files were seen at all. */
export function importViolations(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => [...importBreaches(file), ...absenceBreaches(file)]);
}

function importBreaches(file: SourceFile): readonly string[] {
  const name = roomOf(file.path);
  const room = rooms[name];
  if (room === undefined) return [`${file.path}: stands in no known room`];
  return importsOf(file.source).flatMap((one) => {
    const breach = one.target.startsWith(".")
      ? roomBreach(name, room, resolve(file.path, one.target), one.typeOnly)
      : packageBreach(room, one.target);
    return breach === null ? [] : [`${file.path}: ${breach}`];
  });
}

function roomBreach(name: string, room: Room, target: string, typeOnly: boolean): string | null {
  if (!target.endsWith(".ts")) return `imports ${target} without .ts`;
  if (roomOf(target) === name) return null;
  if (room.rooms.some((allowed) => target === allowed || target.startsWith(`${allowed}/`))) return null;
  if (room.types?.includes(target)) return typeOnly ? null : `imports ${target} by more than its types`;
  return `may not import ${target}`;
}

function packageBreach(room: Room, target: string): string | null {
  const allowed = room.packages.some(
    (one) => target === one || target.startsWith(one.endsWith(":") ? one : `${one}/`),
  );
  return allowed ? null : `may not import the package ${target}`;
}

function absenceBreaches(file: SourceFile): readonly string[] {
  const code = file.source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  return absences
    .filter(({ room, pattern }) => roomOf(file.path) === room && pattern.test(code))
    .map(({ what }) => `${file.path}: ${what}`);
}

function roomOf(path: string): string {
  return path.split("/")[0] ?? path;
}

function resolve(from: string, target: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Static imports, re-exports and `import()` with a plain text. */
export function importsOf(source: string): readonly Import[] {
  const found: Import[] = [];
  const statements = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?([^;"']*?from\s*)?["']([^"']+)["']/g;
  for (const [, type, clause, target] of source.matchAll(statements)) {
    if (target !== undefined) found.push({ target, typeOnly: type !== undefined || onlyTypes(clause ?? "") });
  }
  for (const [, target] of source.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)) {
    if (target !== undefined) found.push({ target, typeOnly: false });
  }
  return found;
}

/** `{ type A, type B } from` takes types only, too. */
function onlyTypes(clause: string): boolean {
  const names = /^\{([^}]*)\}/.exec(clause.trim())?.[1];
  if (names === undefined) return false;
  const parts = names.split(",").filter((part) => part.trim() !== "");
  return parts.length > 0 && parts.every((part) => part.trim().startsWith("type "));
}
