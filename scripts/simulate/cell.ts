import { defaultBurden, defaultDecision, defaultSampling, defaultTopUp } from "../../src/core/policy.ts";
import type { Volumes } from "../../src/core/simulation/family-share.ts";
import type { SimulatedAxis } from "../../src/core/simulation/setup.ts";
import type { Share, Wait } from "../../src/core/simulation/waiting-time.ts";

export interface TableOptions {
  readonly runs: number;
  readonly seed: number;
}

/** Runs a cell that the published tables were made with. */
export const publishedRuns = 3000;

/** How far ours lies from published figures, in standard errors of the difference, at most. */
export interface Agreement {
  cells: number;
  worst: number;
  where: string;
}

export function newAgreement(): Agreement {
  return { cells: 0, worst: 0, where: "" };
}

/** Compares one share; half of the published figure's last digit is no difference. */
export function compare(
  agreement: Agreement,
  where: string,
  ours: Share,
  published: number,
  digits: number,
): void {
  const s = Math.max(published, ours.value, 1 / publishedRuns);
  const error = Math.hypot(
    ours.standardError ?? 0,
    Math.sqrt((s * (1 - Math.min(s, 0.9999))) / publishedRuns),
  );
  const off = Math.max(0, Math.abs(ours.value - published) - 0.5 * 10 ** -digits) / error;
  agreement.cells += 1;
  if (off > agreement.worst) {
    agreement.worst = off;
    agreement.where = where;
  }
}

export function agreementLine({ cells, worst, where }: Agreement): string {
  return `${cells} shares compared; the farthest lies ${worst.toFixed(1)} standard errors off (${where || "none"}).`;
}

/** Whole numbers of verdicts with this FAIL share. */
export function volumesOf(N: number, failShare: number): Volumes {
  const fail = Math.round(N * failShare);
  return { pass: N - fail, fail };
}

/** As the published tables were made: minutes without end, and no sample raised by a watch. */
export function publishedAxis(
  N: number,
  failShare: number,
  facts: Partial<SimulatedAxis> = {},
): SimulatedAxis {
  return shippedAxis(N, failShare, {
    burden: {
      ...defaultBurden,
      minutesPerMonth: Number.POSITIVE_INFINITY,
      topUpMinutes: Number.POSITIVE_INFINITY,
    },
    raiseAfterWatch: false,
    ...facts,
  });
}

/** The program as it is shipped. */
export function shippedAxis(N: number, failShare: number, facts: Partial<SimulatedAxis> = {}): SimulatedAxis {
  return {
    volumes: volumesOf(N, failShare),
    sampling: defaultSampling,
    passRate: defaultSampling.passRate,
    burden: defaultBurden,
    topUp: defaultTopUp,
    decision: defaultDecision,
    founderPassInFail: 0.1,
    swing: 0,
    raiseAfterWatch: true,
    ...facts,
  };
}

/** `.034 ±.003`; without a standard error the figure is exact. */
export function shareCell({ value, standardError }: Share): string {
  return standardError === null ? three(value) : `${three(value)} ±${three(standardError)}`;
}

export function three(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}

export function waitCell(wait: Wait, [low, high]: readonly [Wait, Wait]): string {
  return oneWait(low) === oneWait(high) ? oneWait(wait) : `${oneWait(low)}-${oneWait(high)}`;
}

function oneWait({ kind, months }: Wait): string {
  return kind === "beyond" ? `>${months}` : String(months);
}

export function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

export function heading(title: string, columns: readonly string[]): readonly string[] {
  return [`### ${title}`, "", row(columns), row(columns.map(() => "---"))];
}
