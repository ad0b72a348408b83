import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readAxes } from "../../../src/config/axis-file.ts";
import { applyAxisFileEdit } from "../../../src/effects/axis-file.ts";
import { type BadInput, doorForEach } from "../bad-input.ts";

const keys = {
  status: "status",
  lastCalibration: "last_calibration",
  lastKappa: "last_kappa",
  founderOverrideCount: "founder_override_count",
};
const edit = {
  status: { from: "graduated", to: "assisted" },
  lastCalibration: "2026-06-01",
  lastKappa: { value: 0.512 },
  founderOverrideCount: 4,
} as const;

function file(given: string, expected: string, why: string): BadInput<string> {
  return { given, expected, why };
}

const head = "axis: a\nstatus: graduated\n";
const untouched = "and the file is untouched";
const bomb = `x1: &x1 [${"lol,".repeat(9)}lol]\n${[2, 3, 4, 5, 6, 7]
  .map((one) => `x${one}: &x${one} [${Array.from({ length: 10 }, () => `*x${one - 1}`).join(",")}]\n`)
  .join("")}`;

const readInputs: readonly BadInput<string>[] = [
  file("", "empty", "nothing is described"),
  file("# only a comment\n", "empty", "nothing is described"),
  file("- a\n- b\n", "wrong-value", "a list is no axis"),
  file("just words\n", "wrong-value", "a text is no axis"),
  file("axis: a\n\tstatus: graduated\n", "tab-indent", "YAML indents with spaces"),
  file("axis: a\nstatus: graduated\nstatus: assisted\n", "duplicate-key", "two of them: which one counts?"),
  file(`${head}---\naxis: b\n`, "several-documents", "two documents in one file"),
  file(`${head}settings: *nowhere\n`, "yaml-aliases", "an alias without its anchor"),
  {
    ...file(`${head}${bomb}`, "yaml-aliases", "aliases that would become gigabytes"),
    shown: "seven levels of ten aliases each",
  },
  file(`${head}title: "open\n`, "yaml-syntax", "a quotation mark that is not closed"),
  file(`${head}title: {a: [}\n`, "yaml-syntax", "brackets that cross"),
  file("status: graduated\n", "missing-key", "no name"),
  file("axis: a\n", "missing-key", "no status"),
  file("axis: ../x\nstatus: graduated\n", "wrong-value", "would be a path"),
  file("axis: A\nstatus: graduated\n", "wrong-value", "a capital letter"),
  file(`axis: ${"a".repeat(64)}\nstatus: graduated\n`, "wrong-value", "one character too many"),
  file("axis: 5\nstatus: graduated\n", "wrong-value", "a number"),
  file("axis: [a]\nstatus: graduated\n", "wrong-value", "a list"),
  file("axis: a\nstatus: [graduated]\n", "wrong-value", "a list"),
  file(`${head}timezone: America/NewYork\n`, "wrong-value", "no such zone"),
  file(`${head}rubric: 5\n`, "wrong-value", "a number is no path"),
  file(`${head}rubric: $HOME/r.md\n`, "wrong-value", "no variable is looked up"),
  file(`${head}rubric: ~root/r.md\n`, "wrong-value", "no home folder of somebody else"),
  file(`${head}rubric: "a\\0b"\n`, "wrong-value", "NUL would end the name"),
  file(`${head}artifact_roots: /tmp\n`, "wrong-value", "a list is needed"),
  file(`${head}accept_ref: yes please\n`, "wrong-value", "neither true nor false"),
  file(`${head}settings: hot\n`, "wrong-value", "a map is needed"),
  file(`${head}kappa_threshold: 2\n`, "wrong-value", "no kappa"),
  file(`${head}kappa_threshold: .nan\n`, "wrong-value", "no number"),
  file(`${head}critic: 5\n`, "wrong-value", "no program"),
  file(`${head}critic: { command: [] }\n`, "wrong-value", "no program"),
  file(
    `${head}critic: { command: [judge], env: [NOTION_TOKEN] }\n`,
    "wrong-value",
    "a critic is not given this program's secrets",
  ),
  file(
    "axes:\n- axis: a\n  status: graduated\n- axis: a\n  status: assisted\n",
    "duplicate-axis",
    "two of one name: neither is taken",
  ),
  file("axes: { axis: a }\n", "wrong-value", "a list is needed"),
  file("axis: a\nstatus: &x [*x]\n", "yaml-aliases", "a list that holds itself"),
  file(`${head}settings: &x { a: *x }\n`, "yaml-aliases", "a map that holds itself"),
  file(`${head}critic: &x [*x]\n`, "yaml-aliases", "a list that holds itself"),
  file(
    `${head}__proto__: { isAdmin: true }\nfuture_key: 1\n`,
    "read",
    "keys that nobody knows are their owner's",
  ),
  file("axis: a\nstatus: shadow\n", "read", "a word that the program never writes is kept"),
];

