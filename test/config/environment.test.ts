import { describe, expect, it } from "vitest";
import { readEnvironment } from "../../src/config/environment.ts";

describe("readEnvironment", () => {
  it("reads what is set and nothing else", () => {
    const { settings, problems } = readEnvironment({
      IMPROVE_CRON_CONFIG: "/w/c.yaml",
      IMPROVE_CRON_HOME: "/w/state",
      NOTION_BASE_URL: "http://127.0.0.1:9999",
      IMPROVE_CRON_LOG_LEVEL: "debug",
      NOTION_TOKEN: "ntn_x",
      PATH: "",
    });
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      configFile: "/w/c.yaml",
      stateFolder: "/w/state",
      notionBaseUrl: "http://127.0.0.1:9999",
      logLevel: "debug",
    });
    expect(readEnvironment({}).settings).toEqual({
      configFile: null,
      stateFolder: null,
      notionBaseUrl: null,
      logLevel: null,
    });
  });

  it.each([
    "IMPROVE_CRON_CONFIG",
    "IMPROVE_CRON_HOME",
    "NOTION_TOKEN",
    "NOTION_BASE_URL",
    "IMPROVE_CRON_LOG_LEVEL",
  ])("%s set but empty is a problem that names it", (name) => {
    for (const value of ["", "  "]) {
      expect(readEnvironment({ [name]: value }).problems).toMatchObject([
        { code: "empty-variable", file: null, key: name },
      ]);
    }
  });

  it.each([
    ["IMPROVE_CRON_LOG_LEVEL", "verbose"],
    ["IMPROVE_CRON_LOG_LEVEL", "INFO"],
    ["NOTION_BASE_URL", "api.notion.com"],
    ["NOTION_BASE_URL", "ftp://x/"],
  ])("%s=%s is a wrong value", (name, value) => {
    expect(readEnvironment({ [name]: value }).problems).toMatchObject([
      { code: "wrong-value", key: name, value },
    ]);
  });

  it("lists all problems", () => {
    const { problems } = readEnvironment({ NOTION_TOKEN: "", IMPROVE_CRON_HOME: "", NOTION_BASE_URL: "x" });
    expect(new Set(problems.map(({ key }) => key))).toEqual(
      new Set(["IMPROVE_CRON_HOME", "NOTION_BASE_URL", "NOTION_TOKEN"]),
    );
  });
});
