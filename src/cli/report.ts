import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import type { ReportData } from "../core/report-data.ts";
import { ImproveCronError } from "../errors.ts";
import { parseInstantOption } from "./option-values.ts";
import type { CommandHost, Session } from "./session.ts";
import { refuseMissingFolder, writeOutput } from "./write-output.ts";

interface ReportOptions {
  readonly html?: string;
  readonly svg?: string;
  readonly asOf?: number;
}

/** Adds `report`: the state of all critics as a page, as pictures, or in a few lines. */
export function addReportCommand(program: Command, host: CommandHost): void {
  program
    .command("report")
    .summary("the picture of it: a page, or SVG files")
    .description(
      "Shows how every critic stands, the most pressing first. --html makes one page that needs no network and no script: " +
        "kappa with its interval, override rate, probes, gold, streak, volume, minutes and cost by month, the same figures as " +
        "tables, and the disagreements with your reasons. --svg makes one picture an axis and an overview, without any text of " +
        "an item. Without either it says the same in a few lines. The figures are those of `history`; open months are blind.",
    )
    .option("--html <FILE>", "write the page to this file; - is stdout")
    .option("--svg <DIR>", "write the pictures into this folder, which is made where it is missing")
    .option("--as-of <ISO>", "by the grades known at that time", parseInstantOption)
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ improve-cron report\n" +
        "  $ improve-cron report --html report.html\n" +
        "  $ improve-cron report --html - > report.html\n" +
        "  $ improve-cron report --svg pictures\n" +
        "  $ improve-cron report --json | jq '.axes[] | {axis, standing}'\n",
    )
    .action(async (options: ReportOptions, command: Command) => {
      host.end(await showReport(host.session(command), options));
    });
}

async function showReport(session: Session, options: ReportOptions): Promise<number> {
  const { asOf = null, html, svg } = options;
  if (html === "-" && session.json) {
    throw new ImproveCronError(
      "usage",
      "--html - and --json are two answers on stdout",
      "Name a file for the page.",
    );
  }
  const page = html === undefined || html === "-" ? null : resolve(session.cwd, html);
  if (page !== null) refuseMissingFolder(page);
  const folder = svg === undefined ? null : resolve(session.cwd, svg);
  if (folder !== null) refuseMissingFolder(folder);
  const { readReport } = await import("../cycle/read-report.ts");
  await using app = await session.openApp({ quickCheck: "never" });
  const data = await readReport(app.cycle, {
    asOf,
    productionUsdPerMonth: app.config.cost.productionUsdPerMonth,
  });
  const files = [
    ...(page === null ? [] : [await writePage(page, data)]),
    ...(folder === null ? [] : await writePictures(folder, data)),
  ];
  if (html === "-") {
    const { renderReport } = await import("../reports/report/report-page.ts");
    session.terminal.out(renderReport(data));
    for (const file of files) session.note(file);
    return 0;
  }
  if (files.length > 0) {
    session.answer({ files }, () => files.join("\n"));
    return 0;
  }
  const { reportText } = await import("../reports/report/report-text.ts");
  session.answer(data, () => reportText(data));
  return 0;
}

async function writePage(file: string, data: ReportData): Promise<string> {
  const { renderReport } = await import("../reports/report/report-page.ts");
  await writeOutput(file, renderReport(data));
  return file;
}

async function writePictures(folder: string, data: ReportData): Promise<readonly string[]> {
  const [{ axisPicture }, { overviewPicture }, { pictureName }] = await Promise.all([
    import("../reports/report/axis-picture.ts"),
    import("../reports/report/overview-picture.ts"),
    import("../reports/picture-name.ts"),
  ]);
  await makeFolder(folder);
  const pictures = [
    { axis: null, svg: overviewPicture(data) },
    ...data.axes.map((axis) => ({ axis: axis.axis, svg: axisPicture(data, axis) })),
  ];
  const files: string[] = [];
  for (const { axis, svg } of pictures) {
    const file = join(folder, pictureName(data.workspace, axis));
    await writeOutput(file, svg);
    files.push(file);
  }
  return files;
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new ImproveCronError(
      "usage",
      `${folder} is not a folder`,
      "Name a folder for the pictures.",
      error,
    );
  }
}
