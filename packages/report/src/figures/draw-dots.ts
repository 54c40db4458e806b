import * as Plot from "@observablehq/plot";
import type { FigureCommon } from "./figure.ts";
import { numberText, rangeText } from "../tables/value-text.ts";
import { type DrawnFigure, drawnFigure, EDGE, halo, palette } from "./drawn-figure.ts";

/**
 * One line per row with one dot per series, so that compared values share a line. Rows keep the
 * order of the dots.
 */
export interface DotsFigure extends FigureCommon {
  readonly kind: "dots";
  /** The label of the horizontal axis. */
  readonly axis: string;
  /** The series in the order of the legend. The last is drawn largest and on top. */
  readonly series: readonly string[];
  readonly dots: readonly Dot[];
}

interface Dot {
  readonly row: string;
  readonly series: string;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

/** Marks that differ without colour, with the characters that represent them in the legend. */
const shapes = [
  { symbol: "diamond", sign: "◆", name: "orange", colour: palette[1] },
  { symbol: "square", sign: "■", name: "grey", colour: palette[5] },
  { symbol: "circle", sign: "●", name: "blue", colour: palette[0] },
] as const;

/** The height of a row in pixels: with its name beside the line, and with its name above it. */
const [LINE, TALL_LINE] = [27, 36] as const;

/** The minimum width in pixels for names beside their lines. */
const NAMES_BESIDE = 500;

export function drawDots(figure: DotsFigure, room: number = 860): DrawnFigure {
  const { series, axis } = figure;
  const dots = figure.dots.filter(({ value }) => !Number.isNaN(value));
  const rows = [...new Set(dots.map(({ row }) => row))];
  const shapeOf = (name: string) =>
    shapes[(shapes.length - series.length + series.indexOf(name)) % shapes.length]!;
  const intervals = dots.filter(({ low = Number.NaN, high = Number.NaN }) => low <= high);
  const spans = rows.map((row) => {
    const values = dots.filter((dot) => dot.row === row).map(({ value }) => value);
    const last = dots.find((dot) => dot.row === row && dot.series === series.at(-1))?.value;
    return { row, last, from: Math.min(...values), to: Math.max(...values) };
  });
  const legend = series.map((name) => `${shapeOf(name).sign} ${name}`);
  const isWide = room >= NAMES_BESIDE;
  return drawnFigure(figure, figure.dots, {
    description: `A line a row with a dot of ${series.join(", ")}. ${dots.map(told).join("; ")}.`,
    legend: [
      ...(series.length > 1 ? legend : []),
      ...(intervals.length > 0 ? ["line: 95 % interval"] : []),
    ].join("; "),
    width: room,
    height: 60 + (isWide ? LINE : TALL_LINE) * rows.length,
    marginTop: 16,
    marginLeft: isWide ? 12 + 6.6 * Math.max(0, ...rows.map((row) => row.length)) : 14,
    marginRight: 44,
    x: { label: axis, grid: true, inset: EDGE, nice: true, ticks: isWide ? 8 : 4, zero: true },
    y: { label: null, domain: rows, padding: 0.3, ...(!isWide && { axis: null }) },
    marks: [
      Plot.ruleX([0], { strokeDasharray: "2 3" }),
      Plot.ruleY(spans, { y: "row", x1: "from", x2: "to", strokeOpacity: 0.25, strokeWidth: 2 }),
      Plot.ruleY(intervals, {
        y: "row",
        x1: "low",
        x2: "high",
        stroke: ({ series: name }: Dot) => shapeOf(name).colour,
        strokeWidth: 1.5,
      }),
      ...series.map((name, i) =>
        Plot.dot(
          dots.filter((dot) => dot.series === name),
          {
            x: "value",
            y: "row",
            symbol: shapeOf(name).symbol,
            fill: shapeOf(name).colour,
            r: i === series.length - 1 ? 6 : 4.5,
            title: told,
          },
        ),
      ),
      // On a narrow picture the names are above their lines.
      Plot.text(isWide ? [] : rows, {
        y: rows,
        text: rows.map(fittingName),
        frameAnchor: "left",
        textAnchor: "start",
        dy: -13,
        fill: "currentColor",
        ...halo,
      }),
      // The last series' value, after the last dot of its row.
      Plot.text(intervals.length > 0 ? [] : spans.filter(({ last }) => last !== undefined), {
        x: "to",
        y: "row",
        text: ({ last }: { readonly last?: number | undefined }) =>
          numberText(last ?? Number.NaN, 2),
        dx: 11,
        textAnchor: "start",
        fontWeight: 600,
        fill: shapeOf(series.at(-1) ?? "").colour,
      }),
    ],
  });
}

/** The letters of a name that a narrow picture has room for, at its beginning and at its end. */
const [BEGINNING, END] = [26, 20] as const;

/** The name, cut in its middle if it is too long for a narrow picture. */
function fittingName(name: string): string {
  if (name.length <= BEGINNING + END) return name;
  return `${name.slice(0, BEGINNING).trimEnd()}…${name.slice(-END)}`;
}

function told({ row, series, value, low, high }: Dot): string {
  const between = low === undefined || high === undefined ? "" : ` (${rangeText(low, high)})`;
  return `${row}, ${series}: ${numberText(value, 2)}${between}`;
}
