import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PanelRun } from "../../src/core/panel.ts";

const folder = join(import.meta.dirname, "../fixtures/panels");

/** A run as the fixtures and the tests write it. */
export type WrittenRun = PanelRun & { readonly id: string };

function read(file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

/** Every fixture with what it must answer, on the fields that it names. */
export function panelFixtures(): readonly {
  readonly name: string;
  readonly run: WrittenRun;
  readonly expected: object;
}[] {
  const expectations: Record<string, { readonly expected: object }> = JSON.parse(read("expected.json"));
  return readdirSync(folder)
    .filter((name) => /^\d.*\.json$/.test(name))
    .map((name) => {
      const run: WrittenRun = JSON.parse(read(name));
      return { name, run, expected: expectations[name]?.expected ?? {} };
    });
}

export const sixLenses = [
  "rules-judge",
  "claim-auditor",
  "expert-skeptic",
  "hostile-reader",
  "ai-detector",
  "contract-lens",
] as const;

const blocks = [
  { n: 1, text: "The importer reads 2.1 million rows in nine minutes." },
  { n: 2, text: "It is the fastest importer anyone has *ever* measured — or so they say." },
];

type Written = Readonly<Record<string, unknown>>;

/** The report of one lens that finds nothing, with what a test wants to say of it. */
export function quietReport(lens: string, further: Written = {}): Written {
  const risk = lens === "ai-detector" ? { aiRisk: { score: 1, drivers: [] } } : {};
  return {
    lens,
    findings: [],
    strengths: [],
    wow: { score: 6, moments: [] },
    skill_adjustments: [],
    ...risk,
    ...further,
  };
}

/** A run of the six lenses and a quiet peer; `changed` replaces reports, null takes one away. */
export function panelRun(
  changed: Readonly<Record<string, Written | null>> = {},
  further: Partial<WrittenRun> = {},
): WrittenRun {
  const reports = sixLenses.flatMap((lens) => {
    const change = changed[lens];
    return change === null ? [] : [quietReport(lens, change)];
  });
  const peer = { status: "ok", stdout: JSON.stringify(quietReport("outside-peer", { verdict: "fine" })) };
  return { id: "run-1", blocks, reports, peer, ...further };
}

/** A finding on a quote that stands in block 1. */
export function finding(further: Written = {}): Written {
  return {
    severity: "MAJOR",
    block: 1,
    evidence: "2.1 million rows",
    issue: "No hardware is named",
    suggestion: "Name it.",
    ...further,
  };
}

/** The same list in another order, decided by the seed. */
export function shuffled<Element>(list: readonly Element[], seed: number): readonly Element[] {
  let state = seed * 2_654_435_761 + 1;
  return list
    .map((element) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return { element, key: state };
    })
    .toSorted((a, b) => a.key - b.key)
    .map(({ element }) => element);
}
