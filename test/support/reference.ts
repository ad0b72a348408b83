import { readFileSync } from "node:fs";

/** Reads a file of `test/fixtures/reference` as the shape that the test declares. */
export function readReference<Shape>(name: string): Shape {
  const file = new URL(`../fixtures/reference/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Shape;
}
