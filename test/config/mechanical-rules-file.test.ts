import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readMechanicalRules } from "../../src/config/mechanical-rules-file.ts";
import { findMechanicalHits } from "../../src/core/mechanical-rules.ts";
import { messageOf } from "../../src/errors.ts";
import { folderWith } from "./temp-folder.ts";

function faultIn(text: string): string {
  const folder = folderWith({ "rules.yaml": text });
  try {
    readMechanicalRules(join(folder, "rules.yaml"), folder);
    return "";
  } catch (error) {
    return messageOf(error).replaceAll(`${folder}/`, "");
  }
}

const one = (id: string): string => `rules: [{ id: ${id}, pattern: x, says: It is x. }]\n`;

describe("readMechanicalRules", () => {
  it("takes the shipped rules, and each finds what it was written for", () => {
    const rules = readMechanicalRules(null, folderWith({}));
    const draft = [
      "In today\u2019s fast-paced world, it\u2019s important to note that this is not just a tool, but a way.",
      "It\u2019s not a bug, it\u2019s a feature. The catch? It is very slow. We delve into a deep dive.",
      "Studies show it is the fastest importer anyone has ever measured. See [link] in the the page.",
      "Overall, it works.",
    ];
    const hits = findMechanicalHits(rules, [{ n: 1, text: draft.join("\n") }]);
    expect(new Set(hits.map(({ rule }) => rule))).toEqual(new Set(rules.map(({ id }) => id)));
    const plain = "The nightly import reads 2.1 million rows in nine minutes on one db.r6g.large.";
    expect(findMechanicalHits(rules, [{ n: 1, text: plain }])).toEqual([]);
  });

  it("prefers the user's own: the file that is named, then the one beside the config", () => {
    const home = folderWith({ "lenses/mechanical-rules.yaml": one("beside"), "other.yaml": one("named") });
    expect(readMechanicalRules(null, home).map(({ id }) => id)).toEqual(["beside"]);
    expect(readMechanicalRules(join(home, "other.yaml"), home).map(({ id }) => id)).toEqual(["named"]);
  });

  it.each([
    ["rules:\n  - { id: a, says: A. }\n", "rules.yaml:2: rules.0.pattern:"],
    ['rules:\n  - { id: a, pattern: "(a+)+", says: A. }\n', "rules.yaml:2: rules.0.pattern:"],
    [
      "rules:\n  - { id: a, pattern: b, says: A. }\n  - { id: a, pattern: c, says: A. }\n",
      "rules.yaml:3: rules.1.id:",
    ],
    ["rules:\n  - { id: a, patern: b, pattern: b, says: A. }\n", "rules.yaml:2: rules.0.patern:"],
    ["rule: []\n", "rules.yaml:1: rule:"],
    ["rules: 5\n", "rules.yaml:1: rules:"],
    ["rules: [\n", "rules.yaml:"],
    ["", "rules.yaml"],
  ])("names the place in %j", (text, place) => {
    expect(faultIn(text)).toContain(place);
  });
});
