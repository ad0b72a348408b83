import type { Service } from "../../src/core/service.ts";

/** A service with the month's usual slot. */
export function serviceWith(changes: Partial<Service> = {}): Service {
  return {
    workspace: "default",
    node: "/opt/node/bin/node",
    program: "/opt/improve-cron/dist/improve-cron.cjs",
    config: "/home/ana/critics/improve-cron.yaml",
    stateFolder: "/home/ana/critics/state",
    home: "/home/ana/critics",
    stateVariable: null,
    environmentFile: "/home/ana/critics/state/service.env",
    needsPrivilegedPrograms: false,
    slots: { minutes: [0], hours: [9], days: [1], months: null, weekdays: null, exact: true },
    timezone: "America/New_York",
    ...changes,
  };
}

/** A path with everything that XML, unit files and shells give a meaning to. */
export const awkwardPath = `/home/ana/R&D <"it's"> 100% $HOME \\ é`;
