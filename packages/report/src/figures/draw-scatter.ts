import * as Plot from "@observablehq/plot";
import { isotonicFit } from "@promptnce/core/calibration";
import { leastSquares, type Line } from "@promptnce/core/correlation";
import { logProbability, ZERO_CLAMP } from "@promptnce/core/information";
import type { FigureCommon, FigureSource } from "./figure.ts";
import { numberText } from "../tables/value-text.ts";
import {
  clampedLegend,
  dotOf,
  type DrawnFigure,
  drawnFigure,
  EDGE,
  fillOf,
  NARROW,
  palette,
} from "./drawn-figure.ts";
import { probabilityAxis } from "./probability-axis.ts";

/** An estimate with its true value. */
interface Point {
  readonly estimate: number;
  readonly truth: number;
}

/** Estimated against true values of one term, with one panel per dataset and method. */
export interface ScatterFigure extends FigureCommon {
  readonly kind: "scatter";
  readonly term: "conditional" | "marginal" | "pmi";
  readonly panels: readonly (FigureSource & {
    readonly method: string;
    readonly points: readonly (Point & {
      readonly pair: string;
      /**
       * Set if a term of the PMI was reported as 0, so that the clamp determines its value and not
       * the model.
       */
      readonly clamped?: true;
    })[];
  })[];
}

const names = { conditional: "P(y|x)", marginal: "P(y)", pmi: "PMI, nats" } as const;

/**
 * Draws estimated against true values with the identity, the least-squares line and the isotonic
 * map.
 */
export function drawScatter(figure: ScatterFigure, room: number = 1040): DrawnFigure {
  const { term } = figure;
  const isNarrow = room === NARROW;
  const isLogarithmic = term !== "pmi";
  const panels = panelsOf(figure, isNarrow);
  const points = panels.flatMap(({ points: panelPoints }) => panelPoints);
  const axisOf = (column: keyof Point): Plot.ScaleOptions =>
    isLogarithmic
      ? probabilityAxis(points.map((point) => point[column]))
      : { ticks: 4, grid: true, inset: EDGE };
  const data = figure.panels.flatMap(({ points: panelPoints, ...panel }) =>
    panelPoints.map((point) => ({ ...panel, ...point })),
  );
  return drawnFigure(figure, data, {
    description: `A panel a dataset and method, a dot a pair. Dotted: where estimate and truth are equal. Solid: least-squares line${isLogarithmic ? " of the logarithms" : ""}. Stepped: isotonic map.${isLogarithmic ? ` Axes are logarithmic; a zero stands at ${ZERO_CLAMP}.` : ""}`,
    legend: `dotted: estimate = truth; orange: least squares${isLogarithmic ? " of logarithms" : ""}; green: isotonic${isLogarithmic ? "; at 1e-6: reported as 0" : ""}${clampedLegend(points)}`,
    width: room,
    height: 90 + 210 * new Set(points.map(({ row }) => row)).size,
    marginLeft: 56,
    marginRight: isNarrow ? 16 : 180,
    fx: {
      label: null,
      padding: 0.16,
      domain: [...new Set(panels.map(({ facet }) => facet.dataset))],
    },
    fy: {
      label: null,
      ...(isNarrow && { axis: null }),
      domain: [...new Set(panels.map(({ facet }) => facet.row))],
    },
    x: { ...axisOf("estimate"), label: `estimated ${names[term]}` },
    y: { ...axisOf("truth"), label: `true ${names[term]}` },
    marks: [
      Plot.frame({ strokeOpacity: 0.25 }),
      Plot.line(diagonal(points), { ...xy, strokeDasharray: "2 3" }),
      ...dotMarks(panels, isNarrow),
      ...fitMarks(panels),
    ],
  });
}

/** Where a panel stands: its column and its row. */
type Facet = Readonly<Record<"dataset" | "row", string>>;

type FacetItem<T> = T & Facet;

/** A panel with its points and fits, each with the place of the panel. */
interface Panel {
  readonly facet: Facet;
  readonly points: readonly FacetItem<ScatterFigure["panels"][number]["points"][number]>[];
  readonly line: readonly FacetItem<Point>[];
  readonly isotonic: readonly FacetItem<Point>[];
  readonly slope: readonly FacetItem<{ readonly text: string }>[];
}

const facets = { fx: "dataset", fy: "row" };
const xy = { x: "estimate", y: "truth" };

