import * as Plot from "@observablehq/plot";
import type { ScatterFigure } from "./figure.ts";
import { numberText } from "../tables/number-text.ts";
import { clampedLegend, dotOf, drawSvg, EDGE, fillOf, palette } from "./draw-svg.ts";
import { probabilityAxis } from "./probability-axis.ts";

type Panel = ScatterFigure["panels"][number];

/** Where a reported zero stands on a logarithmic axis: at the clamp. */
const FLOOR = 1e-6;

const names = { conditional: "P(y|x)", marginal: "P(y)", pmi: "PMI, nats" } as const;

/** Estimated against true values with the identity, the least-squares line and the isotonic map. */
export function drawScatter({ title, simulated, term, panels }: ScatterFigure): string {
  const logarithmic = term !== "pmi";
  const at = (value: number): number => (logarithmic ? Math.max(value, FLOOR) : value);
  const label = ({ model, method }: Panel): string => {
    return new Set(panels.map((panel) => panel.model)).size > 1 ? `${method}, ${model}` : method;
  };
  const each = <T>(rows: (panel: Panel) => readonly T[]) =>
    panels.flatMap((panel) => rows(panel).map((row) => ({ ...row, dataset: panel.dataset, row: label(panel) })));
  const points = each(({ points: all }) =>
    all.map(({ estimate, truth, clamped }) => ({
      estimate: at(estimate),
      truth: at(truth),
      clamped,
    })),
  );
  const maps = each(({ isotonic = [] }) =>
    isotonic.map(({ estimate, truth }) => ({ estimate: at(estimate), truth: at(truth) })),
  );
  const lines = each((panel) => linePoints(panel, at, logarithmic));
  const slopes = each(({ line }) =>
    line ? [{ text: `${logarithmic ? "log slope" : "slope"} ${numberText(line.slope, 2)}` }] : [],
  );
  const ends = diagonal(points);
  const axisOf = (column: "estimate" | "truth"): Plot.ScaleOptions =>
    logarithmic ? probabilityAxis(points.map((point) => point[column])) : { ticks: 4, grid: true, inset: EDGE };
  const facets = { fx: "dataset", fy: "row" };
  const xy = { x: "estimate", y: "truth" };
  const rows = new Set(points.map(({ row }) => row)).size;
  return drawSvg({
    title,
    description: `A panel a dataset and method, a dot a pair. Dotted: where estimate and truth are equal. Solid: least-squares line${logarithmic ? " of the logarithms" : ""}. Stepped: isotonic map.${logarithmic ? ` Axes are logarithmic; a zero stands at ${FLOOR}.` : ""}`,
    legend: `dotted: equal; orange: least squares${logarithmic ? " of logarithms" : ""}; green: isotonic${logarithmic ? `; at 1e-6: reported as 0` : ""}${points.some(({ clamped }) => clamped) ? `; ${clampedLegend}` : ""}`,
    simulated: simulated !== undefined,
    options: {
      width: 1080,
      height: 90 + 210 * rows,
      marginLeft: 56,
      marginRight: 180,
      marginBottom: 44,
      fx: { label: null, padding: 0.16, domain: [...new Set(panels.map(({ dataset }) => dataset))] },
      fy: { label: null, domain: [...new Set(panels.map(label))] },
      x: { ...axisOf("estimate"), label: `estimated ${names[term]}` },
      y: { ...axisOf("truth"), label: `true ${names[term]}` },
      marks: [
        Plot.frame({ strokeOpacity: 0.25 }),
        Plot.line(ends, { ...xy, strokeDasharray: "2 3" }),
        Plot.dot(points, {
          ...xy,
          ...dotOf(Math.max(0, ...panels.map((panel) => panel.points.length))),
          fill: fillOf,
          ...facets,
        }),
        Plot.line(lines, { ...xy, stroke: palette[1] as string, strokeWidth: 2, ...facets }),
        Plot.text(slopes, { text: "text", frameAnchor: "top-left", dx: 5, dy: 6, ...facets }),
        Plot.line(maps, { ...xy, stroke: palette[2] as string, strokeWidth: 2, curve: "linear", ...facets }),
      ],
    },
  });
}

/** Where estimate and truth are equal, as far as both have values. */
function diagonal(points: readonly { readonly estimate: number; readonly truth: number }[]) {
  const estimates = points.map(({ estimate }) => estimate);
  const truths = points.map(({ truth }) => truth);
  const low = Math.max(Math.min(...estimates), Math.min(...truths));
  const high = Math.min(Math.max(...estimates), Math.max(...truths));
  return [low, high].map((value) => ({ estimate: value, truth: value }));
}

/** The line where it is on the axes: between the ends of the estimates and of the true values. */
function linePoints({ line, points }: Panel, at: (value: number) => number, logarithmic: boolean) {
  if (!line) return [];
  const estimates = points.map(({ estimate }) => at(estimate)).toSorted((a, b) => a - b);
  const truths = points.map(({ truth }) => at(truth));
  const [low, high] = [Math.min(...truths), Math.max(...truths)];
  return estimates
    .map((estimate) => ({
      estimate,
      truth: logarithmic
        ? Math.exp(line.slope * Math.log(estimate) + line.intercept)
        : line.slope * estimate + line.intercept,
    }))
    .filter(({ truth }) => truth >= low && truth <= high);
}
