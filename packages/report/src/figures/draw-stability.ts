import * as Plot from "@observablehq/plot";
import type { FigureCommon, FigureSource } from "./figure.ts";
import { numberText } from "../tables/value-text.ts";
import { type DrawnFigure, drawnFigure, palette } from "./drawn-figure.ts";

/**
 * Repeated runs: each run's ρ with the truth, the ρ of the averaged estimates, and each pair's
 * coefficient of variation.
 */
export interface StabilityFigure extends FigureCommon {
  readonly kind: "stability";
  readonly series: readonly (FigureSource & {
    readonly runs: readonly number[];
    readonly averaged: number;
    readonly variation: readonly number[];
  })[];
}

/**
 * Draws each run's ρ with the truth, the ρ of the averaged estimates as a dashed line, and a
 * histogram of the pairs' coefficients of variation.
 */
export function drawStability(figure: StabilityFigure, room: number = 560): DrawnFigure[] {
  const panels = { width: room, height: 280, fx: { label: null } };
  const variation = {
    ...figure,
    name: `${figure.name}-variation`,
    title: `${figure.title}: how much each pair varies`,
  };
  return [drawRuns(figure, panels), drawVariation(variation, panels)];
}

function drawRuns(figure: StabilityFigure, panels: Plot.PlotOptions): DrawnFigure {
  const { series } = figure;
  const runs = series.flatMap(({ dataset, model, runs: rhos, averaged }) =>
    rhos.map((rho, run) => ({ dataset, model, run, rho, averaged })),
  );
  const averages = { y: "averaged", fx: panelOf };
  const label = {
    frameAnchor: "left",
    textAnchor: "start",
    dx: 6,
    dy: -9,
    fill: palette[1],
  } as const;
  return drawnFigure(figure, runs, {
    heading: "Agreement of each run with the truth",
    description: [
      ...runs.map(({ run, rho }) => `run ${run + 1}: ${numberText(rho, 2)}`),
      ...series.map(({ averaged }) => `averaged: ${numberText(averaged, 2)}`),
    ].join("; "),
    ...panels,
    x: { label: "run", ticks: 10, tickFormat: "d", inset: 10 },
    y: {
      label: "ρ with P(y|x)",
      domain: [Math.min(0, ...runs.map(({ rho }) => rho)), 1],
      grid: true,
    },
    marks: [
      Plot.ruleY([0]),
      Plot.dot(runs, {
        x: ({ run }) => run + 1,
        y: "rho",
        fx: panelOf,
        r: 5,
        fill: palette[0],
        title: ({ run, rho }) => `run ${run + 1}: ${numberText(rho, 2)}`,
      }),
      Plot.ruleY(series, {
        ...averages,
        stroke: palette[1],
        strokeWidth: 2,
        strokeDasharray: "6 4",
      }),
      Plot.text(series, { ...averages, ...label, text: () => "averaged over runs" }),
    ],
  });
}

function drawVariation(figure: StabilityFigure, panels: Plot.PlotOptions): DrawnFigure {
  const pairs = figure.series.flatMap(({ dataset, model, variation }) =>
    variation.map((cv) => ({ dataset, model, cv })),
  );
  const bins = { x: "cv", fx: panelOf, fill: palette[0], thresholds: 12 };
  return drawnFigure(figure, pairs, {
    heading: "Coefficient of variation of a pair across runs",
    description: `A histogram of ${pairs.length} pairs.`,
    ...panels,
    x: { label: "coefficient of variation", grid: false },
    y: { label: "pairs", grid: true },
    marks: [Plot.rectY(pairs, Plot.binX({ y: "count" }, bins as never)), Plot.ruleY([0])],
  });
}

const panelOf = ({ dataset, model }: FigureSource): string => `${dataset}, ${model}`;
