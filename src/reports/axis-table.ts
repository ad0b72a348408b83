import type { ShownRow } from "../core/open-row.ts";
import { displayWidth } from "./display-width.ts";
import { kappaCell } from "./kappa-words.ts";
import { noNumber, showNumber } from "./numbers.ts";
import { alignTable, type TableOptions } from "./table.ts";

const columns: readonly {
  readonly name: string;
  readonly align: "left" | "right";
  readonly cell: (row: ShownRow) => string;
}[] = [
  { name: "axis", align: "left", cell: (row) => row.axis },
  { name: "period", align: "left", cell: (row) => row.period },
  { name: "N_verdicts", align: "right", cell: (row) => String(row.verdicts.pass + row.verdicts.fail) },
  { name: "N_sampled", align: "right", cell: (row) => String(row.sampled.pass + row.sampled.fail) },
  { name: "kappa", align: "left", cell: (row) => kappaCell(row.kappa) },
  { name: "override_count", align: "right", cell: overridesCell },
  { name: "status", align: "left", cell: statusCell },
  { name: "action", align: "left", cell: actionCell },
];

function overridesCell({ graded, overrides }: ShownRow): string {
  return overrides === null ? noNumber : `${overrides} of ${graded.pass}`;
}

/** The status word, and what it became. */
export function statusCell(row: ShownRow): string {
  const { before, after } = row.status;
  return before === after ? before : `${before} -> ${after}`;
}

function actionCell(row: ShownRow): string {
  return row.state === "closed" ? row.decision.action : row.state;
}

/** The table of axes alone: one line an axis and period. */
export function axisTable(
  rows: readonly ShownRow[],
  options: Pick<TableOptions, "colour"> = {},
): readonly string[] {
  return alignTable(
    columns.map(({ name }) => name),
    rows.map((row) => columns.map(({ cell }) => cell(row))),
    { ...options, align: columns.map(({ align }) => align) },
  );
}

/** The same for a screen of `columns`: a table that does not fit is made narrower. Without it nothing is. */
export function axisTableFor(
  rows: readonly ShownRow[],
  options: Pick<TableOptions, "colour"> & { readonly columns?: number },
): readonly string[] {
  const width = options.columns ?? Number.POSITIVE_INFINITY;
  const tooWide = axisTable(rows).some((line) => displayWidth(line) > width);
  return tooWide ? narrowTable(rows, width, options) : axisTable(rows, options);
}

/** What the details below say too: the first to go where the screen is narrow. */
const leftOut: readonly (readonly string[])[] = [
  ["axis"],
  ["axis", "N_verdicts"],
  ["axis", "N_verdicts", "N_sampled"],
  ["axis", "N_verdicts", "N_sampled", "status"],
];

/**
 * The same for a narrow screen: kappa without its interval, the status word that holds now, the axis as a line above its
 * months where there are several. Whatever still has no room is left out, a column after the other.
 */
function narrowTable(
  rows: readonly ShownRow[],
  width: number,
  options: Pick<TableOptions, "colour">,
): readonly string[] {
  const candidates = leftOut.map((without) => narrowLines(rows, without));
  const lines =
    candidates.find((one) => one.every((line) => displayWidth(line) <= width)) ?? candidates.at(-1) ?? [];
  const [head = "", rule = "", ...body] = lines;
  const isOneAxis = new Set(rows.map(({ axis }) => axis)).size === 1;
  return [
    options.colour === true ? `\u001b[1m${head}\u001b[0m` : head,
    rule,
    ...body.flatMap((line, index) => {
      const axis = rows[index]?.axis ?? "";
      return isOneAxis || axis === rows[index - 1]?.axis ? [line] : [axis, line];
    }),
  ];
}

function narrowLines(rows: readonly ShownRow[], without: readonly string[]): readonly string[] {
  const short = columns
    .filter(({ name }) => !without.includes(name))
    .map((column) => {
      if (column.name === "kappa")
        return { ...column, cell: ({ kappa }: ShownRow) => showNumber(kappa.value, 3) };
      return column.name === "status" ? { ...column, cell: ({ status }: ShownRow) => status.after } : column;
    });
  return alignTable(
    short.map(({ name }) => name),
    rows.map((row) => short.map(({ cell }) => cell(row))),
    { align: short.map(({ align }) => align) },
  );
}
