import type { AnswerSchema } from "./answer-schema.ts";
import { outsidePeer } from "./panel-policy.ts";
import type { PanelSetup } from "./panel-setup.ts";

const text = { type: "string" } as const;
const list = <S extends AnswerSchema>(items: S) => ({ type: "array", items }) as const;

/*
 * Severities and scores are not bounded by the schema: a report that cost a call is not thrown away for one word. Who merges
 * the reports knows what an unknown severity counts, and which scores are none. Nor for a key that no report has.
 */
const parts = {
  findings: list({
    type: "object",
    lenient: true,
    properties: { severity: text, block: { type: "integer" }, evidence: text, issue: text, suggestion: text },
  } as const),
  strengths: list({ type: "object", properties: { evidence: text, why: text } } as const),
  wow: { type: "object", lenient: true, properties: { score: { type: "number" }, moments: list(text) } },
  skill_adjustments: list({
    type: "object",
    lenient: true,
    properties: { file: text, section: text, problem: text, suggestion: text },
  } as const),
} as const;

const aiRisk = {
  type: "object",
  lenient: true,
  properties: { score: { type: "number" }, drivers: list(text) },
} as const;

/** The form of the report of a lens, of the lens that gives aiRisk, or of the peer. */
export function reportSchema(reader: string, { aiRiskFrom }: Pick<PanelSetup, "aiRiskFrom">): AnswerSchema {
  return {
    type: "object",
    lenient: true,
    properties: {
      ...parts,
      ...(reader === aiRiskFrom ? { aiRisk } : {}),
      ...(reader === outsidePeer ? { verdict: text } : {}),
    },
  };
}

/** What the shared form of reports says to this reader: the fields of `report-form.md`. */
export function reportFields(
  reader: string,
  { aiRiskFrom, lenses, limits }: Pick<PanelSetup, "aiRiskFrom" | "lenses" | "limits">,
): Readonly<Record<"severities" | "findings" | "more", string>> {
  const mayBlock = reader === outsidePeer || lenses.some(({ name, mayBlock: may }) => name === reader && may);
  return {
    severities: mayBlock
      ? "`BLOCKER` (the text must not go out with it), `MAJOR` (it must be changed before the text goes out) or `ADVISORY` (it would be better otherwise)."
      : "`MAJOR` (it must be changed before the text goes out) or `ADVISORY` (it would be better otherwise). You can send a text back, not stop it.",
    findings: String(limits.findings),
    more: [
      ...(reader === aiRiskFrom
        ? [
            "\n`aiRisk`: an object `score`, `drivers`. `score` is a number from 0 to 10: how sure a reader of such texts will be that nobody wrote this one. 0: it has a face; 5: he would hesitate; 10: he is certain. `drivers` lists, in a few words each, what his impression rests on, the strongest first. Give both for every text, however human it reads.",
          ]
        : []),
      ...(reader === outsidePeer
        ? [
            "\n`verdict`: one or two sentences: would you let it go out under your name, and if not, what stands in the way.",
          ]
        : []),
    ].join("\n"),
  };
}
