import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliResult, runCli } from "../support/built-cli.ts";
import { createRunningClock } from "../support/notion-double/clock.ts";
import { type NotionDouble, openNotionDouble } from "../support/notion-double/double.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

// The program as it is shipped, with its own waits, against a double of Notion whose clock runs.
const june = "2026-06-01T13:00:00Z";

let double: NotionDouble;
let workspace: Workspace;

beforeAll(async () => {
  double = await openNotionDouble({ clock: createRunningClock(Date.parse(june), 1) });
  workspace = new Workspace({
    config: `queue: notion\nnotion: { parent: "${double.parentPageId}" }\nsampling: { risk_max: 0 }\nnotify: [{ channel: stdout }]\n`,
  });
  workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 10, fail: 2 }));
});
afterAll(async () => {
  workspace.dispose();
  await double.close();
});

function call(args: readonly string[], token: string | null = double.token): Promise<CliResult> {
  const env = { NOTION_BASE_URL: double.url, ...(token === null ? {} : { NOTION_TOKEN: token }) };
  return runCli(["--config", workspace.configFile, "--now", june, "--json", ...args], {
    cwd: workspace.folder,
    env,
  });
}

async function ask(
  args: readonly string[],
  token: string | null = double.token,
): Promise<{ readonly code: number | null; readonly answer: unknown }> {
  const { code, stderr, stdout } = await call(args, token);
  if (stdout === "") throw new Error(stderr);
  return { code, answer: JSON.parse(stdout) };
}

describe("the queue in Notion, from the command line", () => {
  it("is set up, checked, filled and read", { timeout: 240_000 }, async () => {
    expect(await ask(["notion", "check"])).toMatchObject({ code: 1, answer: { ok: false } });
    const setup = await ask(["notion", "setup"]);
    expect(setup).toMatchObject({
      code: 0,
      answer: { url: expect.stringContaining("https://"), complaints: [] },
    });
    expect(await ask(["notion", "check"])).toMatchObject({ code: 0, answer: { ok: true } });
    const run = await ask(["run"]);
    expect(run).toMatchObject({ code: 0, answer: { pending: [], opened: [{ state: "open", items: 7 }] } });
    expect(await ask(["collect"])).toMatchObject({
      code: 0,
      answer: { checked: 7, stored: 0, unreachable: null },
    });
    expect(double.violations).toEqual([]);
  });

  it("says what is missing without a token, and with a wrong one, and never shows it", {
    timeout: 120_000,
  }, async () => {
    const none = await ask(["collect"], null);
    expect(none).toMatchObject({
      code: 1,
      answer: { unreachable: { hint: expect.stringContaining("NOTION_TOKEN") } },
    });
    const wrong = await call(["notion", "check"], "ntn_wrong_secret_of_mine");
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.stdout)).toMatchObject({
      ok: false,
      checks: [{ name: "notion token", ok: false }],
    });
    expect(`${wrong.stdout}${wrong.stderr}`).not.toContain("secret_of_mine");
    expect((await call(["notion", "setup"], null)).code).toBe(2);
  });
});
