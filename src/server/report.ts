import type { IncomingMessage, ServerResponse } from "node:http";
import { answerPage } from "./page.ts";
import type { Refusal } from "./refusal.ts";
import { reportShell } from "./report-shell.ts";
import { checkToken } from "./token-check.ts";

/** The report, for a browser. */
export interface Report {
  /** Of the report's style, for a Content-Security-Policy. */
  readonly styleSource: string;
  /** The whole Content-Security-Policy of the report. */
  readonly policy: string;
  readonly render: () => Promise<string>;
}

/** Whether a path is the report's: `/report`, which anybody on this machine may see, and its content, which wants the token. */
export function isReportPath(path: string): boolean {
  return path === "/report" || path === "/report/page";
}

/** Answers a GET of the report; a refusal is for the caller to send. */
export async function answerReport(
  request: IncomingMessage,
  response: ServerResponse,
  options: { readonly path: string; readonly token: string; readonly report: Report },
): Promise<Refusal | null> {
  const { path, report, token } = options;
  request.resume();
  if (path === "/report") {
    answerPage(response, reportShell(report));
    return null;
  }
  const refused = checkToken(request, token);
  if (refused !== null) return refused;
  answerPage(response, { type: "text/html", body: await report.render(), csp: report.policy });
  return null;
}
