import { countOf } from "./numbers.ts";
import { alignTable } from "./table.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";

interface OnlyHere {
  readonly table: string;
  readonly rows: number;
  readonly newest: number | null;
}

/** What a restore is about to do, as far as people are told. */
export interface RestoreView {
  readonly migrated: readonly string[];
  readonly present:
    | { readonly kind: "none" }
    | { readonly kind: "unreadable"; readonly because: string }
    | {
        readonly kind: "database";
        readonly onlyHere: readonly OnlyHere[];
        readonly onlyInBackup: readonly OnlyHere[];
      };
}

/** What changes when a backup takes the place of the database: what would be gone, what would come. */
export function renderRestorePlan(plan: RestoreView, timezone: string): readonly string[] {
  const { migrated, present } = plan;
  return [
    ...(migrated.length === 0 ? [] : [`The backup is brought up to date: ${migrated.join(", ")}.`]),
    ...presentLines(present, timezone),
  ];
}

function presentLines(present: RestoreView["present"], timezone: string): readonly string[] {
  switch (present.kind) {
    case "none":
      return ["There is no database yet."];
    case "unreadable":
      return [
        "The present database cannot be read, so nobody can say what it holds beyond the backup:",
        `  ${oneLine(present.because)}`,
      ];
    case "database": {
      const { onlyHere, onlyInBackup } = present;
      if (onlyHere.length === 0 && onlyInBackup.length === 0) return ["Both hold the same rows."];
      const row = (where: string, { table, rows, newest }: OnlyHere): readonly string[] => [
        where,
        table,
        String(rows),
        newest === null ? "" : showInstant(newest, timezone),
      ];
      return [
        `${countOf(sum(onlyHere), "row")} only in the present database, ${countOf(sum(onlyInBackup), "row")} only in the backup:`,
        ...alignTable(
          ["only in", "table", "rows", "newest"],
          [...onlyHere.map((one) => row("present", one)), ...onlyInBackup.map((one) => row("backup", one))],
          { align: ["left", "left", "right", "left"] },
        ),
      ];
    }
  }
}

function sum(all: readonly OnlyHere[]): number {
  return all.reduce((total, { rows }) => total + rows, 0);
}
