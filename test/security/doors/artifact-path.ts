import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BadInput, doorForAll } from "../bad-input.ts";
import { ingestOutcomes } from "./ingest-outcomes.ts";

const outside = "artifact-outside-roots";
const unsafe = "artifact-unsafe-path";
const literal = "the name of a file, never a command";

/** Files, links, a pipe and folders in and beside the folder of logs, as somebody might lay them out as traps. */
function layTraps(logs: string): void {
  const before = new Date("2026-05-01T00:00:00Z");
  const write = (name: string, text: string | Uint8Array): void => {
    writeFileSync(join(logs, name), text);
    utimesSync(join(logs, name), before, before);
  };
  for (const name of [
    "good.md",
    "$(touch pwned).md",
    "; rm -rf .md",
    "'.md",
    "--version",
    "`id`.md",
    "a\nb.md",
  ]) {
    write(name, `text of ${name}`);
  }
  write("empty.md", "");
  write("large.md", Buffer.alloc(1024 * 1024 + 1, "x"));
  write("later.md", "text");
  utimesSync(join(logs, "later.md"), before, new Date("2026-05-20T00:00:00Z"));
  mkdirSync(join(logs, "folder"));
  mkdirSync(`${logs}-evil`);
  writeFileSync(`${logs}-evil/x.md`, "text");
  writeFileSync(join(logs, "../secret.txt"), "text");
  symlinkSync("/etc/passwd", join(logs, "link"));
  symlinkSync("/etc", join(logs, "linked-folder"));
  symlinkSync("../secret.txt", join(logs, "relative-link"));
  symlinkSync("circle-b", join(logs, "circle-a"));
  symlinkSync("circle-a", join(logs, "circle-b"));
  symlinkSync("good.md", join(logs, "link-inside"));
  symlinkSync("/dev/zero", join(logs, "zero"));
  symlinkSync("nowhere.md", join(logs, "dangling"));
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(logs, "pipe")]);
}

function path(given: string, expected: string, why: string): BadInput<string> {
  return { given, expected, why };
}

const inputs: readonly BadInput<string>[] = [
  path("../../../../../../../../etc/passwd", outside, "leads out of the folder of the log"),
  path("/etc/passwd", outside, "an absolute path out of it"),
  path("link", outside, "a link to /etc/passwd: the real path counts"),
  path("linked-folder/passwd", outside, "behind a link to a folder"),
  path("relative-link", outside, "a link one folder up"),
  path("zero", outside, "a link to a device without end"),
  path("/dev/zero", outside, "a device without end"),
  path("/proc/self/environ", outside, "the environment of this process"),
  path("../logs-evil/x.md", outside, "a folder whose name only begins the same"),
  path("..", outside, "the folder above"),
  path(".", outside, "the folder itself"),
  path("good.md/../../secret.txt", outside, "written around a corner"),
  path("folder", "artifact-not-a-file", "a folder"),
  path("pipe", "artifact-not-a-file", "a pipe without a writer: nobody waits for one"),
  path("circle-a", "artifact-unreadable", "links in a circle"),
  path("x".repeat(5000), "artifact-unreadable", "longer than any name may be"),
  path("file:///etc/passwd", unsafe, "an address, no path"),
  path("HTTP://127.0.0.1/x", unsafe, "nothing is fetched"),
  path("~/.ssh/id_rsa", unsafe, "no home folder is looked up"),
  path("~root/x", unsafe, "nor anybody else's"),
  path("..%2f..%2fetc/passwd", unsafe, "an escaped separator"),
  path("%2E%2E/x", unsafe, "escaped dots"),
  path("..%5cx", unsafe, "an escaped backslash"),
  path("a\u0000b", "bad-text", "NUL would end the name"),
  path("a\ud800", "bad-text", "half a character"),
  path("", "bad-artifact", "empty"),
  path("missing.md", "stored, none (missing)", "the verdict counts, there is nothing to grade"),
  path("dangling", "stored, none (missing)", "a link to nothing"),
  path("good.md/x", "stored, none (missing)", "a file is no folder"),
  path("C:\\Windows\\win.ini", "stored, none (missing)", "a name like any other here"),
  path("later.md", "stored, none (changed-since)", "changed after the verdict: not what the critic saw"),
  path("empty.md", "stored, none (empty)", "nothing to grade"),
  path("large.md", "artifact-too-large", "more than 1 MiB"),
  path("$(touch pwned).md", "stored, snapshot", literal),
  path("; rm -rf .md", "stored, snapshot", literal),
  path("'.md", "stored, snapshot", literal),
  path("`id`.md", "stored, snapshot", literal),
  path("--version", "stored, snapshot", "the name of a file, never an option"),
  path("a\nb.md", "stored, snapshot", "a line end in a name"),
  path("link-inside", "stored, snapshot", "a link that stays inside"),
  path("folder/../good.md", "stored, snapshot", "around a corner, and inside all the same"),
];

export const artifactPaths = doorForAll({
  id: "path",
  name: "A path of an artifact",
  means:
    "The same `ingest`, with files, links, pipes and folders laid out as traps in and beside the folder of the log.",
  inputs,
  tryAll: async (given, folder) => {
    const logs = join(folder, "logs");
    mkdirSync(logs);
    layTraps(logs);
    return ingestOutcomes(
      logs,
      given.map((one, index) => [
        JSON.stringify({
          axis: "verify-dispatch",
          verdict: "PASS",
          at: "2026-05-10T12:00:00Z",
          id: `path-${index}`,
          artifact: { path: one },
        }),
      ]),
    );
  },
});
