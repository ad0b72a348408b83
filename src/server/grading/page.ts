import { hashSource, type Page } from "../page.ts";
import { icon, script, shell, style } from "./page-assets.ts";

/**
 * The grading page: a shell that holds nothing of any item. Its one script and its one style are allowed by their hashes,
 * so that whatever an artifact might bring along neither runs nor loads nor posts anything.
 */
export const gradingPage: Page = {
  type: "text/html",
  body: shell.replace("/* style */", () => style).replace("/* script */", () => script),
  csp: [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
};

/** Browsers ask for one, and log an error where there is none. */
export const gradingIcon: Page = {
  type: "image/svg+xml",
  body: icon,
  csp: "default-src 'none'",
  cache: "max-age=86400",
};
