import { describe, expect, it } from "vitest";
import { artifactHtml } from "../../../src/server/grading/artifact-html.ts";
import { hostilePages } from "../../support/hostile-pages.ts";

describe("artifactHtml", () => {
  it("renders what people write", () => {
    expect(artifactHtml("# Hello\n\n- **one**\n- `two`\n\n|a|b|\n|-|-|\n|1|2|")).toBe(
      '<h1 dir="auto">Hello</h1>\n<ul dir="auto">\n<li><strong>one</strong></li>\n<li><code>two</code></li>\n</ul>\n' +
        '<table>\n<thead>\n<tr>\n<th dir="auto">a</th>\n<th dir="auto">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td dir="auto">1</td>\n<td dir="auto">2</td>\n</tr>\n</tbody>\n</table>\n',
    );
    expect(artifactHtml("one\ntwo")).toBe('<p dir="auto">one<br />\ntwo</p>\n');
  });

  it("turns a list as a whole, and what follows by itself", () => {
    expect(artifactHtml("3. אחד\n\n   עוד\n\nEnglish")).toBe(
      '<ol start="3" dir="auto">\n<li>\n<p>אחד</p>\n<p>עוד</p>\n</li>\n</ol>\n<p dir="auto">English</p>\n',
    );
  });

  it("links to http and https alone, by nothing but their address", () => {
    expect(artifactHtml('[a](https://example.org/x "say")')).toBe(
      '<p dir="auto"><a href="https://example.org/x" title="https://example.org/x" rel="noopener noreferrer nofollow" target="_blank">a</a></p>\n',
    );
    for (const address of [
      "javascript:x",
      "data:text/html,x",
      "file:///etc",
      "/verdicts",
      "//evil.example",
      "x.md",
      "mailto:a@b.c",
    ]) {
      expect(artifactHtml(`[a](${address})`)).not.toMatch(/<a|href/);
    }
  });

  it("loads no image, and says what it was", () => {
    expect(artifactHtml("![a <b>](http://evil.example/x.png)")).toBe(
      '<p dir="auto"><span class="image">image: a &lt;b&gt; (http://evil.example/x.png)</span></p>\n',
    );
    expect(artifactHtml(`![a](data:image/png;base64,${"A".repeat(5000)})`)?.length).toBeLessThan(400);
  });

  it.each(Object.entries(hostilePages))("lets nothing of %s through but harmless tags", (_name, text) => {
    const html = artifactHtml(text) ?? "";
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)];
    const allowed = /^(p|br|h1|ul|ol|li|blockquote|em|strong|a|span|code|pre)$/;
    expect(tags.filter(([, tag]) => !allowed.test(tag ?? ""))).toEqual([]);
    const attributes = tags.flatMap(([, , rest]) =>
      [...(rest ?? "").matchAll(/([a-z-]+)=/g)].map(([, name]) => name),
    );
    expect(
      attributes.filter((name) => !["dir", "href", "title", "rel", "target", "class"].includes(name ?? "")),
    ).toEqual([]);
  });

  it("leaves to the raw view what takes too long", () => {
    expect(artifactHtml("a ".repeat(150_000))).not.toBeNull();
    expect(artifactHtml("a".repeat(350_001))).toBeNull();
  });
});
