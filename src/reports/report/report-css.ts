import { paletteCss } from "./palette.ts";

/** The style of the page: one column on a phone, panels side by side on a desk, everything open on paper. */
export function reportCss(): string {
  return `${paletteCss()}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums}
header,main,footer{max-width:1280px;margin:0 auto;padding:0 20px}
header{padding-top:28px}
h1{font-size:26px;line-height:1.2;font-weight:650;letter-spacing:-.01em;margin:0}
h2{font-size:19px;line-height:1.3;font-weight:650;margin:0;overflow-wrap:anywhere}
h3{font-size:14px;line-height:1.3;font-weight:600;margin:0}
p{margin:0}
a{color:var(--data)}
:focus-visible{outline:2px solid var(--data);outline-offset:2px;border-radius:4px}
.muted{color:var(--muted)}
.lead{margin-top:6px;font-size:17px;max-width:68ch}
.skip{position:absolute;left:-9999px}.skip:focus{left:12px;top:12px;background:var(--ground);padding:8px 12px;z-index:1}
.picture{display:block;width:100%;height:auto;overflow:visible}
.chip{display:inline-block;font-size:12.5px;line-height:1.5;font-weight:600;border:1px solid currentColor;border-radius:99px;padding:0 8px;white-space:nowrap}
.at-risk{color:var(--alarm)}.in-doubt{color:var(--doubt)}.healthy{color:var(--good)}.assisted,.unmeasured{color:var(--muted)}
.overview{list-style:none;margin:14px 0 0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,350px),1fr));column-gap:32px}
.overview li{border-top:1px solid var(--hair)}
.overview a{display:grid;grid-template-columns:minmax(0,1fr) 132px;gap:3px 12px;align-items:center;padding:9px 0;color:inherit;text-decoration:none}
.overview a:hover .name{text-decoration:underline}
.overview .name{font-weight:600;font-size:15px;line-height:1.3;overflow-wrap:anywhere}
.overview .figure{font-size:13px;line-height:1.45;color:var(--muted)}
.overview b{color:var(--ink);font-size:16px;font-weight:600;margin-left:8px}.overview .part{white-space:nowrap}
.overview .spark{grid-column:2;grid-row:1/4}
.overview .stand{line-height:1.3}
.key{margin-top:14px;font-size:14px;max-width:80ch}
section.axis{border-top:1px solid var(--hair);margin-top:36px;padding-top:22px}
.many section.axis{content-visibility:auto;contain-intrinsic-size:auto 900px}
.head{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline}
.head .up{margin-left:auto;font-size:13px}
.words{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:5px 16px;margin:12px 0 0;max-width:92ch}
.words dt{color:var(--muted);font-size:14px;line-height:1.7}
.words dd{margin:0;overflow-wrap:anywhere}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,270px),1fr));gap:20px 24px;margin-top:18px}
figure{margin:0;min-width:0;display:flex;flex-direction:column}figure .picture{margin-top:auto}
figcaption{display:grid;grid-template-columns:auto minmax(0,1fr);column-gap:10px;align-items:baseline;padding-bottom:6px}
figcaption .now{font-size:18px;line-height:1.2;font-weight:600;text-align:right}
figcaption .detail{grid-column:1/3;font-size:12.5px;line-height:1.4;color:var(--muted)}
.gaps{font-size:13.5px;margin-top:12px;max-width:100ch}
details{margin-top:12px}
summary{cursor:pointer;font-size:15px;width:fit-content;padding:4px 0}
.scroll{overflow-x:auto;margin-top:6px;max-width:100%}
table{border-collapse:collapse;font-size:13px;line-height:1.4}
th,td{padding:4px 10px 4px 0;text-align:right;white-space:nowrap;vertical-align:top}
th{font-weight:600;color:var(--muted)}
thead th{white-space:normal;min-width:7ch;max-width:13ch;border-bottom:1px solid var(--hair);vertical-align:bottom}
tbody tr+tr>*{border-top:1px solid var(--hair)}
th:first-child,td.words-cell,th.words-cell{text-align:left}
.differences{list-style:none;margin:6px 0 0;padding:0;max-width:92ch}
.differences li{border-top:1px solid var(--hair);padding:8px 0;overflow-wrap:anywhere}
.differences .reason{white-space:pre-line;margin-top:2px}
footer{color:var(--muted);font-size:13px;padding-top:28px;padding-bottom:40px;margin-top:36px}
@media (max-width:560px){header,main,footer{padding-left:16px;padding-right:16px}.words{grid-template-columns:1fr;gap:0}.words dt{margin-top:8px;line-height:1.4}.panels{gap:22px}}
@media print{body{font-size:10.5pt}header,main,footer{max-width:none;padding:0}.skip,.up{display:none}.panels{grid-template-columns:repeat(3,1fr);gap:12px 16px}.overview{grid-template-columns:repeat(2,1fr)}figure,.overview li,.words{break-inside:avoid}section.axis{break-before:auto}.many section.axis{content-visibility:visible}h2,.head{break-after:avoid}details::details-content{content-visibility:visible;display:block;height:auto}table{font-size:7pt}th,td{padding-right:5px}.scroll{overflow:visible}a{color:inherit}}
`;
}
