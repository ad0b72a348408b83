/** A name in so many characters, the last an ellipsis where something was cut. Axis names are plain ASCII. */
export function shortName(name: string, limit: number): string {
  return name.length <= limit ? name : `${name.slice(0, limit - 1)}…`;
}
