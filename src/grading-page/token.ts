const name = "improve-cron.token";

const inAddress = /[#&]t=([^&]+)/;

/**
 * The token of this tab. A link brings it behind `#t=`, which no request carries: it is taken from there into the tab's
 * own memory, and the address forgets it. Null where there is none. A browser that keeps nothing for the tab has it as
 * long as the page lives.
 */
export function takeToken(memory: Pick<Storage, "getItem" | "setItem"> | null): string | null {
  const given = inAddress.exec(location.hash)?.[1];
  if (given === undefined) return memory?.getItem(name) ?? null;
  history.replaceState(null, "", location.pathname);
  try {
    memory?.setItem(name, given);
  } catch {
    // Full: this page works, a refresh needs the link again.
  }
  return given;
}

/** Whether the address brings a token: a link that was opened in a tab that shows the page already. */
export function bringsToken(): boolean {
  return inAddress.test(location.hash);
}
