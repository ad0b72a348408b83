import type { CriticSpec } from "../core/critic-spec.ts";
import type { DialogueSetup, PartnerName } from "../core/dialogue-setup.ts";
import { type CriticPlace, type ReadCritic, readCriticEntry } from "./critic-entry.ts";
import { secretNamesOf } from "./secret-names.ts";
import { pathTrap, resolvePath } from "./resolve-path.ts";
import type { Finding, Rule } from "./rule.ts";
import type { WrittenConfig } from "./written-config.ts";

/** The dialogues as the code uses them. What a rule finds fault with is read as if it were not there. */
export function dialogueOf(
  { dialogue, notify }: WrittenConfig,
  { folder, home }: { readonly folder: string; readonly home: string },
): DialogueSetup {
  const place = { folder, home, secretNames: secretNamesOf(notify) };
  const partner = specOf(dialogue.partner, place) ?? plain("claude", place);
  const other = partner.kind === "claude" ? "codex" : "claude";
  const spare = specOf(dialogue.spare, place) ?? plain(other, place);
  const byName = (name: PartnerName): CriticSpec =>
    [partner, spare].find(({ kind }) => kind === name) ?? plain(name, place);
  return {
    author: specOf(dialogue.author, place),
    partner,
    spare,
    named: { claude: byName("claude"), codex: byName("codex") },
    rounds: dialogue.rounds,
    turnMs: Math.round(dialogue.turn_minutes * 60_000),
    folder: resolvePath(dialogue.folder, folder, home),
  };
}

function specOf(written: unknown, place: CriticPlace): CriticSpec | null {
  const read = readOf(written, place);
  return read?.kind === "critic" ? read.spec : null;
}

function readOf(written: unknown, place: CriticPlace): ReadCritic | null {
  return written === null || written === undefined ? null : readCriticEntry(written, null, place);
}

/** The command line of a name, as it is found on this machine. */
function plain(name: PartnerName, place: CriticPlace): CriticSpec {
  const read = readCriticEntry({ kind: name }, null, place);
  if (read.kind === "fault") throw new TypeError(`${name} is a critic: ${read.message}`);
  return read.spec;
}

const sides = ["author", "partner", "spare"] as const;

const dialogueCritics: Rule = {
  name: "dialogue-critic",
  check: ({ dialogue, notify }) =>
    sides.flatMap((side): Finding[] => {
      // Which folder relative paths start at is no matter of whether they can be read.
      const place = { folder: "/", home: "/", secretNames: secretNamesOf(notify) };
      const read = readOf(dialogue[side], place);
      if (read === null || read.kind === "critic") return [];
      const { hint, message } = read;
      return [{ path: ["dialogue", side, ...read.path], value: undefined, message, hint }];
    }),
};

const dialogueFolder: Rule = {
  name: "dialogue-path",
  check: ({ dialogue }) => {
    const trap = pathTrap(dialogue.folder);
    const hint = "Write the path in full, or from ~/ or this file's folder.";
    return trap === null
      ? []
      : [{ path: ["dialogue", "folder"], value: dialogue.folder, message: trap, hint }];
  },
};

/** Every rule about the section `dialogue`. */
export const dialogueRules: readonly Rule[] = [dialogueCritics, dialogueFolder];
