import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { isMap, parseDocument } from "yaml";
import { createProgram } from "../src/cli/program.ts";
import { wrongCommands, wrongWords } from "./support/named-commands.ts";

const root = join(import.meta.dirname, "..");
const documents = [
  ...readdirSync(root),
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
  "config/skills/improve-cron/SKILL.md",
  "config/example/README.md",
].filter((name) => name.endsWith(".md"));
const textOf = (document: string): string => readFileSync(join(root, document), "utf8");

const program = createProgram(
  {
    session: () => {
      throw new Error("no command is run here");
    },
    end: () => {},
  },
  { out: () => {}, err: () => {} },
);

/** Fenced blocks and what stands between backticks. */
function codeOf(text: string): readonly string[] {
  const fenced = /^ *```\w*\n([\s\S]*?)^ *```/gm;
  const inline = text.replaceAll(fenced, "").matchAll(/`([^`]+)`/g);
  return [...text.matchAll(fenced), ...inline].map(([, code = ""]) => code);
}

/** The place of a heading, as GitHub makes it of its words. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(documents)("%s", (document) => {
  const text = textOf(document);

  it("leads to files and headings that are there", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? "",
    );
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [path = "", anchor = ""] = link.split("#");
      const file = path === "" ? document : join(dirname(document), path);
      if (!existsSync(join(root, file))) return true;
      return anchor !== "" && !anchorsOf(textOf(file)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it("names scripts and files that the repository has", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf("package.json"));
    const runs = [...text.matchAll(/\bnpm run ([a-z][a-z:-]*)/g)].map(([, name = ""]) => name);
    expect(runs.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = [...text.matchAll(/(?<![\w./-])(?:src|test|scripts|docs|config)\/[\w./-]*\.\w+/g)].map(
      ([file]) => file,
    );
    expect(
      files.filter((file) => !["", "src"].some((folder) => existsSync(join(root, folder, file)))),
    ).toEqual([]);
  });

  it("names commands and options that the program has", () => {
    expect(codeOf(text).flatMap((code) => wrongCommands(code, program, "code"))).toEqual([]);
    expect(wrongCommands(text, program, "prose")).toEqual([]);
  });
});

describe("README.md", () => {
  const text = textOf("README.md");
  /** The rows of the table of commands: what stands between backticks in the first cell. */
  const rows = [...text.matchAll(/^\| (`.*?) \| .* \|$/gm)].map(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code),
  );

  it("has every command in its table, with options that it takes", () => {
    const listed = rows.flatMap(([first = "", ...further]) => {
      const [group = ""] = first.split(" ");
      const whole = (code: string): string =>
        program.commands.some((one) => one.name() === code.split(/[ [-]/)[0]) ? code : `${group} ${code}`;
      return [first, ...further.filter((code) => !code.startsWith("[")).map(whole)];
    });
    expect(listed.flatMap((words) => wrongWords(words, program, "code"))).toEqual([]);
    const names = program.commands.flatMap((command) =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.map((one) => `${command.name()} ${one.name()}`),
    );
    const missing = names.filter((name) => !listed.some((words) => `${words} `.startsWith(`${name} `)));
    expect(missing).toEqual([]);
  });
});

describe("keys of the config that pages name", () => {
  const config = parseDocument(textOf("config/improve-cron.yaml"));
  const groups = isMap(config.contents) ? config.contents.items.map(({ key }) => String(key)) : [];
  // An alarm that acts is no key of the shipped file, which says so in a comment.
  const optional = new Set(["decision.cusum.acts"]);

  it("are in it", () => {
    expect(groups).toContain("sampling");
    const keys = documents
      .filter((document) => document !== "docs/bad-inputs.md")
      .flatMap((document) => codeOf(textOf(document)))
      .map((code) => /^([a-z_]+(?:\.[a-z_]+)+)(?:: .*)?$/.exec(code)?.[1] ?? "")
      .filter((key) => groups.includes(key.split(".")[0] ?? "") && !/\.(?:json|md|yaml|ts|lock)$/.test(key));
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !config.hasIn(key.split(".")) && !optional.has(key))).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  it("names files and folders that are there", () => {
    const spans = codeOf(textOf("ARCHITECTURE.md")).flatMap(expanded);
    const paths = spans.filter((span) => /^[\w./-]+\/[\w./-]*$|^[\w-]+\.(?:ts|md)$/.test(span));
    const everywhere = ["src", "test", "scripts"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }),
    );
    const known = new Set(everywhere.flatMap((path) => [basename(path), `${basename(path)}/`]));
    const isThere = (path: string): boolean =>
      known.has(path) ||
      ["", "src/"].some((folder) =>
        ["", ".ts"].some((ending) => existsSync(join(root, `${folder}${path}${ending}`))),
      );
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });
});

describe("what the program says", () => {
  it("names commands and options that it has", () => {
    const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    const wrong = sources.flatMap((name) =>
      wrongCommands(
        readFileSync(join(root, "src", name), "utf8").replaceAll('" +\n', ""),
        program,
        "prose",
      ).map((what) => `${name}: ${what}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("named commands", () => {
  it.each([
    ["improve-cron histroy", "improve-cron has no command histroy: histroy"],
    ["improve-cron history verify-dispatch --since 2026-01 --cvs", "history has no --cvs"],
    ["improve-cron axis forget A", "axis has no command forget"],
    ["improve-cron --jsn status", "improve-cron has no --jsn"],
    ["improve-cron install cron|lunchd", "install has no command cron|lunchd"],
  ])("%s", (line, what) => {
    const wrong = wrongCommands(line, program, "code");
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toContain(what);
  });

  it("are right where they are right", () => {
    const right =
      'improve-cron --json axis graduate A --reason "it is mended" --force --now 2026-06-01T09:00:00Z | jq .\n' +
      "improve-cron uninstall cron|launchd|systemd|skill  # all of it";
    expect(wrongCommands(right, program, "code")).toEqual([]);
  });
});

/** `core/{a,b}.ts` are two. */
function expanded(span: string): readonly string[] {
  const [, before = "", names, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(span) ?? [];
  return names === undefined ? [span] : names.split(",").map((name) => `${before}${name}${after}`);
}
