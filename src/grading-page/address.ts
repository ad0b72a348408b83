/** The item that the address names. */
export function refOfAddress(): string | null {
  return /[#&]i=([^&]+)/.exec(location.hash)?.[1] ?? null;
}