const editInputs: readonly BadInput<string>[] = [
  file("axis: a\nstatus: &st graduated\n", "anchor", untouched),
  file("st: &st graduated\naxis: a\nstatus: *st\n", "alias", untouched),
  file("axis: a\nbase: &b { status: graduated }\n<<: *b\n", "merge-key", untouched),
  file("{ axis: a, status: graduated }\n", "flow-map", untouched),
  file("axis: a\nstatus: |\n  graduated\n", "block-scalar", untouched),
  file("axis: a\nstatus: >-\n  graduated\n", "block-scalar", untouched),
  file("axis: a\n? status\n: graduated\n", "explicit-key", untouched),
  file("axis: a\nstatus: !word graduated\n", "tag", untouched),
  file("axis: a\nstatus:\n  - graduated\n", "not-a-scalar", untouched),
  file("axis: a\nstatus: graduated\nstatus: graduated\n", "duplicate-key", untouched),
  file("axis: a\nstatus: graduated\n---\naxis: b\n", "several-documents", untouched),
  file("axis: a\nstatus: graduated\nsettings: &x { a: *x }\n", "not-yaml", untouched),
  file("axis: b\nstatus: graduated\n", "axis-not-found", untouched),
  file("axis: [a\nstatus: graduated\n", "not-yaml", untouched),
  file("axis: a\ntitle: none\n", "status-missing", untouched),
  file(
    "axis: a\nstatus: graduated # why\nlast_kappa: 0.7\n",
    "owned lines alone",
    "what a person wrote beside them stays",
  ),
  file("axis: a\r\nstatus: graduated\r\n", "owned lines alone", "line ends stay as they are"),
  file(
    "axis: a\nstatus: 'graduated'\nnote: |\n  status: graduated\n",
    "owned lines alone",
    "a text that looks like an owned line is text",
  ),
];

export const axisFiles = doorForEach({
  id: "axis",
  name: "An axis file, read",
  means: "A real file, read as at the start of every command; the code is that of the first problem with it.",
  inputs: readInputs,
  tryOne: (given, folder) => {
    const name = join(folder, "a.yaml");
    writeFileSync(name, given);
    const { axes, problems } = readAxes({ axisSources: [name], axisKeys: keys }, folder);
    const [problem] = problems;
    if (problem === undefined) return axes.length === 1 && !("isAdmin" in {}) ? "read" : "nothing";
    return axes.length === 0 ? problem.code : `${problem.code}, and taken all the same`;
  },
});

export const axisEdits = doorForEach({
  id: "splice",
  name: "An axis file, changed",
  means:
    "The change after a revert, in a real file: it is refused with a code and leaves every byte, or it changes owned lines alone.",
  inputs: editInputs,
  tryOne: async (given, folder) => {
    const name = join(folder, "a.yaml");
    writeFileSync(name, given);
    const result = await applyAxisFileEdit({ file: name, axis: "a", edit }, keys, {
      step: () => {},
      attempt: 1,
    });
    const after = readFileSync(name, "utf8");
    if (result.state === "waiting") return after === given ? result.code : `${result.code}, and changed`;
    const owned = /^(status|last_calibration|last_kappa|founder_override_count):/;
    const others = (text: string): string =>
      text
        .split("\n")
        .filter((line) => !owned.test(line))
        .join("\n");
    return after !== given && others(after) === others(given) ? "owned lines alone" : "other lines, too";
  },
});
