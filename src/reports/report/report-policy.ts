import { policyHash } from "../../core/content-hash.ts";
import { reportCss } from "./report-css.ts";

/** The source of the page's style, as a Content-Security-Policy names it. */
export function reportStyleSource(): string {
  return `'${policyHash(reportCss())}'`;
}

/** What the page may do: show its own style, and nothing else. It has no script, and fetches nothing. */
export function reportPolicy(): string {
  return `default-src 'none'; style-src ${reportStyleSource()}; base-uri 'none'; form-action 'none'`;
}
