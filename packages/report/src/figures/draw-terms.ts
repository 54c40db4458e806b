import * as Plot from "@observablehq/plot";
import { isClamped, ZERO_CLAMP } from "@promptnce/core/information";
import type { FigureCommon } from "./figure.ts";
import { rangeText } from "../tables/value-text.ts";
import {
  clampedLegend,
  dotOf,
  type DrawnFigure,
  drawnFigure,
  fillOf,
  palette,
  panelNames,
} from "./drawn-figure.ts";
import { probabilityAxis } from "./probability-axis.ts";

/** The data for estimates without known truth: both terms of each pair, one panel per method. */
export interface TermsFigure extends FigureCommon {
  readonly kind: "terms";
  readonly points: readonly Readonly<
    Record<"method" | "pair", string> & Record<"conditional" | "marginal" | "pmi", number>
  >[];
}

/**
 * Draws the distribution of the PMI estimates, and both terms against each other, with one panel
 * per method.
 */
export function drawTerms(figure: TermsFigure, room: number = 980): DrawnFigure[] {
  const methods = [...new Set(figure.points.map(({ method }) => method))];
  const termsFigure = {
    ...figure,
    name: `${figure.name}-terms`,
    title: `${figure.title}: its two terms`,
  };
  return [drawPmi(figure, methods, room), drawBoth(termsFigure, methods, room)];
}

function drawPmi(figure: TermsFigure, methods: readonly string[], room: number): DrawnFigure {
  const finite = figure.points
    .filter(({ pmi }) => Number.isFinite(pmi))
    .map((point) => ({ ...point, clamped: isClamped(point) }));
  const fill = (point: (typeof finite)[number]): string =>
    point.clamped ? fillOf(point) : colourOf(methods, point);
  const title = (binPoints: TermsFigure["points"]): string =>
    `${binPoints.length} pairs, PMI ${spreadText(binPoints)}`;
  const outputs = { y: "count", title } as const;
  // Bin widths follow the axis, which includes 0. If the estimates were nearly equal, bins as
  // narrow as their range would be invisible.
  const shown = [0, ...finite.map(({ pmi }) => pmi)];
  const width = (Math.max(...shown) - Math.min(...shown)) / 30 || 1;
  const first = Math.floor(Math.min(...shown) / width);
  // Thresholds are multiples of the width, so that one of them is 0. The last is above every
  // estimate.
  const thresholds = Array.from({ length: 33 }, (_, i) => (first + i) * width);
  const bins = Plot.binX<Plot.RectYOptions>(outputs as never, {
    x: { value: "pmi", thresholds },
    fill,
  });
  const binOf = ({ method, pmi }: (typeof finite)[number]): string =>
    `${Math.floor(pmi / width)} ${method}`;
  const tallest = Math.max(1, ...[...Map.groupBy(finite, binOf).values()].map((of) => of.length));
  const spreads = methods.map((method) => {
    const methodPoints = finite.filter((point) => point.method === method);
    return methodPoints.length === 0
      ? `${method}: none`
      : `${method}: ${methodPoints.length} pairs from ${spreadText(methodPoints)}`;
  });
  return drawnFigure(figure, figure.points, {
    description: `A histogram of PMI a method. ${spreads.join("; ")}.`,
    legend: `dotted: 0, where x says nothing about y${clampedLegend(finite)}`,
    width: room,
    height: 100 + 150 * methods.length,
    marginLeft: 56,
    marginRight: 16,
    fy: { axis: null, domain: methods, padding: 0.1 },
    x: { label: "PMI, nats" },
    // Counts of pairs are whole numbers.
    y: { label: "pairs", grid: true, ticks: Math.min(4, tallest), tickFormat: "d" },
    marks: [
      Plot.frame({ strokeOpacity: 0.25 }),
      Plot.rectY(finite, { ...bins, fy: "method", fillOpacity: 0.85 }),
      Plot.ruleX([0], { strokeDasharray: "2 3" }),
      // Inside the panel, because a method's name can have any length.
      panelNames(methods, { frameAnchor: "top-right", dx: -5, dy: 5 }),
    ],
  });
}

/** P(y|x) against P(y). Above the diagonal, x makes y more likely. */
function drawBoth(figure: TermsFigure, methods: readonly string[], room: number): DrawnFigure {
  const points = figure.points.map((point) => ({
    ...point,
    conditional: Math.max(point.conditional, ZERO_CLAMP),
    marginal: Math.max(point.marginal, ZERO_CLAMP),
  }));
  const x = probabilityAxis(points.map(({ marginal }) => marginal));
  const y = probabilityAxis(points.map(({ conditional }) => conditional));
  const ends = [Math.max(x.domain[0]!, y.domain[0]!), 1].map((value) => ({ value }));
  const fill = (point: (typeof points)[number]): string => colourOf(methods, point);
  const title = ({ pair, conditional, marginal }: (typeof points)[number]): string =>
    `${pair}: P(y|x) ${conditional}, P(y) ${marginal}`;
  const dots = { ...dotOf(points.length / methods.length), fill, title, fx: "method" };
  return drawnFigure(figure, figure.points, {
    description: `A panel a method, a dot a pair. Above the dotted diagonal x makes y likelier. Axes are logarithmic; a zero stands at ${ZERO_CLAMP}.`,
    legend: "dotted: x says nothing about y; at 1e-6: reported as 0",
    width: Math.min(room, 160 + 320 * methods.length),
    height: 400,
    marginLeft: 56,
    fx: { label: null, padding: 0.16, domain: methods },
    x: { ...x, label: "estimated P(y)" },
    y: { ...y, label: "estimated P(y|x)" },
    marks: [
      Plot.frame({ strokeOpacity: 0.25 }),
      Plot.line(ends, { x: "value", y: "value", strokeDasharray: "2 3" }),
      Plot.dot(points, { x: "marginal", y: "conditional", ...dots }),
    ],
  });
}

/** Grey is the colour of clamped values. */
function colourOf(methods: readonly string[], { method }: { readonly method: string }): string {
  return palette[methods.indexOf(method) % 5]!;
}

function spreadText(points: TermsFigure["points"]): string {
  const values = points.map(({ pmi }) => pmi);
  return rangeText(Math.min(...values), Math.max(...values));
}
