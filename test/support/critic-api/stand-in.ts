import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { recordOf } from "../../../src/critics/answer-text.ts";

/** How the stand-in answers. */
export type Scene =
  | { readonly kind: "answers"; readonly text: string; readonly model?: string }
  /** A model that ignores the form it was given. */
  | { readonly kind: "prose"; readonly text: string }
  | { readonly kind: "refuses" }
  | { readonly kind: "status"; readonly status: number; readonly text: string }
  | { readonly kind: "silent" };

export interface StandIn extends AsyncDisposable {
  readonly url: string;
  play(scene: Scene): void;
  /** Bodies of the requests for an answer since the scene began. */
  readonly bodies: () => readonly string[];
}

/**
 * A stand-in of the two services behind `claude` and `codex` on the loopback: enough of the Messages and of the Responses
 * interface that the real programs take it for the real thing.
 */
export async function openStandIn(): Promise<StandIn> {
  let scene: Scene = { kind: "silent" };
  let bodies: string[] = [];
  const server = createServer((request, response) => {
    // `codex` tries a web socket first and falls back.
    if (request.headers.upgrade !== undefined) return void response.writeHead(426).end();
    const isMessages = request.url?.startsWith("/v1/messages") === true;
    const isResponses = request.url?.includes("/responses") === true;
    if (!isMessages && !isResponses) return void response.writeHead(404).end("{}");
    void answer(request, response, isMessages ? playMessages : playResponses);
  });
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    play: (spoken: Spoken, body: string, send: Send) => void,
  ): Promise<void> => {
    const body = await bodyOf(request);
    bodies.push(body);
    if (scene.kind === "silent") return;
    if (scene.kind === "status") {
      failWith(response, scene.status, scene.text);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    play(scene, body, (type, data) => {
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    });
    response.end();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    play: (next) => {
      scene = next;
      bodies = [];
    },
    bodies: () => bodies,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Spoken = Exclude<Scene, { readonly kind: "silent" | "status" }>;
type Send = (type: string, data: object) => void;

function playMessages(scene: Spoken, body: string, send: Send): void {
  const model = scene.kind === "answers" ? (scene.model ?? "claude-stand-in-1") : "claude-stand-in-1";
  const isFirst = !body.includes('"tool_result"');
  const asTool = scene.kind === "answers" && isFirst;
  const text = scene.kind === "refuses" ? "I can't help with that." : isFirst ? scene.text : "Done.";
  const block = asTool
    ? { type: "tool_use", id: "toolu_1", name: "StructuredOutput", input: {} }
    : { type: "text", text: "" };
  const delta = asTool ? { type: "input_json_delta", partial_json: text } : { type: "text_delta", text };
  const stop = scene.kind === "refuses" ? "refusal" : asTool ? "tool_use" : "end_turn";
  send("message_start", {
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 900, output_tokens: 1 },
    },
  });
  send("content_block_start", { index: 0, content_block: block });
  send("content_block_delta", { index: 0, delta });
  send("content_block_stop", { index: 0 });
  send("message_delta", {
    delta: { stop_reason: stop, stop_sequence: null },
    usage: { output_tokens: 40 },
  });
  send("message_stop", {});
}

function playResponses(scene: Spoken, _body: string, send: Send): void {
  const text = scene.kind === "refuses" ? "I'm sorry, but I can't help with that." : scene.text;
  const item = {
    type: "message",
    id: "m_1",
    role: "assistant",
    content: [{ type: "output_text", text }],
  };
  send("response.created", { response: { id: "r_1" } });
  send("response.output_item.done", { output_index: 0, item });
  send("response.completed", {
    response: {
      id: "r_1",
      output: [item],
      usage: {
        input_tokens: 900,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 40,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 940,
      },
    },
  });
}

function failWith(response: ServerResponse, status: number, text: string): void {
  const type = status === 400 ? "invalid_request_error" : "api_error";
  const error = { type: "error", error: { type, code: "error", message: text } };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(error));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/** All texts of a request, wherever they stand in it. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  const record = recordOf(value);
  return record === null ? [] : Object.values(record).flatMap(textsIn);
}
