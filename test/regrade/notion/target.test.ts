import { describe, expect, it } from "vitest";
import { readTarget } from "../../../src/regrade/notion/target.ts";

const id = "1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f0";
const view = "0f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f";
const bare = id.replaceAll("-", "");
const bareView = view.replaceAll("-", "");

describe("a pasted link or id", () => {
  it.each([
    [id, null],
    [bare, null],
    [bare.toUpperCase(), null],
    [` https://www.notion.so/work/My-page-${bare}  `, null],
    [`https://app.notion.com/p/${bare}?pvs=4`, null],
    [`https://www.notion.so/${bare}?v=${bareView}`, view],
    [`https://www.notion.so/work/${bare}?v=${bareView}&pvs=4#${bareView}`, view],
    [`https://www.notion.so/${bareView}?p=${bare}`, null],
  ])("%s", (pasted, viewId) => {
    expect(readTarget(pasted, "--parent")).toEqual({ id, viewId });
  });

  it.each(["", "my page", "https://www.notion.so/My-page", "https://www.notion.so/", "1234"])(
    "refuses %j",
    (pasted) => {
      expect(() => readTarget(pasted, "--parent")).toThrow(expect.objectContaining({ code: "usage" }));
    },
  );
});
