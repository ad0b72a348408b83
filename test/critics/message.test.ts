import { describe, expect, it } from "vitest";
import { disarmedAt, disarmedDollar, layOutMessage } from "../../src/critics/message.ts";

const layOut = (text: string, numbers = ["aaaa", "bbbb"]) =>
  layOutMessage(
    "Judge.",
    [{ name: "artifact", text }],
    [disarmedAt, disarmedDollar],
    () => numbers.shift() ?? "cccc",
  );

describe("layOutMessage", () => {
  it("begins with our words and marks each part", () => {
    const parts = ["one", "two"].map((name) => ({ name, text: `text of ${name}` }));
    const { text } = layOutMessage("Write a turn.", parts, [], () => "abcd");
    expect(text.startsWith("Write a turn.\n")).toBe(true);
    expect(text).toContain("----- begin one abcd\ntext of one\n----- end one abcd");
    expect(text).toContain("----- begin two abcd\ntext of two\n----- end two abcd");
    expect(layOutMessage("Write.", [], [disarmedAt], () => "abcd").text).not.toContain("abcd");
  });

  it("takes a number that no part contains", () => {
    expect(layOut("it says aaaa").text).toContain("begin artifact bbbb");
  });

  it("disarms signs that could begin a name, and leaves those within a word", () => {
    const { text, restore } = layOut('@a (@b) "@c" x@y.example $d 5$ US$5');
    expect(text).toContain('\uFF20a (\uFF20b) "\uFF20c" x@y.example \uFF04d 5$ US$5');
    expect(restore("he wrote \uFF20a and \uFF04d, $&")).toBe("he wrote @a and $d, $&");
  });

  it("uses the other way of writing where the text has the first itself, and none where there is nothing to disarm", () => {
    const { text, restore } = layOut("\uFF20 is not @a");
    expect(text).toContain("\uFF20 is not \\@a");
    expect(restore("\uFF20 and \\@a")).toBe("\uFF20 and @a");
    const plain = layOut("\uFF20 and a@b");
    expect(plain.restore("\uFF20")).toBe("\uFF20");
    expect(plain.text).not.toContain("stands for");
  });
});
