import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenGrading, PageGrade, PageGradeOutcome } from "../../core/open-grading.ts";
import { readPageGrade } from "../../intake/page-grade.ts";
import { answerJson } from "../answer.ts";
import { checkBodyHeaders, readBody } from "../body.ts";
import { answerPage } from "../page.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { checkToken } from "../token-check.ts";
import { gradingIcon, gradingPage } from "./page.ts";

/** What the grading page asks of whoever runs the server. Nothing of it tells the critic's word or an item's kind. */
export interface Grading {
  readonly now: () => number;
  readonly list: () => Promise<OpenGrading>;
  /** Null where there is no such item, or none that can be read. */
  readonly text: (ref: string) => Promise<string | null>;
  readonly take: (grade: PageGrade) => Promise<PageGradeOutcome>;
}

/** Which method each path takes; the first two are the page itself, which tells nothing and needs no token. */
const methods: ReadonlyMap<string, "GET" | "POST"> = new Map([
  ["/grade", "GET"],
  ["/grade/icon.svg", "GET"],
  ["/grading/items", "GET"],
  ["/grading/text", "GET"],
  ["/grading/grades", "POST"],
]);

/** A grade with a long reason is a few kilobytes. */
const gradeBytes = 128 * 1024;

/** The method of a path of the grading page; null for other paths. */
export function gradingMethod(path: string): "GET" | "POST" | null {
  return methods.get(path) ?? null;
}

/** Answers a request to one of these paths, made with its method; answers what is to be refused. */
export async function answerGrading(
  request: IncomingMessage,
  response: ServerResponse,
  asked: { readonly path: string; readonly token: string; readonly grading: Grading },
): Promise<Refusal | null> {
  const { path, token, grading } = asked;
  if (path === "/grade" || path === "/grade/icon.svg") {
    request.resume();
    answerPage(response, path === "/grade" ? gradingPage : gradingIcon);
    return null;
  }
  const stranger = checkToken(request, token);
  if (stranger !== null) return stranger;
  switch (path) {
    case "/grading/items":
      request.resume();
      answerJson(response, 200, { now: instant(grading), ...(await grading.list()) });
      return null;
    case "/grading/text":
      request.resume();
      return answerText(request, response, grading);
    default:
      return takeGrade(request, response, grading);
  }
}

async function answerText(
  request: IncomingMessage,
  response: ServerResponse,
  grading: Grading,
): Promise<Refusal | null> {
  const ref = new URL(request.url ?? "", "http://localhost").searchParams.get("ref") ?? "";
  const text = await grading.text(ref);
  if (text === null) return refusal(404, "no-text", "there is no such item, or its artifact cannot be read");
  const { artifactHtml } = await import("./artifact-html.ts");
  answerJson(response, 200, { ref, text, html: artifactHtml(text) });
  return null;
}

async function takeGrade(
  request: IncomingMessage,
  response: ServerResponse,
  grading: Grading,
): Promise<Refusal | null> {
  const refused = checkBodyHeaders(request, gradeBytes);
  if (refused !== null) return refused;
  if (request.headers.expect !== undefined) response.writeContinue();
  const body = await readBody(request, gradeBytes);
  if (body.kind === "gone") return null;
  if (body.kind === "refused") return body.refusal;
  const read = readPageGrade(body.text, grading.now());
  if (read.kind === "reject") return refusal(400, "bad-grade", read.reason);
  const taken = await grading.take(read.grade);
  if (taken.outcome === "rejected") {
    return refusal(404, taken.because, "the item is not among those that are graded here");
  }
  answerJson(response, 200, { now: instant(grading), ...taken });
  return null;
}

function instant(grading: Grading): string {
  return new Date(grading.now()).toISOString();
}
