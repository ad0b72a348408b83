import { linkSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type KnownAxisFiles, longestTickMs, readAxes } from "../../src/config/axis-file.ts";
import { folderWith, tempFolder } from "./temp-folder.ts";

const axisKeys = {
  status: "status",
  lastCalibration: "last_calibration",
  lastKappa: "last_kappa",
  founderOverrideCount: "founder_override_count",
};

function read(
  files: Readonly<Record<string, string | Uint8Array>>,
  sources: readonly string[] = ["."],
  status = "status",
) {
  const folder = folderWith(files);
  const axisSources = sources.map((source) => join(folder, source));
  return { folder, ...readAxes({ axisSources, axisKeys: { ...axisKeys, status } }, "/home/ada") };
}

function axis(name: string): string {
  return `axis: ${name}\nstatus: graduated\n`;
}

describe("readAxes", () => {
  it("reads every key of an axis file, paths from its folder", () => {
    const { axes, problems, folder } = read(
      {
        "axes/a.yaml": `# kept
axis: verify-dispatch
status: graduated
title: Dispatch
intent: A task that can be finished.
rubric: ../rubrics/a.md
verdict_log: ~/logs/*.jsonl
model: claude-sonnet-4-5
settings: { temperature: 0, nested: { top_p: [0.9, null, true] } }
timezone: Europe/Berlin
accept_ref: true
artifact_roots: [../drafts, /srv/notes]
kappa_threshold: 0.7
override_rate: 0.05
pass_rate: 0.2
probes: 0
critic: [node, critic.js]
owner: { anything: goes }
last_kappa: null
`,
      },
      ["axes"],
    );
    expect(problems).toEqual([]);
    expect(axes).toEqual([
      {
        name: "verify-dispatch",
        status: "graduated",
        file: join(folder, "axes/a.yaml"),
        title: "Dispatch",
        intent: "A task that can be finished.",
        rubricPath: join(folder, "rubrics/a.md"),
        verdictLog: "/home/ada/logs/*.jsonl",
        model: "claude-sonnet-4-5",
        settings: { temperature: 0, nested: { top_p: [0.9, null, true] } },
        timezone: "Europe/Berlin",
        acceptRef: true,
        artifactRoots: [join(folder, "drafts"), "/srv/notes"],
        kappaThreshold: 0.7,
        overrideRate: 0.05,
        passRate: 0.2,
        probes: 0,
        critic: {
          kind: "command",
          command: ["node", "critic.js"],
          model: "claude-sonnet-4-5",
          env: [],
          timeoutMs: 300_000,
          maxCostUsd: 1,
        },
      },
    ]);
  });

  it("fills what is not given, or given as nothing, with null", () => {
    const minimal = {
      intent: null,
      title: null,
      rubricPath: null,
      verdictLog: null,
      model: null,
      settings: {},
      timezone: null,
      acceptRef: false,
      artifactRoots: [],
      kappaThreshold: null,
      overrideRate: null,
      passRate: null,
      probes: null,
      critic: null,
    };
    const { axes } = read({
      "a.yaml": "axis: a\nstatus: shadow\n",
      "b.yaml": "axis: b\nstatus: assisted\nmodel:\nrubric: null\nsettings:\nprobes:\n",
    });
    expect(axes).toMatchObject([
      { name: "a", status: "shadow", ...minimal },
      { name: "b", status: "assisted", ...minimal },
    ]);
  });

  it("reads the YAML files of a folder in the order of their names, and nothing else there", () => {
    const { axes, problems } = read({
      "c.yml": axis("c"),
      "a.yaml": axis("a"),
      "b.yaml": axis("b"),
      ".b.yaml.swp": "x",
      ".#a.yaml": "x",
      "a.yaml~": "x",
      "notes.md": "x",
      "deeper/d.yaml": axis("d"),
    });
    expect(problems).toEqual([]);
    expect(axes.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });

  it("reads a list in one file, and lists of files, each file once", () => {
    const { axes, problems, folder } = read(
      {
        "all.yaml":
          "base: &base { model: m, status: graduated }\naxes:\n  - axis: a\n    <<: *base\n  - axis: b\n    status: assisted\n",
        "c.yaml": "axis: c\nstatus: graduated\n",
      },
      ["all.yaml", "c.yaml", "c.yaml", "."],
    );
    expect(problems).toEqual([]);
    expect(axes).toMatchObject([
      { name: "a", model: "m", status: "graduated", file: join(folder, "all.yaml") },
      { name: "b", model: null, status: "assisted", file: join(folder, "all.yaml") },
      { name: "c" },
    ]);
  });

  it("takes two links to one file for one axis", () => {
    const folder = folderWith({ "a.yaml": "axis: a\nstatus: graduated\n" });
    symlinkSync(join(folder, "a.yaml"), join(folder, "b.yaml"));
    const { axes, problems } = readAxes({ axisSources: [folder], axisKeys });
    expect(problems).toEqual([]);
    expect(axes).toHaveLength(1);
  });

  it("reads the status from the key that the config names, dotted too", () => {
    const files = { "a.yaml": "axis: a\nmeta:\n  stage: graduated\nstatus: ignored\n" };
    expect(read(files, ["."], "meta.stage").axes).toMatchObject([{ status: "graduated" }]);
    expect(read({ "a.yaml": "axis: a\nmeta:\n  x: 1\n" }, ["."], "meta.stage").problems).toMatchObject([
      { code: "missing-key", key: "meta.stage", line: 2 },
    ]);
  });

  it("keeps unknown status words, CRLF, BOM and anchors", () => {
    const { axes, problems } = read({
      "a.yaml": "\ufeffaxis: &n a\r\nstatus: &s retired\r\ntitle: *n\r\nother: *s\r\n",
    });
    expect(problems).toEqual([]);
    expect(axes).toMatchObject([{ name: "a", status: "retired", title: "a" }]);
  });

  it("has no axes and no problems for an empty folder", () => {
    expect(readAxes({ axisSources: [tempFolder()], axisKeys })).toEqual({ axes: [], problems: [] });
  });
});

describe("what is wrong with an axis file", () => {
  const good = "axis: good\nstatus: graduated\n";
  const head = "axis: bad\nstatus: graduated\n";

  it.each<[string, string | Uint8Array, string, string | null, number | null]>([
    ["no axis", "status: graduated\n", "missing-key", "axis", 1],
    ["no status", "# c\naxis: bad\n", "missing-key", "status", 2],
    ["an empty axis name", "axis:\nstatus: graduated\n", "wrong-value", "axis", 1],
    ["a path for a name", "status: graduated\naxis: ../x\n", "wrong-value", "axis", 2],
    ["a name in capitals", "axis: Verify\nstatus: graduated\n", "wrong-value", "axis", 1],
    ["a name of 64 characters", `axis: ${"a".repeat(64)}\nstatus: graduated\n`, "wrong-value", "axis", 1],
    ["a number for a name", "axis: 7\nstatus: graduated\n", "wrong-value", "axis", 1],
    ["a status that is no word", "axis: bad\nstatus: true\n", "wrong-value", "status", 2],
    ["an empty status", "axis: bad\nstatus:\n", "wrong-value", "status", 2],
    ["a kappa threshold of 1", `${head}kappa_threshold: 1\n`, "wrong-value", "kappa_threshold", 3],
    ["an override rate of 0", `${head}override_rate: 0\n`, "wrong-value", "override_rate", 3],
    ["an override rate as text", `${head}override_rate: "5%"\n`, "wrong-value", "override_rate", 3],
    ["a pass rate above 1", `${head}pass_rate: 10\n`, "wrong-value", "pass_rate", 3],
    ["a pass rate of 0", `${head}pass_rate: 0\n`, "wrong-value", "pass_rate", 3],
    ["half a probe", `${head}probes: 2.5\n`, "wrong-value", "probes", 3],
    ["fewer than no probes", `${head}probes: -1\n`, "wrong-value", "probes", 3],
    ["an unknown zone", `${head}timezone: America/NewYork\n`, "wrong-value", "timezone", 3],
    ["yes for accept_ref", `${head}accept_ref: yes\n`, "wrong-value", "accept_ref", 3],
    ["roots that are no list", `${head}artifact_roots: ../x\n`, "wrong-value", "artifact_roots", 3],
    [
      "a root that is no text",
      `${head}artifact_roots:\n  - ../x\n  - 5\n`,
      "wrong-value",
      "artifact_roots.1",
      5,
    ],
    ["settings that are a list", `${head}settings: [1]\n`, "wrong-value", "settings", 3],
    ["a setting that JSON cannot hold", `${head}settings:\n  t: .nan\n`, "wrong-value", "settings.t", 4],
    ["a model that is a number", `${head}model: 4\n`, "wrong-value", "model", 3],
    ["an intent that is a list", `${head}intent: [a]\n`, "wrong-value", "intent", 3],
    ["a variable in a path", `${head}rubric: $HOME/r.md\n`, "wrong-value", "rubric", 3],
    ["an unquoted glob", `${head}verdict_log: *.jsonl\n`, "yaml-aliases", null, 3],
    ["a tab", "axis: bad\nmeta:\n\tstatus: graduated\n", "tab-indent", null, 3],
    ["a duplicate key", `${head}model: a\nmodel: b\n`, "duplicate-key", null, 4],
    ["two documents", `${head}---\n${good}`, "several-documents", null, 3],
    ["an open quote", `${head}title: "x\n`, "yaml-syntax", null, 4],
    ["nothing", "", "empty", null, null],
    ["comments alone", "# later\n", "empty", null, null],
    ["a text", "graduated\n", "wrong-value", null, 1],
    ["axes that are no list", "axes: { a: 1 }\n", "wrong-value", "axes", 1],
    ["an entry that is no map", "axes:\n  - verify\n", "wrong-value", null, 2],
    [
      "an entry without a name",
      "axes:\n  - axis: ok\n    status: x\n  - status: y\n",
      "missing-key",
      "axis",
      4,
    ],
    ["a text that is not UTF-8", Buffer.from(`${head}title: caf\u00e9\n`, "latin1"), "not-utf8", null, 3],
    ["more than 1 MiB", `${head}#${"x".repeat(1024 * 1024)}\n`, "too-large", null, null],
  ])("%s is told with its place, and the others go on", (_, text, code, key, line) => {
    const { axes, problems, folder } = read({ "bad.yaml": text, "good.yaml": good });
    expect(problems).toContainEqual(
      expect.objectContaining({ code, key, line, file: join(folder, "bad.yaml") }),
    );
    expect(new Set(problems.map(({ file }) => file))).toEqual(new Set([join(folder, "bad.yaml")]));
    expect(axes.map(({ name }) => name)).toContain("good");
    expect(axes.map(({ name }) => name)).not.toContain("bad");
  });

  it("is told whole, not fault by fault", () => {
    const { problems } = read({ "bad.yaml": "axis: X\nprobes: -1\ntimezone: nowhere\n" });
    expect(new Set(problems.map(({ key }) => key))).toEqual(
      new Set(["axis", "status", "probes", "timezone"]),
    );
  });

  it("in a list leaves the other entries usable", () => {
    const { axes, problems } = read({
      "all.yaml":
        "axes:\n  - axis: a\n    status: graduated\n    probes: x\n  - axis: b\n    status: graduated\n",
    });
    expect(axes.map(({ name }) => name)).toEqual(["b"]);
    expect(problems).toMatchObject([{ code: "wrong-value", key: "probes", line: 4 }]);
  });

  it("is one name in two files: neither is used, and each problem names the other", () => {
    const { axes, problems, folder } = read({
      "a.yaml": "# first\naxis: twin\nstatus: graduated\n",
      "b.yaml": "axis: twin\nstatus: assisted\nprobes: x\n",
      "c.yaml": good,
    });
    expect(axes.map(({ name }) => name)).toEqual(["good"]);
    const twins = problems.filter(({ code }) => code === "duplicate-axis");
    expect(twins).toMatchObject([
      { file: join(folder, "a.yaml"), line: 2, key: "axis" },
      { file: join(folder, "b.yaml"), line: 1, key: "axis" },
    ]);
    expect(twins[0]?.message).toContain(`${join(folder, "b.yaml")}:1`);
    expect(twins[1]?.message).toContain(`${join(folder, "a.yaml")}:2`);
  });

  it("is one name twice in one list", () => {
    const { axes, problems } = read({
      "all.yaml": "axes:\n  - axis: a\n    status: x\n  - axis: a\n    status: y\n",
    });
    expect(axes).toEqual([]);
    expect(problems).toMatchObject([
      { code: "duplicate-axis", line: 2 },
      { code: "duplicate-axis", line: 4 },
    ]);
  });

  it("is a critic that would be given a secret of the config's channels", () => {
    const critic = "critic:\n  command: [./judge]\n  env:\n    - MY_KEY\n    - ";
    const folder = folderWith({
      "a.yaml": `axis: a\nstatus: graduated\n${critic}PUSH_TOKEN\n`,
      "b.yaml": `axis: b\nstatus: graduated\n${critic}HOOK_SECRET\n`,
      "c.yaml": `axis: c\nstatus: graduated\n${critic}OTHER\n`,
    });
    const { axes, problems } = readAxes({
      axisSources: [folder],
      axisKeys,
      notify: [
        { channel: "ntfy", url: "https://ntfy.sh/a", tokenEnv: "PUSH_TOKEN" },
        { channel: "webhook", url: "https://example.com/a", secretEnv: "HOOK_SECRET" },
        { channel: "ntfy", url: "https://ntfy.sh/b", tokenEnv: null },
      ],
    });
    expect(axes.map(({ name }) => name)).toEqual(["c"]);
    expect(problems).toMatchObject([
      { code: "wrong-value", key: "critic.env.1", line: 7 },
      { code: "wrong-value", key: "critic.env.1", line: 7 },
    ]);
  });

  it("is a source that is not there, or a link that leads nowhere", () => {
    const folder = folderWith({ "axes/good.yaml": good });
    symlinkSync(join(folder, "gone.yaml"), join(folder, "axes/dangling.yaml"));
    const { axes, problems } = readAxes({
      axisSources: [join(folder, "axes"), join(folder, "none")],
      axisKeys,
    });
    expect(axes).toHaveLength(1);
    expect(problems).toMatchObject([
      { code: "missing-file", file: join(folder, "none") },
      { code: "missing-file", file: join(folder, "axes/dangling.yaml") },
    ]);
  });
});

/** Until the times of what was just written are old enough to be trusted. */
function settled(): Promise<void> {
  return new Promise((goOn) => setTimeout(goOn, 80));
}

describe("reading axis files again", () => {
  it("takes what is known of a file that was not changed, and every change of one that was", async () => {
    const folder = folderWith({ "a.yaml": axis("a"), "b.yaml": axis("b") });
    const file = join(folder, "a.yaml");
    const known: KnownAxisFiles = new Map();
    const again = (): readonly (readonly [string, string])[] =>
      readAxes({ axisSources: [folder], axisKeys }, "/home/ada", known).axes.map(({ name, status }) => [
        name,
        status,
      ]);
    // Of what was just written the next change might bear the same time: it is read again.
    await settled();
    again();
    const kept = [...known.values()].map(({ read: entry }) => entry);
    again();
    expect([...known.values()].map(({ read: entry }) => entry)).toEqual(kept);
    expect([...known.values()].every(({ read: entry }, index) => entry === kept[index])).toBe(true);

    // As many bytes, in place and by replacement.
    writeFileSync(file, axis("a").replace("graduated", "assisted_"));
    expect(again()).toEqual([
      ["a", "assisted_"],
      ["b", "graduated"],
    ]);
    writeFileSync(join(folder, "a.new"), axis("a").replace("graduated", "suspended"));
    renameSync(join(folder, "a.new"), file);
    expect(again()).toContainEqual(["a", "suspended"]);
  });

  it("waits longer where a file system's clock shows whole seconds", () => {
    const whole = 1_780_000_001_000_000_000n;
    expect([whole, whole + 4_000_000n].map((ctimeNs) => longestTickMs({ ctimeNs }))).toEqual([2_000, 50]);
  });

  it("keeps no fault: it may be gone the next time", async () => {
    const folder = folderWith({ "a.yaml": "axis: [\n" });
    const known: KnownAxisFiles = new Map();
    await settled();
    expect(readAxes({ axisSources: [folder], axisKeys }, "/home/ada", known).problems).not.toEqual([]);
    expect(known.size).toBe(0);
  });

  it("takes two hard links for two files, and two links for one", () => {
    const folder = folderWith({ "axes/a.yaml": axis("a") });
    linkSync(join(folder, "axes/a.yaml"), join(folder, "axes/b.yaml"));
    symlinkSync(join(folder, "axes/a.yaml"), join(folder, "axes/c.yaml"));
    const { problems } = readAxes({ axisSources: [join(folder, "axes")], axisKeys }, "/home/ada");
    expect(problems.map(({ code }) => code)).toEqual(["duplicate-axis", "duplicate-axis"]);
  });
});
