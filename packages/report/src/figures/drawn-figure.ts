import * as Plot from "@observablehq/plot";
import { DOMImplementation, XMLSerializer } from "@xmldom/xmldom";
import Papa from "papaparse";
import { escapeHtml } from "./escape-html.ts";
import type { FigureCommon } from "./figure.ts";

/** A drawn figure: the picture, and the data that it shows as CSV. */
export interface DrawnFigure extends FigureCommon {
  readonly svg: string;
  readonly csv: string;
  /** The same content for a narrow page, as one or more pictures below each other. */
  readonly narrow?: readonly string[];
}

/** The width of a picture on a phone, in pixels. */
export const NARROW = 350;

interface Drawing extends Plot.PlotOptions {
  /** The picture's own title, if the figure has several pictures. */
  readonly heading?: string;
  /** The text alternative for readers who cannot see the picture. */
  readonly description: string;
  /**
   * The meaning of lines and marks that have no label beside them: parts with semicolons between.
   */
  readonly legend?: string;
}

/** Colours that colour-blind readers can distinguish, on white and on black. */
export const palette = ["#2f7fc1", "#d2691e", "#2a9d74", "#b565a7", "#96801c", "#7a7a7a"] as const;

/** The names of the colours in a legend. */
export const colourNames = ["blue", "orange", "green", "purple", "olive", "grey"] as const;

/** The colour of a name among those of a figure. */
export function colourAmong(names: readonly string[], name: string): string {
  return palette[names.indexOf(name) % palette.length]!;
}

/** The text, cut to at most `letters` letters. */
export function shortened(text: string, letters: number): string {
  return text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
}

/** The space between a panel's frame and its outermost dots, in pixels. */
export const EDGE = 8;

/**
 * The radius and opacity of dots: large for few pairs, small and translucent for many that overlap.
 */
export function dotOf(pairs: number): { r: number; fillOpacity: number } {
  return pairs <= 150 ? { r: 3.5, fillOpacity: 0.8 } : { r: 2.2, fillOpacity: 0.6 };
}

/** The colour of a mark. A clamped value has another colour, which the legend explains. */
export function fillOf({ clamped }: { readonly clamped?: boolean | undefined }): string {
  return palette[clamped === true ? 5 : 0];
}

/** The legend's explanation of the clamped colour, or an empty string if no mark has it. */
export function clampedLegend(marks: readonly Parameters<typeof fillOf>[0][]): string {
  if (!marks.some(({ clamped }) => clamped)) return "";
  return "; grey: P(y|x) or P(y) reported as 0, so PMI measures nothing";
}

/** The outline of a text that is readable over bars and lines. */
export const halo = { stroke: "var(--plot-background, white)", strokeWidth: 4 } as const;

/** The names of panels below each other, each inside its own. */
export function panelNames(names: readonly string[], place: Plot.TextOptions): Plot.Markish {
  return Plot.text(names, { fy: names, text: names, fontWeight: 600, ...place });
}

const MARK = "Simulated (answers, data or both)";

/** A picture without the mark that it is simulated, for a page that is marked as a whole. */
export function withoutMark(svg: string): string {
  return svg.replace(
    new RegExp(`<text [^>]*>${MARK.replaceAll(/[()]/g, String.raw`\$&`)}</text>`),
    "",
  );
}

/** The figure as SVG and as CSV with one row per datum. Both say whether anything is simulated. */
export function drawnFigure(
  figure: FigureCommon,
  rows: readonly object[],
  drawing: Drawing,
): DrawnFigure {
  const { name, title, simulated } = figure;
  const legend = legendOf(drawing.legend, figure);
  return {
    name,
    title,
    simulated,
    svg: svgOf({ heading: title, ...drawing, legend }, simulated !== undefined),
    // Made when it is read, since a part of a figure for a narrow page needs none.
    get csv() {
      return csvOf(rows, simulated !== undefined);
    },
  };
}

