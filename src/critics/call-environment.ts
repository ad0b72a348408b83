import { dirname } from "node:path";
import type { CriticKind, CriticSpec } from "../core/critic-spec.ts";
import { programFolders } from "./find-program.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const forAll = [
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "TZ",
  "HTTPS_PROXY",
  "NO_PROXY",
  "NODE_EXTRA_CA_CERTS",
] as const;

const forKind: Readonly<Record<CriticKind, readonly string[]>> = {
  command: [],
  claude: ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CONFIG_DIR"],
  codex: ["CODEX_API_KEY", "OPENAI_API_KEY"],
};

/**
 * What a critic sees of the environment: a few names for all, those that its kind logs in with, and those that its axis
 * file names. Everything else, the secrets of this program first, is not its affair.
 */
export function callEnvironment(
  spec: Pick<CriticSpec, "kind" | "env">,
  program: string,
  environment: Environment,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of [...forAll, ...forKind[spec.kind], ...spec.env]) {
    const value = environment[name];
    if (value !== undefined) env[name] = value;
  }
  // Programs are often scripts that look for their interpreter: under cron's bare PATH none is found.
  const folders = programFolders({ home: environment["HOME"], path: environment["PATH"] });
  const path = [dirname(program), ...folders, "/usr/bin", "/bin", dirname(process.execPath)];
  return { ...env, PATH: [...new Set(path)].join(":") };
}
