import { passNamed, performPass } from "./crash-passes.ts";

/**
 * Does one pass on a workspace in a process of its own: `crash-runner PASS FOLDER [STEP NTH]`.
 * With a step it kills itself, as `kill -9` does, at the n-th time that the step is reached; without one it prints
 * the names of all steps in the order in which they were reached.
 */
async function main([pass, folder = "", killAt, nth]: readonly string[]): Promise<void> {
  const reached: string[] = [];
  let left = Number(nth);
  await performPass(passNamed(pass), folder, (name) => {
    reached.push(name);
    if (name !== killAt) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  });
  process.stdout.write(JSON.stringify(reached));
}

await main(process.argv.slice(2));
