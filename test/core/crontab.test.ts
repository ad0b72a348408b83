import { describe, expect, it } from "vitest";
import { crontabLines, editCrontab } from "../../src/core/crontab.ts";

const entry = { schedule: "0 9 1 * *", path: "/opt/improve-cron/run-improve-cron.sh", config: null };

describe("crontabLines", () => {
  it("is two lines, also where the schedule is written over several", () => {
    expect(crontabLines({ ...entry, schedule: " 0 9\n1 *\t* " })).toEqual(crontabLines(entry));
  });

  it("gives the monthly job and a daily look for grades", () => {
    expect(crontabLines(entry)).toEqual([
      "0 9 1 * * /opt/improve-cron/run-improve-cron.sh",
      "30 9 * * * /opt/improve-cron/run-improve-cron.sh collect",
    ]);
  });

  it("names a config of its own, and quotes what the shell or cron would take apart", () => {
    expect(
      crontabLines({ ...entry, path: "/Users/jo/my apps/100% it's.sh", config: "/etc/ic.yaml" }),
    ).toEqual([
      `0 9 1 * * '/Users/jo/my apps/100\\% it'\\''s.sh' run --config /etc/ic.yaml`,
      `30 9 * * * '/Users/jo/my apps/100\\% it'\\''s.sh' collect --config /etc/ic.yaml`,
    ]);
  });
});

describe("editCrontab", () => {
  const own = "MAILTO=jo\n15 4 * * * backup\n";

  it("adds a block, the same block again, another one in its place, and takes it out", () => {
    const once = editCrontab(own, ["a", "b"]);
    expect(once).toBe(`${own}# BEGIN improve-cron\na\nb\n# END improve-cron\n`);
    expect(editCrontab(once, ["a", "b"])).toBe(once);
    expect(editCrontab(once, ["c"])).toBe(`${own}# BEGIN improve-cron\nc\n# END improve-cron\n`);
    expect(editCrontab(once, null)).toBe(own);
    expect(editCrontab(own, null)).toBe(own);
  });

  it("keeps what stands after the block, and a file without a last newline", () => {
    const around = `a\n# BEGIN improve-cron\nx\n# END improve-cron\nb\n`;
    expect(editCrontab(around, null)).toBe("a\nb\n");
    expect(editCrontab("a", ["x"])).toBe("a\n# BEGIN improve-cron\nx\n# END improve-cron\n");
    expect(editCrontab("", ["x"])).toBe("# BEGIN improve-cron\nx\n# END improve-cron\n");
  });

  it("does not eat lines where the end mark is gone", () => {
    expect(editCrontab("# BEGIN improve-cron\nmine\n", null)).toBe("mine\n");
  });
});
