const name = "improve-cron.token";

/**
 * The token of this tab. A link brings it behind `#t=`, which no request carries: it is taken from there into the tab's
 * own memory, and the address forgets it. Null where there is none.
 */
export function takeToken(): string | null {
  const given = /[#&]t=([^&]+)/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem(name, decodeURIComponent(given));
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(name);
}
