import type { PageGrade } from "../core/open-grading.ts";
import type { Answer, Server, TakenGrade } from "./ask-server.ts";
import type { Retry } from "./retry.ts";
import type { UnsentGrades } from "./unsent-grades.ts";

/** No word on a grade: it stays on its way. */
type NoWord = Extract<Answer<TakenGrade>, { readonly kind: "unreachable" | "wrong-token" }>;

/** The server's word on a grade: it is on its way no longer. */
export type LastWord = Exclude<Answer<TakenGrade>, NoWord>;

interface SendingTools {
  readonly server: Server;
  readonly unsent: UnsentGrades;
  readonly retry: Retry;
  readonly onFailure: (answer: NoWord) => void;
  readonly onSettled: (grade: PageGrade, answer: LastWord) => void;
  /** Told whenever it stops, whatever is left. */
  readonly onEnd: () => void;
}

/** The grades on their way to the server, one after the other. */
export class Sending {
  readonly #tools: SendingTools;
  #sending = false;
  #settled = 0;

  constructor(tools: SendingTools) {
    this.#tools = tools;
  }

  get isGoingOn(): boolean {
    return this.#sending;
  }

  /** How many grades the server has answered. */
  get settled(): number {
    return this.#settled;
  }

  /** Sends what is on its way, the oldest first, until nothing is left or nobody answers. */
  async send(): Promise<void> {
    const { onEnd, onFailure, onSettled, retry, server, unsent } = this.#tools;
    if (this.#sending) return;
    this.#sending = true;
    retry.cancel();
    try {
      for (let [grade] = unsent.list(); grade !== undefined; [grade] = unsent.list()) {
        const answer = await server.send(grade);
        if (answer.kind === "unreachable" || answer.kind === "wrong-token") {
          onFailure(answer);
          return;
        }
        unsent.remove(grade);
        this.#settled += 1;
        onSettled(grade, answer);
      }
      retry.answered();
    } finally {
      this.#sending = false;
      onEnd();
    }
  }
}
