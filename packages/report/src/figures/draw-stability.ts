import * as Plot from "@observablehq/plot";
import type { StabilityFigure } from "./figure.ts";
import { numberText } from "../tables/value-text.ts";
import { drawSvg, palette } from "./draw-svg.ts";

const panels = { width: 560, height: 280, fx: { label: null } };

/** Each run's ρ with the truth; dashed, that of the estimates averaged over runs. */
export function drawStabilityRuns({ simulated, series }: StabilityFigure): string {
  const runs = series.flatMap(({ dataset, model, runs: rhos }) =>
    rhos.map((rho, i) => ({ panel: `${dataset}, ${model}`, run: i + 1, rho })),
  );
  const averages = series.map(({ dataset, model, averaged }) => ({ panel: `${dataset}, ${model}`, rho: averaged }));
  const figure = { title: "Agreement of each run with the truth", simulated };
  return drawSvg(figure, {
    description: [
      ...runs.map(({ run, rho }) => `run ${run}: ${numberText(rho, 2)}`),
      ...averages.map(({ rho }) => `averaged: ${numberText(rho, 2)}`),
    ].join("; "),
    ...panels,
    x: { label: "run", ticks: 10, tickFormat: "d", inset: 10 },
    y: { label: "ρ with P(y|x)", domain: [0, 1], grid: true },
    marks: [
      Plot.ruleY([0]),
      Plot.dot(runs, { x: "run", y: "rho", fx: "panel", r: 5, fill: palette[0] }),
      Plot.ruleY(averages, { y: "rho", fx: "panel", stroke: palette[1], strokeWidth: 2, strokeDasharray: "6 4" }),
      Plot.text(averages, {
        y: "rho",
        fx: "panel",
        frameAnchor: "left",
        textAnchor: "start",
        dx: 6,
        dy: -9,
        text: () => "averaged over runs",
        fill: palette[1],
      }),
    ],
  });
}

/** How many pairs vary by how much from run to run. */
export function drawStabilityVariation({ simulated, series }: StabilityFigure): string {
  const pairs = series.flatMap(({ dataset, model, variation }) =>
    variation.map((cv) => ({ panel: `${dataset}, ${model}`, cv })),
  );
  const bins = { x: "cv", fx: "panel", fill: palette[0], thresholds: 12 };
  const figure = { title: "Coefficient of variation of a pair across runs", simulated };
  return drawSvg(figure, {
    description: `A histogram of ${pairs.length} pairs.`,
    ...panels,
    x: { label: "coefficient of variation", grid: false },
    y: { label: "pairs", grid: true },
    marks: [Plot.rectY(pairs, Plot.binX({ y: "count" }, bins as never)), Plot.ruleY([0])],
  });
}
