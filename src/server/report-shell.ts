import type { Report } from "./report.ts";
import { hashSource, type Page } from "./page.ts";

/**
 * Takes the token of this tab (from behind `#t=`, as the grading page does, and into the same place) and puts the report in its
 * own place. The shell holds no figure: whoever has no token sees only how to get one.
 */
const script = `
const name = "improve-cron.token";
const inAddress = /[#&]t=([^&]+)/;
const given = inAddress.exec(location.hash)?.[1];
if (given !== undefined) history.replaceState(null, "", location.pathname);
let token = given ?? null;
try {
  if (given === undefined) token = sessionStorage.getItem(name);
  else sessionStorage.setItem(name, given);
} catch {}
addEventListener("hashchange", () => {
  if (inAddress.test(location.hash)) location.reload();
});
const say = (text) => { document.getElementById("state").textContent = text; };
if (token === null) say("This page needs a link with a token: improve-cron serve --link");
else fetch("/report/page", { headers: { Authorization: "Bearer " + token } }).then(async (answer) => {
  if (answer.status === 401) return say("The token of this tab is not the daemon's: improve-cron serve --link");
  if (!answer.ok) return say("The report could not be made; the daemon's log says why.");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = page.title;
  document.documentElement.replaceWith(document.importNode(page.documentElement, true));
}).catch(() => say("The daemon does not answer. Is improve-cron serve running?"));
`;

/** The page at `/report`, which fetches the report. */
export function reportShell({ styleSource }: Pick<Report, "styleSource">): Page {
  return {
    type: "text/html",
    body:
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
      `<meta name="color-scheme" content="light dark"><title>Critics</title></head><body><main><h1>Critics</h1>` +
      `<p id="state" role="status">Drawing the report…</p></main><script>${script}</script></body></html>\n`,
    csp:
      `default-src 'none'; script-src ${hashSource(script)}; style-src ${styleSource}; connect-src 'self'; ` +
      `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}