function csvOf(rows: readonly object[], simulated: boolean): string {
  const marked = rows.map((row) => ({ ...row, simulated }));
  const columns = [...new Set(marked.flatMap((row) => Object.keys(row)))];
  // Without a readable reply there are no rows, and so no column names.
  return marked.length === 0 ? "" : `${Papa.unparse(marked, { newline: "\n", columns })}\n`;
}

/** The parts of a legend that no picture of this name above it has shown. */
function legendOf(legend: string = "", { name, explained = new Set() }: FigureCommon): string[] {
  const parts = legend.split("; ").filter((part) => part !== "");
  const shown = parts.filter((part) => !explained.has(`${name}: ${part}`));
  for (const part of shown) {
    explained.add(`${name}: ${part}`);
  }
  return shown;
}

/**
 * The height of a line of text above the drawing, and a generous average width of a letter, in
 * pixels.
 */
const [LINE, LETTER] = [18, 6.6] as const;

const SVG = "http://www.w3.org/2000/svg";

/**
 * The drawing as one SVG element; the same data give the same bytes. Text and axes take the colour
 * of their surroundings. The note that it is simulated is inside the picture, so that it cannot be
 * cropped by accident. The note and the legend are on lines above the drawing, in addition to its
 * `height`.
 */
function svgOf(
  drawing: Omit<Drawing, "legend"> & { readonly legend: readonly string[] },
  simulated: boolean,
): string {
  const { heading = "", description, legend, width = 640, height = 400, ...options } = drawing;
  const element = Plot.plot({
    document: new DOMImplementation().createDocument(SVG, "svg") as never,
    marginTop: 40,
    marginBottom: 44,
    ...options,
    width,
    height,
  });
  const notes = [
    ...(simulated ? [{ text: MARK, weight: 700 }] : []),
    ...wrapped(legend, width / LETTER).map((text) => ({ text, weight: 400 })),
  ];
  const above = LINE * notes.length;
  // Plot puts axis labels at the upper edge, so the only room for these lines is above it.
  element.setAttribute("viewBox", `0 ${-above} ${width} ${height + above}`);
  element.setAttribute("height", String(height + above));
  // Plot's own option would set the `style` of an element, which those of xmldom lack.
  element.setAttribute("style", "font-size:12px;font-family:system-ui, sans-serif");
  const lines = notes.map(({ text, weight }, i) => {
    const y = LINE * (i + 1) - above - 4;
    return `<text x="8" y="${y}" text-anchor="start" font-size="12" font-weight="${weight}">${escapeHtml(text)}</text>`;
  });
  const told = `<title>${escapeHtml(heading)}</title><desc>${escapeHtml(description)}</desc>${lines.join("")}`;
  return (
    new XMLSerializer()
      .serializeToString(element as never)
      // ARIA does not allow a label on a plain group. The description covers the content.
      .replaceAll(/(<g[^>]*?) aria-label="[^"]*"/g, "$1")
      // A tenth of a pixel is invisible, and more digits would add a third to a page of ten
      // thousand dots.
      .replaceAll(/<(?!title)[a-z][^>]*>/g, (tag: string) =>
        tag.replaceAll(/\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(1)))),
      )
      .replace("<svg ", '<svg role="img" ')
      .replace(/^<svg [^>]*>/, (tag: string) => tag + told)
  );
}

/** The parts of a legend, on lines of at most `letters` letters. */
function wrapped(legend: readonly string[], letters: number): string[] {
  const lines: string[] = [];
  for (const part of legend) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length + 2 <= letters)
      lines.push(`${lines.pop()}; ${part}`);
    else lines.push(...brokenLines(part.split(" "), letters));
  }
  return lines;
}

/** The words in lines of at most `letters` letters; a longer word has a line of its own. */
export function brokenLines(words: readonly string[], letters: number): string[] {
  return words.reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > letters) return [...lines, word];
    return [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}
