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

/** Estimated against true values of one term, a panel a dataset and method. */
export interface ScatterFigure extends FigureCommon {
  readonly kind: "scatter";
  readonly term: "conditional" | "marginal" | "pmi";
  readonly panels: readonly (FigureSource & {
    readonly method: string;
    readonly points: readonly (Point & {
      readonly pair: string;
      /** Of a PMI with a term that was reported as 0: where it lies the clamp says, not the model. */
      readonly clamped?: true;
    })[];
  })[];
}

const names = { conditional: "P(y|x)", marginal: "P(y)", pmi: "PMI, nats" } as const;

/** Estimated against true values with the identity, the least-squares line and the isotonic map. */
export function drawScatter(figure: ScatterFigure, room: number = 1040): DrawnFigure {
  const { term } = figure;
  const narrow = room === NARROW;
  const logarithmic = term !== "pmi";
  const severalModels = new Set(figure.panels.map(({ model }) => model)).size > 1;
  const least = logarithmic ? ZERO_CLAMP : -Infinity;
  const at = <T extends Point>({ estimate, truth, ...point }: T) => {
    return { ...point, estimate: Math.max(estimate, least), truth: Math.max(truth, least) };
  };
  const panels = figure.panels.map(({ dataset, model, method, points }) => {
    const row = severalModels ? `${method}, ${model}` : method;
    // Beside a narrow panel there is no room for what its row is.
    const facet = { dataset: narrow ? `${dataset}, ${row}` : dataset, row };
    return { facet, points: points.map(at), ...fits(points, term) };
  });
  const each = <T>(rows: (panel: (typeof panels)[number]) => readonly T[]) =>
    panels.flatMap((panel) => rows(panel).map((row) => ({ ...row, ...panel.facet })));
  const points = each((panel) => panel.points);
  const maps = each(({ isotonic = [] }) => isotonic.map(at));
  const lines = each(({ line, points: own }) => (line ? onAxes(line, own, logarithmic) : []));
  const slopes = each(({ line }) =>
    line ? [{ text: `${logarithmic ? "log slope" : "slope"} ${numberText(line.slope, 2)}` }] : [],
  );
  const axisOf = (column: keyof Point): Plot.ScaleOptions =>
    logarithmic
      ? probabilityAxis(points.map((point) => point[column]))
      : { ticks: 4, grid: true, inset: EDGE };
  const facets = { fx: "dataset", fy: "row" };
  const xy = { x: "estimate", y: "truth" };
  const { r, fillOpacity } = dotOf(Math.max(0, ...panels.map((panel) => panel.points.length)));
  // A finger rests on nothing, and of tens of thousands the titles would weigh more than the page.
  const hover = !narrow && points.length <= 20_000;
  const spot = {
    ...xy,
    ...facets,
    strokeOpacity: fillOpacity,
    strokeWidth: 2 * r,
    strokeLinecap: "round",
  } as const;
  const data = figure.panels.flatMap(({ points: own, ...panel }) =>
    own.map((point) => ({ ...panel, ...point })),
  );
  return drawnFigure(figure, data, {
    description: `A panel a dataset and method, a dot a pair. Dotted: where estimate and truth are equal. Solid: least-squares line${logarithmic ? " of the logarithms" : ""}. Stepped: isotonic map.${logarithmic ? ` Axes are logarithmic; a zero stands at ${ZERO_CLAMP}.` : ""}`,
    legend: `dotted: equal; orange: least squares${logarithmic ? " of logarithms" : ""}; green: isotonic${logarithmic ? "; at 1e-6: reported as 0" : ""}${clampedLegend(points)}`,
    width: room,
    height: 90 + 210 * new Set(points.map(({ row }) => row)).size,
    marginLeft: 56,
    marginRight: narrow ? 16 : 180,
    fx: {
      label: null,
      padding: 0.16,
      domain: [...new Set(panels.map(({ facet }) => facet.dataset))],
    },
    fy: {
      label: null,
      ...(narrow && { axis: null }),
      domain: [...new Set(panels.map(({ facet }) => facet.row))],
    },
    x: { ...axisOf("estimate"), label: `estimated ${names[term]}` },
    y: { ...axisOf("truth"), label: `true ${names[term]}` },
    marks: [
      Plot.frame({ strokeOpacity: 0.25 }),
      Plot.line(diagonal(points), { ...xy, strokeDasharray: "2 3" }),
      // Of one colour each, which then stands there once and not beside every dot.
      ...[...Map.groupBy(points, fillOf)].map(([fill, own]) =>
        hover
          ? Plot.dot(own, { ...xy, ...facets, r, fillOpacity, fill, title: told })
          : Plot.line(own.flatMap(parted), { ...spot, stroke: fill }),
      ),
      Plot.line(lines, { ...xy, stroke: palette[1], strokeWidth: 2, ...facets }),
      Plot.text(slopes, { text: "text", frameAnchor: "top-left", dx: 5, dy: 6, ...facets }),
      Plot.line(maps, { ...xy, stroke: palette[2], strokeWidth: 2, curve: "linear", ...facets }),
    ],
  });
}

/** A gap behind each point, so that one path is a dot each with round ends. */
const parted = <T extends Point>(point: T): T[] => [point, { ...point, truth: Number.NaN }];

function told({ pair, estimate, truth }: Point & { readonly pair: string }): string {
  return `${pair}: ${Number(estimate.toPrecision(3))}, true ${Number(truth.toPrecision(3))}`;
}

/** The line where it is on the axes: between the ends of the estimates and of the true values. */
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

/** Where estimate and truth are equal, as far as both have values. */
function diagonal(points: readonly Point[]): Point[] {
  const estimates = points.map(({ estimate }) => estimate);
  const truths = points.map(({ truth }) => truth);
  const low = Math.max(Math.min(...estimates), Math.min(...truths));
  const high = Math.min(Math.max(...estimates), Math.max(...truths));
  return [low, high].map((value) => ({ estimate: value, truth: value }));
}

/** The least-squares line, of logarithms where they are drawn, and the isotonic map; neither of equal estimates. */
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
