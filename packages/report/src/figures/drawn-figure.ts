import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import Papa from "papaparse";
import { escapeHtml } from "./escape-html.ts";
import type { FigureCommon } from "./figure.ts";

/** A figure as it is written: the picture and the data it shows. */
export interface DrawnFigure extends FigureCommon {
  readonly svg: string;
  readonly csv: string;
  /** The same in as many pictures as fit a narrow page, below each other. */
  readonly narrow?: readonly string[];
}

/** What a picture on a phone has for its width, in pixels. */
export const NARROW = 350;

interface Drawing extends Plot.PlotOptions {
  /** The picture's own title, where a figure is several. */
  readonly heading?: string;
  /** What a reader who cannot see it needs to know. */
  readonly description: string;
  /** What lines and marks mean, where labels beside them do not say it. */
  readonly legend?: string;
}

/** Distinct for colour-blind readers and on white and black alike. */
export const palette = ["#2f7fc1", "#d2691e", "#2a9d74", "#b565a7", "#96801c", "#7a7a7a"] as const;

/** What a legend calls them. */
export const colourNames = ["blue", "orange", "green", "purple", "olive", "grey"] as const;

/** Between the frame of a panel and its outermost dots, in pixels. */
export const EDGE = 8;

/** A dot a pair, large where there is room, and let through where many lie on each other. */
export function dotOf(pairs: number): { r: number; fillOpacity: number } {
  return pairs <= 150 ? { r: 3.5, fillOpacity: 0.8 } : { r: 2.2, fillOpacity: 0.6 };
}

/** Of a mark; of what the clamp and not the model says another, which a legend must then explain. */
export function fillOf({ clamped }: { readonly clamped?: boolean | undefined }): string {
  return palette[clamped === true ? 5 : 0];
}

/** The part of a legend that explains the other {@link fillOf}, where any mark has it. */
export function clampedLegend(marks: readonly Parameters<typeof fillOf>[0][]): string {
  if (!marks.some(({ clamped }) => clamped)) return "";
  return "; grey: P(y|x) or P(y) reported as 0, so that PMI measures nothing";
}

/** The drawing with a row a datum, marked in picture and rows where anything is simulated. */
export function drawnFigure(
  figure: FigureCommon,
  rows: readonly object[],
  drawing: Drawing,
): DrawnFigure {
  const { name, title, simulated } = figure;
  const marked = rows.map((row) => ({ ...row, simulated: simulated !== undefined }));
  const columns = [...new Set(marked.flatMap((row) => Object.keys(row)))];
  // Where no reply could be read there is nothing to show, and nothing to name columns after.
  const csv = marked.length === 0 ? "" : `${Papa.unparse(marked, { newline: "\n", columns })}\n`;
  return {
    name,
    title,
    simulated,
    svg: svgOf({ heading: title, ...drawing }, simulated !== undefined),
    csv,
  };
}

/** Of the lines above the drawing, and of a letter, on average, with some room. */
const [LINE, LETTER] = [18, 6.6] as const;

/**
 * The drawing as one SVG element, the same bytes from the same data. Text and axes take the colour of
 * their surroundings; what is simulated is said inside the picture, so that it cannot be cut off. That
 * and the legend stand on lines of their own above the drawing, which its `height` does not count.
 */
function svgOf(drawing: Drawing, simulated: boolean): string {
  const { heading = "", description, legend, width = 640, height = 400, ...options } = drawing;
  const { document } = parseHTML("<html><body></body></html>");
  const element = Plot.plot({
    document: document as never,
    marginTop: 40,
    marginBottom: 44,
    style: { fontSize: "12px", fontFamily: "system-ui, sans-serif" },
    ...options,
    width,
    height,
  });
  const notes = [
    ...(simulated ? [{ text: "Simulated (answers, data or both)", weight: 700 }] : []),
    ...wrapped(legend, width / LETTER).map((text) => ({ text, weight: 400 })),
  ];
  const above = LINE * notes.length;
  // Plot puts the names of axes at the upper edge, so that there is no room but above it.
  element.setAttribute("viewBox", `0 ${-above} ${width} ${height + above}`);
  element.setAttribute("height", String(height + above));
  const lines = notes.map(({ text, weight }, i) => {
    const y = LINE * (i + 1) - above - 4;
    return `<text x="8" y="${y}" text-anchor="start" font-size="12" font-weight="${weight}">${escapeHtml(text)}</text>`;
  });
  const told = `<title>${escapeHtml(heading)}</title><desc>${escapeHtml(description)}</desc>${lines.join("")}`;
  return (
    element.outerHTML
      // A label on a group is for ARIA's eyes a mistake; the description says what there is.
      .replaceAll(/(<g[^>]*?) aria-label="[^"]*"/g, "$1")
      // Nobody sees a tenth of a pixel, and a page of ten thousand dots would be a third larger.
      .replaceAll(/<(?!title)[a-z][^>]*>/g, (tag: string) =>
        tag.replaceAll(/\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(1)))),
      )
      .replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" role="img" ')
      .replace(/^<svg [^>]*>/, (tag: string) => tag + told)
  );
}

/** A legend's parts, which semicolons separate, on lines of at most so many letters. */
function wrapped(legend: string | undefined, letters: number): string[] {
  const lines: string[] = [];
  for (const part of legend?.split("; ") ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length + 2 <= letters)
      lines.push(`${lines.pop()}; ${part}`);
    else lines.push(part);
  }
  return lines;
}
