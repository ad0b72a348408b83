import { describe, expect, it } from "vitest";
import { besideKappa } from "../../src/core/beside-kappa.ts";
import { truePassRate } from "../../src/core/true-pass-rate.ts";
import {
  agreementFigures,
  disagreementLine,
  selfAgreementWords,
  truePassRateWords,
} from "../../src/reports/agreement-words.ts";
import { strata } from "../support/weighted-reference.ts";
import { sampleOpenRow, sampleRow } from "./sample-row.ts";

function namesOf(...of: Parameters<typeof strata>): readonly string[] {
  return agreementFigures(sampleRow({ agreement: besideKappa(strata(...of)) })).map(([name]) => name);
}

describe("agreementFigures", () => {
  it("warns where one word is so common that kappa reads low", () => {
    expect(namesOf([90, 9, 9], [10, 5, 0])).toContain("prevalence warning");
    expect(namesOf([50, 9, 9], [50, 5, 0])).not.toContain("prevalence warning");
  });

  it("names the word that was never given, and says in one line why there is nothing", () => {
    const clean = agreementFigures(sampleRow({ agreement: besideKappa(strata([90, 9, 9], [0, 0, 0])) }));
    expect(clean.find(([name]) => name === "agreement on FAIL")?.[1]).not.toMatch(/\d\.\d|–/);
    const none = agreementFigures(sampleRow({ agreement: besideKappa(strata([90, 9, 9], [10, 0, 0])) }));
    expect(none).toHaveLength(1);
    expect(none[0]?.[1]).toContain("n = 9 + 0");
  });
});

it("shows no rate where there is none, for either rate", () => {
  expect(
    truePassRateWords(sampleRow({ truePassRate: truePassRate(strata([9, 3, 2], [1, 0, 0])) })),
  ).not.toContain("%");
  expect(selfAgreementWords(sampleRow())).not.toContain("%");
});

it("does not say that nothing was asked again while a month is open", () => {
  expect(selfAgreementWords(sampleOpenRow())).toBe("shown at the close");
  const selfAgreement = {
    ...sampleRow().selfAgreement,
    same: 1,
    asked: 2,
    rate: 0.5,
    low: 0.1,
    high: 0.9,
    month: null,
  };
  expect(selfAgreementWords({ selfAgreement })).toMatch(/1 of 2 .*this month shown at the close$/);
});

it("puts a disagreement on one line that does nothing, without a link that is only the id again", () => {
  const one = { id: "d-1", link: "d-1", critic: "FAIL", founder: "PASS", reason: null, at: "" } as const;
  expect(disagreementLine(one)).toBe("d-1: critic FAIL, founder PASS");
  expect(
    disagreementLine({ ...one, link: "https://desk.example/1", reason: "fine\n\u001b[2Jas it is" }),
  ).toBe("d-1: critic FAIL, founder PASS: fine as it is (https://desk.example/1)");
});
