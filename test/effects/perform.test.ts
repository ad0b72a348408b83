import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EffectPayload } from "../../src/core/effect.ts";
import { createEffects, type EffectsOptions } from "../../src/effects/perform.ts";
import type { Effects } from "../../src/effects/effects.ts";

let home: string;
let printed: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "effects-"));
  printed = "";
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function effects(changes: Partial<EffectsOptions> = {}): Effects {
  return createEffects({
    axisKeys: {
      status: "status",
      lastCalibration: "last_calibration",
      lastKappa: "last_kappa",
      founderOverrideCount: "founder_override_count",
    },
    vaultLog: join(home, "vault", "log.md"),
    home,
    channels: [{ channel: "imessage", to: null }, { channel: "stdout" }],
    workspace: "default",
    step: () => undefined,
    write: (text) => {
      printed += text;
    },
    environment: {},
    ...changes,
  });
}

const entry: EffectPayload = {
  kind: "vault-log",
  marker: "^ic-2026-05-opened",
  markdown: "## 2026-05 opened",
};
const message: EffectPayload = {
  kind: "message",
  message: { kind: "opened", subject: "2026-05", text: "14 items" },
};

function failingStep(): void {
  throw Object.assign(new Error("EIO: i/o error, write"), { code: "EIO" });
}

describe("createEffects", () => {
  it("changes the axis file", async () => {
    const file = join(home, "a.yaml");
    writeFileSync(file, "axis: a\nstatus: graduated\n");
    const edit = {
      status: { from: "graduated", to: "assisted" },
      lastCalibration: null,
      lastKappa: null,
      founderOverrideCount: null,
    } as const;
    expect((await effects().perform({ kind: "axis-file", file, axis: "a", edit }, 1)).state).toBe("done");
    expect(readFileSync(file, "utf8")).toBe("axis: a\nstatus: assisted\n");
  });

  it("appends to the vault log, or has nothing to do where there is none", async () => {
    expect((await effects().perform(entry, 1)).state).toBe("done");
    expect(readFileSync(join(home, "vault", "log.md"), "utf8")).toContain(
      "## 2026-05 opened\n\n^ic-2026-05-opened\n",
    );
    expect((await effects({ vaultLog: null }).perform(entry, 1)).state).toBe("done");
  });

  it("sends the message through the first channel that is there, marked when it is asked again", async () => {
    expect((await effects().perform(message, 2)).state).toBe("done");
    expect(printed).toBe("2026-05\n(may repeat) 14 items\n");
  });

  it("waits, and does not throw, when something unexpected happens", async () => {
    const file = join(home, "a.yaml");
    writeFileSync(file, "axis: a\nstatus: graduated\n");
    const edit = { status: null, lastCalibration: "2026-06-01", lastKappa: null, founderOverrideCount: null };
    const payloads: EffectPayload[] = [entry, message, { kind: "axis-file", file, axis: "a", edit }];
    for (const payload of payloads) {
      expect(await effects({ step: failingStep }).perform(payload, 1)).toMatchObject({
        state: "waiting",
        code: "io",
      });
    }
  });
});
