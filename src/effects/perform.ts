import type { EffectOutcome, EffectPayload, TaskNote } from "../core/effect.ts";
import { applyAxisFileEdit } from "./axis-file.ts";
import type { Effects } from "./effects.ts";
import { type ChannelSpec, openChannel } from "./notify/open-channel.ts";
import { sendMessage } from "./notify/send-message.ts";
import { done, waitingFor } from "./outcome.ts";
import type { OwnedKeys } from "./owned-scalar.ts";
import type { Step } from "./step.ts";
import { appendVaultLog } from "./vault-log.ts";
import { replaceVaultPicture } from "./vault-picture.ts";

export interface EffectsOptions {
  readonly axisKeys: OwnedKeys;
  /** Absolute path of the vault log; null where there is no vault. */
  readonly vaultLog: string | null;
  /** The config's folder. */
  readonly home: string;
  /** Tried in this order. */
  readonly channels: readonly ChannelSpec[];
  readonly workspace: string;
  readonly step: Step;
  /** Where the stdout channel prints; a run that answers in JSON gives it standard error. */
  readonly write: (text: string) => void;
  /** Draws the picture of an axis, or of all (null), as SVG; left out where there are none. */
  readonly drawPicture?: (axis: string | null) => Promise<string>;
  /** Adds a note to the axis task of a queue; left out where no queue has tasks. */
  readonly addNote?: (note: TaskNote) => Promise<EffectOutcome>;
  /** Of which a command channel sees PATH, HOME, USER and LANG. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The effects of the program: axis files, the vault log and messages, each of which may be asked for again. */
export function createEffects(options: EffectsOptions): Effects {
  const { axisKeys, vaultLog, home, step } = options;
  const channels = options.channels.map((spec) => openChannel(spec, options));

  async function perform(payload: EffectPayload, attempt: number): Promise<EffectOutcome> {
    switch (payload.kind) {
      case "axis-file":
        return applyAxisFileEdit(payload, axisKeys, { step, attempt });
      case "vault-log":
        if (vaultLog === null) return done("`vault_log` is null");
        return appendVaultLog({
          path: vaultLog,
          home,
          marker: payload.marker,
          markdown: payload.markdown,
          step,
        });
      case "picture":
        if (vaultLog === null || options.drawPicture === undefined)
          return done("there is no vault to draw for");
        return replaceVaultPicture({
          log: vaultLog,
          home,
          name: payload.name,
          svg: await options.drawPicture(payload.axis),
          step,
        });
      case "message":
        return sendMessage(payload.message, attempt, channels, step);
      case "task-note":
        return options.addNote?.(payload.note) ?? done("the queue has no tasks");
    }
  }

  return {
    perform: async (payload, attempt) => {
      try {
        return await perform(payload, attempt);
      } catch (error) {
        return waitingFor(error);
      }
    },
  };
}
