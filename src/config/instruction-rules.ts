import { instructionPath } from "../core/adjustments.ts";
import { pathTrap } from "./resolve-path.ts";
import type { Finding, Rule } from "./rule.ts";

const instructionFolder: Rule = {
  name: "instructions-path",
  check: ({ instructions }) => {
    const { files, repo } = instructions;
    const trap = repo === null ? null : pathTrap(repo);
    return [
      ...(trap === null
        ? []
        : [
            {
              path: ["instructions", "repo"],
              value: repo,
              message: trap,
              hint: "Write the path in full, or from ~/ or this file's folder.",
            },
          ]),
      ...files.flatMap((file, index): readonly Finding[] =>
        instructionPath(file) !== null
          ? []
          : [
              {
                path: ["instructions", "files", index],
                value: file,
                message: "must be a file inside instructions.repo",
                hint: "Write its path from that folder, e.g. agents/writer.md, without `..`.",
              },
            ],
      ),
      ...(repo === null && files.length > 0
        ? [
            {
              path: ["instructions", "files"],
              value: files,
              beside: ["instructions", "repo"],
              message: "needs instructions.repo, the folder that the files are named from",
              hint: "Name that folder, or leave the list out.",
            },
          ]
        : []),
    ];
  },
};

/** Every rule about the section `instructions`. */
export const instructionRules: readonly Rule[] = [instructionFolder];
