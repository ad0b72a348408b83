/**
 * The colours of the report and its pictures, as CSS variables. Text reaches a contrast of 4.5 on both grounds, lines 3;
 * blue and red differ in lightness too, and nothing is told by colour alone.
 */
const light = {
  ground: "#fdfdfc",
  raised: "#f5f5f2",
  ink: "#1c1f24",
  muted: "#5a616b",
  hair: "#dcdfe3",
  data: "#2757a5",
  band: "#a9c1e6",
  alarm: "#b3261e",
  good: "#1c6b41",
  doubt: "#7d5200",
} as const;

const dark: Readonly<Record<keyof typeof light, string>> = {
  ground: "#16181c",
  raised: "#1e2126",
  ink: "#e9ebee",
  muted: "#a3abb6",
  hair: "#353a42",
  data: "#8db6f7",
  band: "#3b5480",
  alarm: "#ff8f85",
  good: "#7fd3a3",
  doubt: "#eabf6a",
};

function variables(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}

/** The variables for a page or a picture of its own, by the reader's scheme; on paper they are the light ones. */
export function paletteCss(): string {
  return (
    `:root{color-scheme:light dark;${variables(light)}}` +
    `@media (prefers-color-scheme:dark){:root{${variables(dark)}}}` +
    `@media print{:root{color-scheme:light;${variables(light)}}}`
  );
}
