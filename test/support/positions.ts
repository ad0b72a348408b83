/** Where each phrase begins, so that their order can be compared. */
export function positions(text: string, phrases: readonly string[]): readonly number[] {
  return phrases.map((phrase) => text.indexOf(phrase));
}
