/** Why a request is not done, as the answer says it. Nothing that came with the request is repeated. */
export interface Refusal {
  readonly status: number;
  /** A stable word for programs. */
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function refusal(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal {
  return { status, code, message, headers };
}
