import { describe, expect, it } from "vitest";
import { htmlText, isolated } from "../../../src/reports/report/html-text.ts";

describe("htmlText", () => {
  it("leaves no tag, entity, attribute end, control character or reversal", () => {
    expect(htmlText(`<b a="1">&amp;'`)).toBe("&lt;b a=&quot;1&quot;&gt;&amp;amp;&#39;");
    expect(htmlText("a\u202eb\u0000c\u001b[31md")).toBe("abcd");
  });
  it("sets foreign text apart", () => {
    expect(isolated("שלום<")).toBe('<bdi dir="auto">שלום&lt;</bdi>');
  });
});
