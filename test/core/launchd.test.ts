import { describe, expect, it } from "vitest";
import { launchdPlist, plistCommand } from "../../src/core/launchd.ts";
import { whoseText } from "../../src/core/signed-file.ts";
import { awkwardPath, serviceWith } from "../support/service.ts";
import { readPlist } from "../support/strict-plist.ts";

describe("launchdPlist", () => {
  it("is a property list with everything that the daemon needs", () => {
    const plist = launchdPlist(serviceWith());
    expect(whoseText(plist)).toBe("ours");
    expect(readPlist(plist)).toEqual({
      Label: "local.improve-cron.default",
      ProgramArguments: [
        "/opt/node/bin/node",
        "--env-file=/home/ana/critics/state/service.env",
        "/opt/improve-cron/dist/improve-cron.cjs",
        "serve",
        "--config",
        "/home/ana/critics/improve-cron.yaml",
      ],
      EnvironmentVariables: {
        PATH: "/opt/node/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
        IMPROVE_CRON_SERVICE: "launchd",
      },
      WorkingDirectory: "/home/ana/critics",
      RunAtLoad: true,
      KeepAlive: true,
      ThrottleInterval: 30,
      StartCalendarInterval: [{ Day: 1, Hour: 9, Minute: 0 }],
      ProcessType: "Background",
      Umask: 63,
      StandardOutPath: "/home/ana/critics/state/serve.log",
      StandardErrorPath: "/home/ana/critics/state/serve.log",
    });
  });

  it("escapes what XML gives a meaning to, and its command can be read back", () => {
    const service = serviceWith({
      config: `${awkwardPath}/a.yaml`,
      home: awkwardPath,
      stateVariable: awkwardPath,
    });
    const plist = launchdPlist(service);
    expect(readPlist(plist)).toMatchObject({
      WorkingDirectory: awkwardPath,
      EnvironmentVariables: { IMPROVE_CRON_HOME: awkwardPath },
    });
    expect(plistCommand(plist)?.at(-1)).toBe(`${awkwardPath}/a.yaml`);
    expect(plistCommand("<plist/>")).toBeNull();
  });

  it.each([
    [
      "every combination",
      { minutes: [0, 30], hours: [9], days: [1, 15] },
      4,
      { Day: 15, Hour: 9, Minute: 30 },
    ],
    ["the last days for the last day", { days: "last" as const }, 4, { Day: 28, Hour: 9, Minute: 0 }],
    ["a day of the week", { days: null, weekdays: [0] }, 1, { Weekday: 0, Hour: 9, Minute: 0 }],
    [
      "the minute alone instead of thousands",
      {
        minutes: [5, 10, 15],
        hours: null,
        days: null,
        months: Array.from({ length: 11 }, (_, i) => i + 1),
        weekdays: [1, 2, 3, 4],
      },
      1,
      { Minute: 5 },
    ],
  ])("writes %s", (_, slots, count, one) => {
    const found = readPlist(launchdPlist(serviceWith({ slots: { ...serviceWith().slots, ...slots } })));
    const intervals = Object.entries(found).find(([key]) => key === "StartCalendarInterval")?.[1];
    expect(intervals).toHaveLength(count);
    expect(intervals).toContainEqual(one);
  });
});
