import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { idOf, pageOf, type TriedDoor } from "./bad-input.ts";
import { doors, tryDoor } from "./bad-inputs.ts";

const page = new URL("../../docs/bad-inputs.md", import.meta.url);

describe("bad inputs", () => {
  const tried: TriedDoor[] = [];

  it.each(doors.map((door) => [door.name, door] as const))("%s", async (_name, door) => {
    const result = await tryDoor(door);
    tried.push(result);
    const wrong = door.inputs.flatMap(({ shown, expected }, index) => {
      const outcome = result.outcomes[index];
      return outcome === expected ? [] : [`${idOf(door, index)} ${shown}: ${outcome}, not ${expected}`];
    });
    expect(wrong).toEqual([]);
    expect(result.outcomes).toHaveLength(door.inputs.length);
  });

  it("the page says what came out of them: npm run bad-inputs writes it", () => {
    expect(tried.flatMap(({ outcomes }) => outcomes).length).toBeGreaterThan(400);
    expect(readFileSync(page, "utf8")).toBe(pageOf(tried));
  });
});
