import { expect, it } from "vitest";
import { fingerprintPlace, signText, whoseText } from "../../src/core/signed-file.ts";

const signed = signText(`# a file\n# ${fingerprintPlace}\nkey=$& value\n`);

it("knows its own text, one that was changed, and one that never was its own", () => {
  expect(whoseText(null)).toBe("nobody");
  expect(whoseText(signed)).toBe("ours");
  expect(whoseText(`${signed}more\n`)).toBe("edited");
  expect(whoseText(signed.replace("value", "Value"))).toBe("edited");
  expect(whoseText("key=value\n")).toBe("foreign");
});

it("changes nothing but the fingerprint's line", () => {
  expect(signed.split("\n").filter((line) => !line.includes("fingerprint"))).toEqual([
    "# a file",
    "key=$& value",
    "",
  ]);
});
