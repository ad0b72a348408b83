import { existsSync, statSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import { whoseText } from "../../core/signed-file.ts";
import type { Service } from "../../core/service.ts";
import type { Call } from "../service/call.ts";
import { missingVariables, neededVariables } from "../service/environment-file.ts";
import type { Manager } from "../service/manager.ts";
import { textAt } from "../service/service-file.ts";
import { advice, type Check, finding, fine } from "./check.ts";

/** What starts the month, as found: checks, and by what name. */
export interface Triggers {
  readonly checks: readonly Check[];
  readonly found: readonly string[];
}

/** Whether the service of a manager is in place, leads to programs that are there, and is loaded. Nothing where it is not installed. */
export async function checkService(
  manager: Manager,
  service: Service,
  config: Pick<Config, "queue" | "notify">,
  call: Call,
): Promise<Triggers> {
  const name = manager.kind;
  const again = `Run \`improve-cron install ${name}\` again.`;
  const wanted = manager.filesOf(service);
  const texts = await Promise.all(wanted.map(({ path }) => textAt(path)));
  const [text] = texts;
  if (text === undefined || text === null) return { checks: [], found: [] };
  const checks: Check[] = [];
  const command = manager.commandIn(text) ?? [];
  const gone = command.filter((word) => word.startsWith("/")).filter((path) => !existsSync(path));
  const [node = ""] = command;
  if (gone.length > 0) {
    checks.push(
      finding(
        name,
        `${wanted[0]?.path ?? ""} names what is not there any more: ${gone.join(", ")}`,
        `${gone.includes(node) ? "Node has moved, mostly by an upgrade. " : "The program or its config has moved. "}${again}`,
      ),
    );
  }
  const named = command[command.indexOf("--config") + 1];
  if (command.includes("--config") && named !== service.config) {
    checks.push(
      finding(
        name,
        `the service of this workspace belongs to another config, ${named ?? ""}`,
        "Give one of the two configs a `workspace` name of its own.",
      ),
    );
  } else if (gone.length === 0 && texts.some((one, index) => one !== wanted[index]?.text)) {
    checks.push(
      texts.every((one) => one !== null && whoseText(one) === "ours")
        ? advice(name, "its files are older than the config or the program", again)
        : advice(
            name,
            "a person has changed or removed one of its files",
            `Compare with \`improve-cron install ${name} --print\`; nothing overwrites it without --force.`,
          ),
    );
  }
  checks.push(...checkVariables(manager, service, config));
  const runs = await manager.expectRunning(call).then(
    () => true,
    () => false,
  );
  if (!runs) {
    checks.push(
      advice(
        name,
        `${name} cannot be asked from here`,
        "Run doctor as the user who is logged in, without sudo.",
      ),
    );
  } else if (!(await manager.isLoaded(call, service.workspace))) {
    checks.push(finding(name, "it is installed, and not loaded or not running", again));
  }
  if (checks.length === 0) checks.push(fine(name, `installed and loaded, ${wanted[0]?.path ?? ""}`));
  return { checks, found: [name] };
}

function checkVariables(
  manager: Manager,
  { environmentFile: file, workspace }: Service,
  config: Pick<Config, "queue" | "notify">,
): readonly Check[] {
  const name = manager.kind;
  const checks: Check[] = [];
  if (!existsSync(file)) {
    checks.push(
      finding(
        name,
        `${file} is missing, which holds its variables`,
        `Run \`improve-cron install ${name}\` again.`,
      ),
    );
  } else if ((statSync(file).mode & 0o077) !== 0) {
    checks.push(finding(name, `${file} can be read by others`, `Run: chmod 600 ${JSON.stringify(file)}`));
  }
  const missing = missingVariables(file, neededVariables(config));
  if (missing.length > 0) {
    checks.push(
      finding(
        name,
        `${missing.join(", ")} ${missing.length === 1 ? "has" : "have"} no value in ${file}`,
        `Write it there as KEY=value (a service reads no shell's profile), then: ${manager.restartCommand(workspace)}`,
      ),
    );
  }
  return checks;
}

/** Whether the user's crontab calls improve-cron, and whether what it calls is there. */
export async function checkCrontab(call: Call): Promise<Triggers> {
  const { code, stdout } = await call("crontab", ["-l"]);
  if (code !== 0) return { checks: [], found: [] };
  const lines = stdout
    .split("\n")
    .filter((line) => !/^\s*(?:#|$)/.test(line) && line.includes("improve-cron"));
  if (lines.length === 0) return { checks: [], found: [] };
  const gone = lines.map(scriptIn).filter((path) => path !== null && !existsSync(path));
  const check =
    gone.length === 0
      ? fine("cron", "the crontab calls improve-cron")
      : finding(
          "cron",
          `the crontab calls what is not there: ${[...new Set(gone)].join(", ")}`,
          "The program's folder has moved: run `improve-cron install cron` again and take its lines over.",
        );
  return { checks: [check], found: ["cron"] };
}

/** The script that a crontab line calls, quoted or not; null where it calls the program otherwise. */
function scriptIn(line: string): string | null {
  const found = /'(\/[^']*run-improve-cron\.sh)'|(?<=\s)(\/\S*run-improve-cron\.sh)/.exec(line);
  return found?.[1] ?? found?.[2] ?? null;
}

/** What starts the month, all in all. Several at once are harmless; none is mostly forgotten. */
export function describeTriggers(found: readonly string[], daemonRuns: boolean): Check {
  const name = "what starts the month";
  if (found.length > 1) {
    return fine(name, `${found.join(" and ")}: harmless, each month is opened once, whoever comes first`);
  }
  const [only] = found;
  if (only !== undefined) return fine(name, only);
  return daemonRuns
    ? advice(
        name,
        "a daemon that was started by hand",
        "`install launchd`, `install systemd` or `install cron` outlive a restart.",
      )
    : advice(
        name,
        "nothing that could be found: `run` has to be called by hand",
        "Use `improve-cron install cron`, `install launchd` (macOS) or `install systemd`.",
      );
}
