/** A program as it lies on the disk: its version, and which build of it; `build` is null where it runs from its sources. */
export interface InstalledProgram {
  readonly version: string;
  readonly build: string | null;
}

/** What took the place of the program that runs. */
export interface Upgrade {
  readonly from: string;
  readonly to: string;
}

/**
 * Remembers which program this process runs, and answers a function that tells whether another build has taken its place since.
 * In the moment in which a build is moved into place there is none, which says nothing.
 */
export function watchProgram(installed: () => InstalledProgram): {
  readonly running: InstalledProgram;
  readonly look: () => Upgrade | null;
} {
  const running = installed();
  return {
    running,
    look: () => {
      if (running.build === null) return null;
      const found = installed();
      if (found.build === null || found.build === running.build) return null;
      return { from: running.version, to: found.version };
    },
  };
}
