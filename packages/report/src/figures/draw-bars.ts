import * as Plot from "@observablehq/plot";
import type { FigureCommon, Scored, FigureSource } from "./figure.ts";
import { numberText } from "../tables/value-text.ts";
import { colourNames, type DrawnFigure, drawnFigure, NARROW, palette } from "./drawn-figure.ts";

/**
 * Figure 1 of the paper: one panel per dataset and one bar per method and model, ± standard error,
 * beside the paper's bars and with reference lines.
 */
export interface BarsFigure extends FigureCommon {
  readonly kind: "bars";
  /** One bar per method and model. `id` is the method's id in `estimates.csv`. */
  readonly bars: readonly (Scored & { readonly id: string })[];
  /** PromptNCE with the counted marginal. */
  readonly oracles: readonly (FigureSource & { readonly rho: number })[];
  /** The same line in the paper's figure. */
  readonly paperOracles?: BarsFigure["oracles"];
  /** The baseline from PromptNCE's base rates. */
  readonly baselines?: BarsFigure["oracles"];
  /**
   * What the paper printed for the same methods. The standard error is NaN where its text gives
   * none.
   */
  readonly paper?: readonly Scored[];
}

const TICKS = 5;

export function drawBars(figure: BarsFigure, room: number = 1040): DrawnFigure {
  const { bars, oracles, paperOracles = [], baselines = [], paper = [] } = figure;
  const drawn = [...bars, ...paper].filter(({ rho }) => !Number.isNaN(rho));
  const barModels = [...new Set(drawn.map(({ model }) => model))];
  const models = new Set(bars.map(({ model }) => model)).size;
  const methods = [...new Set(bars.map(({ method }) => method))];
  const datasets = [...new Set(bars.map(({ dataset }) => dataset))];
  const low = ({ rho, standardError }: Scored) => rho - (standardError || 0);
  const high = ({ rho, standardError }: Scored) => rho + (standardError || 0);
  const errors = drawn.filter(({ standardError }) => !Number.isNaN(standardError));
  const lines = [...oracles, ...paperOracles, ...baselines].flatMap(({ rho }) =>
    Number.isNaN(rho) ? [] : rho,
  );
  const facets = { y: "model", fx: "dataset", fy: "method" };
  const barText = ({ dataset, method, model, rho, standardError }: Scored) =>
    `${dataset}, ${method}, ${model}: ${numberText(rho, 2)}${Number.isNaN(standardError) ? "" : ` ± ${numberText(standardError, 2)}`}`;
  const as = (method: string, lines: BarsFigure["oracles"]) =>
    lines.map((line) => ({ ...line, method }));
  const rows = [
    ...bars,
    ...as("PromptNCE (empirical)", oracles),
    ...as("Baseline (grounded)", baselines),
    ...paper,
    ...as("PromptNCE (empirical)", paperOracles),
  ];
  const colourOf = (model: string): string => palette[barModels.indexOf(model) % palette.length]!;
  // Lines take their model's colour if there are several models or they are the paper's. With one
  // model, they must not look like its bars.
  const line = (of: BarsFigure["oracles"], lineName: string, coloured = models > 1) =>
    Plot.ruleX(of, {
      x: "rho",
      fx: "dataset",
      strokeWidth: 2,
      stroke: ({ model }: FigureSource) => (coloured ? colourOf(model) : "currentColor"),
      title: ({ dataset, model, rho }: BarsFigure["oracles"][number]) =>
        `${dataset}, ${model}, ${lineName}: ${numberText(rho, 2)}`,
      strokeDasharray: lineName === "baseline" ? "2 3" : "7 4",
    });
  const ofPaper = paperOracles.length > 0 ? ", the paper's in its colour" : "";
  const dashed = [...oracles, ...paperOracles].map(
    ({ dataset, model, rho }) => `${dataset}, ${model}: ${numberText(rho, 2)}`,
  );
  const lined = dashed.length > 0 ? ` PromptNCE with P(y) as counted: ${dashed.join("; ")}.` : "";
  return drawnFigure(figure, rows, {
    description: `Bars of Spearman's ρ, whiskers of one standard error. ${drawn.map(barText).join("; ")}.${lined}`,
    legend: [
      ...barModels.map(
        (model) => `${colourNames[barModels.indexOf(model) % palette.length]}: ${model}`,
      ),
      ...(baselines.length > 0 ? ["dotted: base rates alone"] : []),
      ...(oracles.length > 0 ? [`dashed: PromptNCE with P(y) as counted${ofPaper}`] : []),
    ].join("; "),
    width: room,
    height: 84 + methods.length * (12 + 15 * barModels.length),
    marginLeft: 16 + 6.6 * Math.max(0, ...methods.map(({ length }) => length)),
    marginRight: 36,
    marginBottom: 40,
    fx: { label: null, padding: room === NARROW ? 0 : 0.12, domain: datasets },
    fy: { label: null, axis: "left", padding: 0.16, domain: methods },
    x: {
      label: "Spearman's ρ",
      grid: true,
      // The domain ends at a tick, so that a line below 0 is inside the axis.
      nice: TICKS,
      ticks: TICKS,
      domain: [Math.min(0, ...lines, ...drawn.map(low)), Math.max(1, ...lines, ...drawn.map(high))],
    },
    y: { axis: null, domain: barModels },
    marks: [
      Plot.barX(drawn, {
        x: "rho",
        fill: ({ model }) => colourOf(model),
        fillOpacity: 0.85,
        title: barText,
        ...facets,
      }),
      Plot.ruleY(errors, { x1: low, x2: high, strokeWidth: 1.5, ...facets }),
      line(oracles, "PromptNCE with the counted P(y)"),
      line(paperOracles, "PromptNCE with the counted P(y)", true),
      line(baselines, "baseline"),
      // Drawn after the lines, so that the values stay readable.
      Plot.text(drawn, {
        x: (bar) => Math.max(0, high(bar)),
        text: ({ rho }) => numberText(rho, 2),
        textAnchor: "start",
        dx: 4,
        ...halo,
        ...facets,
      }),
      Plot.ruleX([0]),
    ],
  });
}

/** Text in the colour of its surroundings with an outline, readable over bars and lines. */
const halo = {
  fill: "currentColor",
  stroke: "var(--plot-background, white)",
  strokeWidth: 4,
  fontSize: 11,
};
