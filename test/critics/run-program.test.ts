import { describe, expect, it } from "vitest";
import { lives, openFakes, request, specOf } from "../support/fake-critics/open-fakes.ts";

/** Long enough for the fakes to start their children on a loaded machine; they would run for ever. */
const timeoutMs = 5_000;

describe("runProgram, through a critic", () => {
  it("ends what hangs in time, and every process of it", async () => {
    const { judge, processes } = openFakes({}, { atOnce: 10 });
    const scenes = [
      "hangs",
      "hangs-after-reading",
      "ignores-sigterm",
      "stops-itself",
      "forks-and-hangs",
      "forks-a-daemon-and-hangs",
    ];
    const outcomes = await Promise.all(scenes.map((scene) => judge("command", scene, { timeoutMs })));
    expect(outcomes.map((one) => (one.kind === "no-answer" ? one.failure : one.word))).toEqual(
      scenes.map(() => "timeout"),
    );
    expect(processes()).toHaveLength(8);
    expect(processes().filter(lives)).toEqual([]);
  });

  it("leaves nobody behind where the program itself ends well", async () => {
    const { judge, processes } = openFakes();
    expect(await judge("command", "command:leaves-a-child")).toMatchObject({ kind: "judged" });
    expect(await judge("command", "command:leaves-a-daemon")).toMatchObject({ kind: "judged" });
    expect(await judge("command", "command:lingers")).toMatchObject({
      kind: "judged",
      warnings: [{ code: "did-not-end" }],
    });
    expect(processes()).toHaveLength(5);
    expect(processes().filter(lives)).toEqual([]);
  });

  it("reads no more than the limit of a gigabyte, and keeps the end of a long complaint", async () => {
    const { judge, processes } = openFakes();
    expect(await judge("command", "one-gigabyte")).toMatchObject({ failure: "output-cap" });
    const noise = await judge("command", "one-gigabyte-of-noise");
    expect(noise).toMatchObject({ failure: "crashed", run: { exitCode: 3 } });
    expect(noise.kind === "no-answer" && noise.message).toContain("the end of it");
    expect(processes().filter(lives)).toEqual([]);
    // A gigabyte was never held: an answer under the limit is read whole.
    expect(await judge("command", "command:large")).toMatchObject({ kind: "judged" });
  });

  it("is ended by whoever called it, and by the closing of the critics", async () => {
    const { critics, processes } = openFakes();
    const critic = critics.open(specOf("command", "hangs"));
    const called = new AbortController();
    const [early, late] = [critic.judge(request, { signal: called.signal }), critic.judge(request)];
    while (processes().length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    called.abort();
    expect(await early).toMatchObject({ failure: "cancelled" });
    await critics[Symbol.asyncDispose]();
    expect(await late).toMatchObject({ failure: "cancelled" });
    expect(await critic.judge(request)).toMatchObject({ failure: "cancelled" });
    expect(processes().filter(lives)).toEqual([]);
  });

  it("works in a fresh empty folder, which is gone afterwards, and passes on a few variables only", async () => {
    const secrets = {
      NOTION_TOKEN: "secret",
      AWS_SECRET_ACCESS_KEY: "secret",
      NODE_OPTIONS: "--no-warnings",
    };
    const { judge, seen, folder } = openFakes(secrets);
    const env = ["FAKE_RECORD", "LANG"];
    await judge("command", "command:fails", { env });
    await judge("command", "command:fails", { env });
    const [first, second] = seen();
    expect(first?.files).toEqual([]);
    expect(first?.cwd).not.toBe(second?.cwd);
    expect(first?.cwd).not.toBe(folder);
    const names = Object.keys(first?.env ?? {}).filter((name) => name !== "LANG");
    expect(names.toSorted()).toEqual(["FAKE_RECORD", "HOME", "IMPROVE_CRON_CALL", "PATH"]);
  });

  it("lets two calls run side by side, and never a third", async () => {
    const { critics, processes } = openFakes();
    const called = new AbortController();
    const critic = critics.open(specOf("command", "hangs"));
    const calls = [1, 2, 3].map(() => critic.judge(request, { signal: called.signal }));
    while (processes().length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    const passing = critics.open(specOf("command", "command:passes")).judge(request);
    expect(processes()).toHaveLength(2);
    called.abort();
    expect((await Promise.all(calls)).every((one) => one.kind === "no-answer")).toBe(true);
    expect(await passing).toMatchObject({ kind: "judged" });
    expect(processes()).toHaveLength(3);
  });
});
