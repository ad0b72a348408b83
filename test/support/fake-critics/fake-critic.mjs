// A critic that does what its first argument names. With FAKE_RECORD set, it first writes there what it was given.
// The rows are those of the measured tables and of the field reports on the real command lines.
import { spawn } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { claudeScenes } from "./claude-scenes.mjs";
import { codexScenes } from "./codex-scenes.mjs";
import { commandScenes } from "./command-scenes.mjs";

const [, , scene, ...args] = process.argv;
const { FAKE_RECORD: record, FAKE_PIDS: pids } = process.env;

if (args.includes("--version")) {
  print("fake-critic 1.2.3\n");
  process.exit(0);
}
if (pids) appendFileSync(pids, `${process.pid}\n`);

/** Writes all of it, even where the process ends at once. */
function print(text, fd = 1) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

/** Another process that would outlive this one; it notes its id. */
function fork(how) {
  const body = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const child = spawn(process.execPath, ["-e", body], { stdio: "inherit", ...how });
  if (pids) appendFileSync(pids, `${child.pid}\n`);
  child.unref();
}

const readStdin = () => readFileSync(0, "utf8");
const forever = () => setInterval(() => {}, 1000);

const stage = {
  args,
  print,
  fork,
  forever,
  readStdin,
  noTerm: () => process.on("SIGTERM", () => {}),
};

/** What every kind of program can do wrong. */
const commonScenes = {
  "hangs": () => forever(),
  "hangs-after-reading": () => (readStdin(), forever()),
  "ignores-sigterm": () => (stage.noTerm(), forever()),
  "stops-itself": () => (forever(), process.kill(process.pid, "SIGSTOP")),
  "forks-and-hangs": () => (fork(), forever()),
  "forks-a-daemon-and-hangs": () => (fork({ detached: true }), forever()),
  "one-gigabyte": () => {
    const block = "x".repeat(1024 * 1024);
    for (let n = 0; n < 1024; n += 1) print(block);
  },
  "one-gigabyte-of-noise": () => {
    const block = "x".repeat(1024 * 1024);
    for (let n = 0; n < 64; n += 1) print(block, 2);
    print("the end of it", 2);
    process.exit(3);
  },
  "says-nothing": () => {},
  "white-space": () => print(" \n\t\n"),
  "crashes": () => (print("TypeError: x is undefined", 2), process.exit(1)),
  "dies-by-signal": () => process.kill(process.pid, "SIGTERM"),
  "exit-127": () => (print("env: node: No such file or directory", 2), process.exit(127)),
  "corrupted": () => (print("Claude configuration file at ~/.claude.json is corrupted", 2), process.exit(1)),
  "unknown-option": () => (print("error: unknown option '--permission-prompts'", 2), process.exit(1)),
  "binary": () => writeSync(1, Buffer.from([0xff, 0xfe, 0x00, 0x01])),
  "torn": () => print('{"verdict":"PASS","rea'),
};

if (record) {
  const { pid, env } = process;
  const stdin = scene === "never-reads" ? null : readStdin();
  const files = readdirSync(".");
  appendFileSync(record, `${JSON.stringify({ pid, scene, args, env, stdin, cwd: process.cwd(), files })}\n`);
  stage.readStdin = () => stdin;
}
const [kind, name] = scene.includes(":") ? scene.split(":") : ["common", scene];
const scenes = { common: commonScenes, claude: claudeScenes, codex: codexScenes, command: commandScenes };
const play = scenes[kind]?.[name];
if (play === undefined) throw new Error(`no scene ${scene}`);
play(stage);
