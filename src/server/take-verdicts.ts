import type { IncomingMessage, ServerResponse } from "node:http";
import type { IntakeReport } from "../core/intake.ts";
import { verdictRowsOf } from "../intake/verdict-rows.ts";
import { answerJson } from "./answer.ts";
import { checkBodyHeaders, readBody } from "./body.ts";
import { failureOf } from "./failure.ts";
import { type Refusal, refusal } from "./refusal.ts";
import type { Handling } from "./server-options.ts";
import { checkToken } from "./token-check.ts";

/** `POST /verdicts`: by which right, in which form, and only then is the body read and stored. */
export async function takeVerdicts(
  request: IncomingMessage,
  response: ServerResponse,
  options: Handling,
  refuse: (refused: Refusal) => void,
): Promise<void> {
  const { bodyBytes, bodyRows } = options.limits;
  const refused = checkToken(request, options.token) ?? checkBodyHeaders(request, bodyBytes);
  if (refused !== null) return refuse(refused);
  if (request.headers.expect !== undefined) response.writeContinue();
  const body = await readBody(request, bodyBytes);
  if (body.kind === "gone") return;
  if (body.kind === "refused") return refuse(body.refusal);
  if (body.text.trim() === "") return refuse(refusal(400, "no-verdict", "the body is empty"));
  const rows = verdictRowsOf(body.text);
  if (rows.length > bodyRows) {
    return refuse(
      refusal(413, "too-many", `a request may hold ${bodyRows} verdicts: send them in parts, or use ingest`),
    );
  }
  try {
    const report = await options.accept(rows);
    const isWhollyRejected = report.read > 0 && report.rejected === report.read;
    if (isWhollyRejected) {
      options.onRefusal({ status: 400, code: "all-rejected", method: "POST", path: "/verdicts" });
    }
    answerJson(response, isWhollyRejected ? 400 : 200, intakeAnswer(report));
  } catch (error) {
    options.onError(error);
    refuse(failureOf(error));
  }
}

/** As `ingest --json` answers. */
function intakeAnswer({ read, stored, duplicate, rejected, rejects }: IntakeReport): unknown {
  return {
    read,
    stored,
    duplicate,
    rejected,
    rejects: rejects.map(({ file, line, reason, raw }) => ({ file, line, reason, raw })),
  };
}
