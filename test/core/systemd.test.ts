import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { whoseText } from "../../src/core/signed-file.ts";
import { onCalendar, systemdService, systemdTimer, unitCommand } from "../../src/core/systemd.ts";
import { createSchedule, slotFields } from "../../src/schedule.ts";
import { awkwardPath, serviceWith } from "../support/service.ts";

const hasAnalyze = spawnSync("systemd-analyze", ["--version"]).status === 0;

const settings = (unit: string) => unit.split("\n").filter((line) => !line.startsWith("#"));

describe("units", () => {
  it("restart on failure, keep to themselves, and fire what was missed", () => {
    const unit = systemdService(serviceWith());
    expect(whoseText(unit)).toBe("ours");
    for (const line of [
      'ExecStart="/opt/node/bin/node" "/opt/improve-cron/dist/improve-cron.cjs" "serve" "--config" "/home/ana/critics/improve-cron.yaml"',
      "Restart=on-failure",
      "UMask=0077",
      "EnvironmentFile=-/home/ana/critics/state/service.env",
      "NoNewPrivileges=yes",
      "WantedBy=default.target",
    ])
      expect(unit.split("\n")).toContain(line);
    const timer = systemdTimer(serviceWith());
    expect(whoseText(timer)).toBe("ours");
    expect(timer.split("\n")).toEqual(
      expect.arrayContaining(["OnCalendar=*-*-01 09:00:00 America/New_York", "Persistent=true"]),
    );
  });

  it("say this, line by line", () => {
    const unit = systemdService(serviceWith({ stateVariable: "/srv/state 100%" }));
    expect(settings(unit)).toEqual([
      "[Unit]",
      "Description=improve-cron, workspace default",
      "StartLimitIntervalSec=0",
      "",
      "[Service]",
      "Type=exec",
      'ExecStart="/opt/node/bin/node" "/opt/improve-cron/dist/improve-cron.cjs" "serve" "--config" "/home/ana/critics/improve-cron.yaml"',
      "WorkingDirectory=/home/ana/critics",
      'Environment="PATH=/opt/node/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"',
      'Environment="IMPROVE_CRON_SERVICE=systemd"',
      'Environment="IMPROVE_CRON_HOME=/srv/state 100%%"',
      "EnvironmentFile=-/home/ana/critics/state/service.env",
      "Restart=on-failure",
      "RestartSec=60",
      "TimeoutStopSec=15",
      "UMask=0077",
      "NoNewPrivileges=yes",
      "LockPersonality=yes",
      "RestrictRealtime=yes",
      "RestrictSUIDSGID=yes",
      "SystemCallArchitectures=native",
      "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
      "",
      "[Install]",
      "WantedBy=default.target",
      "",
    ]);
    const usual = settings(systemdService(serviceWith({ home: "/srv/100%" })));
    expect(usual).toContain("WorkingDirectory=/srv/100%%");
    expect(usual.filter((line) => line.includes("IMPROVE_CRON_HOME"))).toEqual([]);
    expect(settings(systemdTimer(serviceWith({ workspace: "team" })))).toEqual([
      "[Unit]",
      "Description=improve-cron at its slots, workspace team",
      "",
      "[Timer]",
      "Unit=improve-cron-team.service",
      "OnCalendar=*-*-01 09:00:00 America/New_York",
      "Persistent=true",
      "AccuracySec=1min",
      "",
      "[Install]",
      "WantedBy=timers.target",
      "",
    ]);
    for (const text of [unit, systemdTimer(serviceWith())])
      expect(text).toMatch(/^# improve-cron-default\.\w+, /);
  });

  it("let sendmail keep the rights that it needs", () => {
    const unit = systemdService(serviceWith({ needsPrivilegedPrograms: true }));
    expect(settings(unit)).toEqual(
      settings(systemdService(serviceWith())).filter(
        (line) => !/^(?:NoNew|Lock|Restrict|SystemCall)/.test(line),
      ),
    );
  });

  it("give back their command, whatever stands in the paths", () => {
    const unit = systemdService(serviceWith({ config: `${awkwardPath}/a.yaml` }));
    expect(unitCommand(unit)?.at(-1)).toBe(`${awkwardPath}/a.yaml`);
    expect(unitCommand("[Unit]\n")).toBeNull();
    expect(unitCommand('Other=ExecStart="no"\nExecStart="/a b" "c"\nUMask=0077\n')).toEqual(["/a b", "c"]);
    expect(unitCommand('ExecStart="" "a\\\\b" "$$x"')).toEqual(["", "a\\b", "$x"]);
  });

  it.skipIf(!hasAnalyze)(
    "are ones that systemd takes as they are (where systemd-analyze is installed)",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "improve-cron-units-"));
      try {
        const home = join(folder, "R&D 'x' 100% $HOME");
        mkdirSync(home);
        const service = serviceWith({ node: process.execPath, home, config: join(home, "a.yaml") });
        const files = [
          join(folder, "improve-cron-default.service"),
          join(folder, "improve-cron-default.timer"),
        ];
        writeFileSync(files[0] ?? "", systemdService(service));
        writeFileSync(files[1] ?? "", systemdTimer(service));
        const verified = spawnSync("systemd-analyze", ["--user", "verify", "--man=no", ...files], {
          encoding: "utf8",
          env: { ...process.env, XDG_RUNTIME_DIR: folder },
        });
        expect(verified.stderr.split("\n").filter((line) => line.includes(folder))).toEqual([]);
        expect(verified.status).toBe(0);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

describe("onCalendar", () => {
  it("writes the slots as systemd.time(7) has them", () => {
    const every = { minutes: null, hours: null, days: null, months: null, weekdays: null, exact: true };
    expect(onCalendar(every, "UTC")).toBe("*-*-* *:*:00 UTC");
    expect(onCalendar({ ...every, minutes: [0, 30], hours: [9], days: "last" }, "UTC")).toBe(
      "*-*~01 09:00,30:00 UTC",
    );
    expect(onCalendar({ ...every, months: [1, 12], weekdays: [0, 1, 2, 3, 4, 5, 6] }, "Europe/Paris")).toBe(
      "Sun,Mon,Tue,Wed,Thu,Fri,Sat *-01,12-* *:*:00 Europe/Paris",
    );
  });

  it.skipIf(!hasAnalyze).each(["0 9 1 * *", "0 9 L * *", "*/20 8-9 * 1,6 *", "30 6 * * SUN"])(
    "has the slots of %s (asked of systemd-analyze, where it is installed)",
    (pattern) => {
      const zone = "America/New_York";
      const asked = execFileSync(
        "systemd-analyze",
        ["calendar", "--iterations=4", onCalendar(slotFields(pattern), zone)],
        { encoding: "utf8", env: { ...process.env, TZ: "UTC" } },
      );
      const found = [...asked.matchAll(/\w{3} (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/g)].map(
        ([, day = "", time = ""]) => Date.parse(`${day}T${time}Z`),
      );
      const schedule = createSchedule(pattern, zone);
      const expected: number[] = [];
      for (let after = (found[0] ?? 0) - 1; expected.length < 4; after = expected.at(-1) ?? 0)
        expected.push(schedule.next(after));
      expect(found).toEqual(expected);
      expect(schedule.next(Date.now() - 60_000)).toBeLessThanOrEqual(found[0] ?? 0);
    },
  );
});
