import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { escapeHtml } from "./escape-html.ts";

interface Drawing {
  readonly title: string;
  /** What a reader who cannot see it needs to know. */
  readonly description: string;
  /** What lines and marks mean, where labels beside them do not say it. */
  readonly legend?: string;
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

/** A tick of a logarithmic axis of probabilities. */
export function probabilityTick(value: number): string {
  return value >= 0.01 ? String(Number(value.toPrecision(1))) : value.toExponential(0);
}

/**
 * The drawing as one SVG element, the same bytes from the same data. Text and axes take the colour of
 * their surroundings; what is simulated is said inside the picture, so that it cannot be cut off.
 */
export function drawSvg({ title, description, legend, simulated, options }: Drawing): string {
  const { document } = parseHTML("<html><body></body></html>");
  const element = Plot.plot({
    document: document as never,
    marginTop: 48,
    style: { fontSize: "12px", fontFamily: "system-ui, sans-serif" },
    ...options,
  });
  const line = (x: string, anchor: string, weight: number, text: string): string =>
    `<text x="${x}" y="14" text-anchor="${anchor}" font-size="12" font-weight="${weight}">${escapeHtml(text)}</text>`;
  const note = [
    legend === undefined ? "" : line("190", "start", 400, legend),
    simulated ? line("99%", "end", 700, "Simulated (answers, data or both)") : "",
  ].join("");
  return (
    element.outerHTML
      // A label on a group is for ARIA's eyes a mistake; the description says what there is.
      .replaceAll(/(<g[^>]*?) aria-label="[^"]*"/g, "$1")
      .replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" role="img" ')
      .replace(
        /^(<svg [^>]*>)/,
        `$1<title>${escapeHtml(title)}</title><desc>${escapeHtml(description)}</desc>${note}`,
      )
  );
}
