import { type Markish, plot, type PlotOptions } from "@observablehq/plot";
import { parseHTML } from "linkedom/worker";
import { htmlText } from "./html-text.ts";

/** A drawing as text: an SVG element with its title and description for those who do not see it. */
export interface Picture {
  /** Unique in the page that it stands in: letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/** The element alone of a drawing; colours are the variables of `palette.ts`. */
export function drawPicture(picture: Picture, options: PlotOptions & { readonly marks: Markish[] }): string {
  const { document } = parseHTML("<html><body></body></html>");
  const drawn: string = plot({ document, figure: false, ...options }).outerHTML;
  const { description, id, title } = picture;
  const named =
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="${id}-t ${id}-d" class="picture" ` +
    `font-family="system-ui, -apple-system, 'Segoe UI', sans-serif" `;
  const words = `<title id="${id}-t">${htmlText(title)}</title><desc id="${id}-d">${htmlText(description)}</desc>`;
  return (
    drawn
      .replace(/<style>[\s\S]*?<\/style>/, words)
      .replace(/^<svg /, named)
      .replace(/ font-family="system-ui, sans-serif"/, "")
      .replace(/ class="plot-[^"]*"/, "")
      // Names of parts are English words of the library, in a picture that has its own description.
      .replaceAll(/ aria-(?:label|description|hidden)="[^"]*"/g, "")
      .replace(/ font-size="10"/, ' font-size="11"')
      .replaceAll(/<[^>]+>/g, roundedTag)
  );
}

/** A tenth of a point is finer than any screen. */
function roundedTag(tag: string): string {
  return tag.replaceAll(/\d+\.\d{2,}/g, (number) => String(Number(Number(number).toFixed(1))));
}
