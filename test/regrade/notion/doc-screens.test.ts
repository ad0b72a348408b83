import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blindItems, openBench, task } from "./notion-bench.ts";

const page = join(import.meta.dirname, "../../../docs/notion.md");

const text = `Hi Ben,

- Anna sends the offer by Friday noon.
- I call the client on Monday.

Best, Clara`;

it("shows in docs/notion.md what the phone shows", async () => {
  const bench = await openBench();
  const { double, notion } = bench;
  await notion.queue.prepare(task);
  const items = blindItems(3, { text }).map((item, index) => ({
    ...item,
    ref: `k7m2q9x4t8w3n6b${index + 2}`,
  }));
  for (const item of items) await notion.queue.publish(item, 1);
  const place = await bench.place();
  const [axisTask] = await bench.tasks();
  const first = await bench.pageOf(items[0]?.ref ?? "");
  const screens = [
    double.founder.screen(axisTask?.pageId ?? ""),
    double.founder.screen(place.views.toGrade ?? ""),
    double.founder.screen(first),
  ];
  double.founder.select(first, place.items.properties.grade, { optionId: place.items.options.FAIL });
  screens.push(double.founder.screen(place.views.toGrade ?? ""));
  await bench.close();
  const written = readFileSync(page, "utf8");
  for (const screen of screens) expect(written).toContain(screen);
});
