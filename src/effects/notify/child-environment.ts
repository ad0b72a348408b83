/** What a command may see of the environment: secrets of this program are not its affair. */
const passedOn = ["PATH", "HOME", "USER", "LANG"] as const;

/** The part of the environment that commands are given: PATH, HOME, USER and LANG, where they are set. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of passedOn) {
    const value = environment[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
