import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import {
  type AnswerSchema,
  answerFault,
  isAnswer,
  jsonSchemaOf,
  unknownKeys,
} from "../../src/core/answer-schema.ts";

const probes = {
  type: "object",
  properties: {
    probes: {
      type: "array",
      maxItems: 2,
      items: {
        type: "object",
        properties: {
          artifact: { type: "string", maxLength: 20 },
          severity: { type: "string", enum: ["BLOCKER", "MAJOR"] },
          score: { type: "number", minimum: 0, maximum: 10 },
          block: { type: "integer" },
          sure: { type: "boolean" },
        },
      },
    },
  },
} as const satisfies AnswerSchema;

const good = { artifact: "text", severity: "MAJOR", score: 7.5, block: 2, sure: true };
const withProbe = (changes: object): unknown => ({ probes: [{ ...good, ...changes }] });

const values: readonly unknown[] = [
  { probes: [] },
  { probes: [good, good] },
  withProbe({}),
  { probes: [good, good, good] },
  withProbe({ artifact: "x".repeat(21) }),
  withProbe({ artifact: null }),
  withProbe({ severity: "MINOR" }),
  withProbe({ score: 10.1 }),
  withProbe({ score: -1 }),
  withProbe({ score: "7" }),
  withProbe({ block: 1.5 }),
  withProbe({ sure: "true" }),
  withProbe({ more: 1 }),
  withProbe({ ["__proto__"]: 1, constructor: 2 }),
  { probes: [{ artifact: "text" }] },
  { probes: good },
  { probes: [[good]] },
  {},
  { probes: [], more: [] },
  [],
  null,
  "text",
  undefined,
];

describe("an answer by a schema", () => {
  it("is what ajv makes of the same JSON Schema", () => {
    const validate = new Ajv().compile(jsonSchemaOf(probes));
    const ours = values.map((value) => isAnswer(value, probes));
    expect(ours).toEqual(values.map((value) => validate(value)));
    expect(ours.filter((fits) => fits)).toHaveLength(3);
  });

  it("has the type that the schema says", () => {
    const value: unknown = withProbe({});
    if (!isAnswer(value, probes)) throw new Error("not an answer");
    const severities: readonly ("BLOCKER" | "MAJOR")[] = value.probes.map(({ severity }) => severity);
    const scores: readonly number[] = value.probes.map(({ score, block }) => score + block);
    expect([severities, scores]).toEqual([["MAJOR"], [9.5]]);
  });

  it("tells the place of a fault", () => {
    expect(answerFault(withProbe({ severity: "MINOR" }), probes)).toContain("probes[0].severity");
    expect(answerFault({}, probes)).toContain("the answer.probes");
  });

  it("is closed at every depth, every key required", () => {
    expect(jsonSchemaOf({ type: "array", items: probes })).toMatchObject({
      items: {
        required: ["probes"],
        additionalProperties: false,
        properties: {
          probes: {
            maxItems: 2,
            items: {
              required: ["artifact", "severity", "score", "block", "sure"],
              additionalProperties: false,
            },
          },
        },
      },
    });
  });
});

describe("a lenient schema", () => {
  const lenient = {
    type: "object",
    lenient: true,
    properties: { list: { type: "array", items: probes } },
  } as const;
  const value = { list: [{ probes: [] }], note: 1, constructor: { list: 2 } };

  it("takes an answer with other keys, names them, and says nothing of that to the services", () => {
    expect(answerFault(value, lenient)).toBeNull();
    expect(unknownKeys(value, lenient)).toEqual(["note", "constructor"]);
    expect(answerFault({ note: 1 }, lenient)).toBe("the answer.list is missing");
    expect(jsonSchemaOf(lenient)).toMatchObject({ additionalProperties: false, required: ["list"] });
    expect(jsonSchemaOf(lenient)).not.toHaveProperty("lenient");
  });

  it("is lenient at its own level alone", () => {
    const inner = { list: [{ probes: [], more: 1 }] };
    expect(answerFault(inner, lenient)).toContain('unknown key "more"');
    expect(unknownKeys(inner, lenient)).toEqual(["list[0].more"]);
  });
});