function panelsOf(figure: ScatterFigure, isNarrow: boolean): Panel[] {
  const { term } = figure;
  const isLogarithmic = term !== "pmi";
  const least = isLogarithmic ? ZERO_CLAMP : -Infinity;
  const severalModels = new Set(figure.panels.map(({ model }) => model)).size > 1;
  return figure.panels.map(({ dataset, model, method, points }) => {
    const row = severalModels ? `${method}, ${model}` : method;
    // A narrow panel has no room beside it for the row's name.
    const facet = { dataset: isNarrow ? `${dataset}, ${row}` : dataset, row };
    const onAxis = <T extends Point>({ estimate, truth, ...point }: T) => {
      return { ...point, estimate: Math.max(estimate, least), truth: Math.max(truth, least) };
    };
    const placed = <T>(values: readonly T[]) => values.map((value) => ({ ...value, ...facet }));
    const shown = points.map(onAxis);
    const { line, isotonic = [] } = fits(points, term);
    const slopeText = (slope: number) =>
      `${isLogarithmic ? "log slope" : "slope"} ${numberText(slope, 2)}`;
    return {
      facet,
      points: placed(shown),
      line: line ? placed(onAxes(line, shown, isLogarithmic)) : [],
      isotonic: placed(isotonic.map(onAxis)),
      slope: line ? placed([{ text: slopeText(line.slope) }]) : [],
    };
  });
}

/** The most dots that have a tooltip: titles of tens of thousands would outweigh the page. */
const MOST_TITLES = 20_000;

/** The dots, one group per colour, so that the SVG states the colour once and not for every dot. */
function dotMarks(panels: readonly Panel[], isNarrow: boolean): Plot.Markish[] {
  const points = panels.flatMap(({ points: panelPoints }) => panelPoints);
  const { r, fillOpacity } = dotOf(Math.max(0, ...panels.map((panel) => panel.points.length)));
  // A tooltip needs a pointer, which a phone lacks.
  const hasTitles = !isNarrow && points.length <= MOST_TITLES;
  const spot = {
    ...xy,
    ...facets,
    strokeOpacity: fillOpacity,
    strokeWidth: 2 * r,
    strokeLinecap: "round",
  } as const;
  return [...Map.groupBy(points, fillOf)].map(([fill, sameColour]) =>
    hasTitles
      ? Plot.dot(sameColour, { ...xy, ...facets, r, fillOpacity, fill, title: told })
      : Plot.line(sameColour.flatMap(parted), { ...spot, stroke: fill }),
  );
}

/** The least-squares lines with their slopes, and the isotonic maps. */
function fitMarks(panels: readonly Panel[]): Plot.Markish[] {
  const [lines, slopes, maps] = [
    panels.flatMap(({ line }) => line),
    panels.flatMap(({ slope }) => slope),
    panels.flatMap(({ isotonic }) => isotonic),
  ];
  return [
    Plot.line(lines, { ...xy, stroke: palette[1], strokeWidth: 2, ...facets }),
    Plot.text(slopes, { text: "text", frameAnchor: "top-left", dx: 5, dy: 6, ...facets }),
    Plot.line(maps, { ...xy, stroke: palette[2], strokeWidth: 2, curve: "linear", ...facets }),
  ];
}

/**
 * The point and a gap after it, so that a single path with round caps draws every point as a dot.
 */
const parted = <T extends Point>(point: T): T[] => [point, { ...point, truth: Number.NaN }];

function told({ pair, estimate, truth }: Point & { readonly pair: string }): string {
  return `${pair}: ${Number(estimate.toPrecision(3))}, true ${Number(truth.toPrecision(3))}`;
}

/**
 * The part of the fitted line within the range of the points: the ends of the estimates and of the
 * true values.
 */
function onAxes(
  { slope, intercept }: Line,
  points: readonly Point[],
  logarithmic: boolean,
): Point[] {
  const truths = points.map(({ truth }) => truth);
  const [low, high] = [Math.min(...truths), Math.max(...truths)];
  return points
    .map(({ estimate }) => {
      const fitted = slope * (logarithmic ? Math.log(estimate) : estimate) + intercept;
      return { estimate, truth: logarithmic ? Math.exp(fitted) : fitted };
    })
    .toSorted((a, b) => a.estimate - b.estimate)
    .filter(({ truth }) => truth >= low && truth <= high);
}

/** The identity line over the range that estimates and true values share. */
function diagonal(points: readonly Point[]): Point[] {
  const estimates = points.map(({ estimate }) => estimate);
  const truths = points.map(({ truth }) => truth);
  const low = Math.max(Math.min(...estimates), Math.min(...truths));
  const high = Math.min(Math.max(...estimates), Math.max(...truths));
  return [low, high].map((value) => ({ estimate: value, truth: value }));
}

/**
 * The least-squares line, on the logarithms of probabilities, and the isotonic map. Empty if all
 * estimates are equal.
 */
export function fits(
  points: readonly Point[],
  term: ScatterFigure["term"],
): { line?: Line; isotonic?: Point[] } {
  const estimates = points.map(({ estimate }) => estimate);
  const truth = points.map((point) => point.truth);
  if (new Set(estimates).size < 2) return {};
  const scale = term === "pmi" ? (value: number) => value : logProbability;
  const { x, y } = isotonicFit(estimates, truth);
  return {
    line: leastSquares(estimates.map(scale), truth.map(scale)),
    isotonic: Array.from(x, (estimate, i) => ({ estimate, truth: y[i]! })),
  };
}
