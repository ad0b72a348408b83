import type { Config } from "../../config/config.ts";
import type { Service } from "../../core/service.ts";
import type { Call } from "./call.ts";
import type { ServiceFile } from "./service-file.ts";

/** The program of the system that starts and keeps services: launchd or systemd. */
export interface Manager {
  readonly kind: "launchd" | "systemd";
  readonly filesOf: (service: Service) => readonly ServiceFile[];
  /** The command in one of its files; null where there is none. */
  readonly commandIn: (text: string) => readonly string[] | null;
  /** Throws `io` with what to do where it does not run here. */
  readonly expectRunning: (call: Call) => Promise<void>;
  /** Whether the service is known to it and started at login. */
  readonly isLoaded: (call: Call, workspace: string) => Promise<boolean>;
  /** Takes the files up and starts the service anew. */
  readonly load: (call: Call, service: Service, wasLoaded: boolean) => Promise<void>;
  /** Stops the service; its files are there still. */
  readonly unload: (call: Call, workspace: string) => Promise<void>;
  /** After the files are gone. */
  readonly forget: (call: Call) => Promise<void>;
  /** What a person types to start it anew, e.g. after a change of its variables. */
  readonly restartCommand: (workspace: string) => string;
  /** What a person should know after installing. */
  readonly notes: (service: Service, config: Config) => readonly string[];
}
