import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { escapeHtml } from "./escape-html.ts";

export interface Drawing {
  readonly title: string;
  /** What a reader who cannot see it needs to know. */
  readonly description: string;
  readonly simulated: boolean;
  readonly options: Plot.PlotOptions;
}

/** Distinct for colour-blind readers and on white and black alike. */
export const palette: readonly string[] = [
  "#2f7fc1",
  "#d2691e",
  "#2a9d74",
  "#b565a7",
  "#96801c",
  "#7a7a7a",
];

/**
 * The drawing as one SVG element, the same bytes from the same data. Text and axes take the colour of
 * their surroundings; what is simulated is said inside the picture, so that it cannot be cut off.
 */
export function drawSvg({ title, description, simulated, options }: Drawing): string {
  const { document } = parseHTML("<html><body></body></html>");
  const element = Plot.plot({
    document: document as never,
    marginTop: 48,
    style: { fontSize: "12px", fontFamily: "system-ui, sans-serif" },
    ...options,
  });
  const note = simulated
    ? '<text x="4" y="14" text-anchor="start" font-size="12" font-weight="700">Simulated: no language model was asked</text>'
    : "";
  return element.outerHTML
    .replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" role="img" ')
    .replace(
      /^(<svg [^>]*>)/,
      `$1<title>${escapeHtml(title)}</title><desc>${escapeHtml(description)}</desc>${note}`,
    );
}
