import * as Plot from "@observablehq/plot";
import type { FigureCommon, Scored, FigureSource } from "./figure.ts";
import { numberText } from "../tables/value-text.ts";
import { colourNames, type DrawnFigure, drawnFigure, NARROW, palette } from "./drawn-figure.ts";

/** Figure 1: a panel a dataset, a bar a method and model, ± standard error, beside it the paper's; lines to compare with. */
export interface BarsFigure extends FigureCommon {
  readonly kind: "bars";
  /** With the method's id as in `estimates.csv`. */
  readonly bars: readonly (Scored & { readonly id: string })[];
  /** PromptNCE with the counted marginal. */
  readonly oracles: readonly (FigureSource & { readonly rho: number })[];
  /** What the paper's figure shows of the same. */
  readonly paperOracles?: BarsFigure["oracles"];
  /** The baseline of PromptNCE's base rates. */
  readonly baselines?: BarsFigure["oracles"];
  /** What the paper printed of the same methods; of text without a standard error, that is not a number. */
  readonly paper?: readonly Scored[];
}

const TICKS = 5;

export function drawBars(figure: BarsFigure, room: number = 1040): DrawnFigure {
  const { bars, oracles, paperOracles = [], baselines = [], paper = [] } = figure;
  const drawn = [...bars, ...paper].filter(({ rho }) => !Number.isNaN(rho));
  const whose = [...new Set(drawn.map(({ model }) => model))];
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
  const said = ({ dataset, method, model, rho, standardError }: Scored) =>
    `${dataset}, ${method}, ${model}: ${numberText(rho, 2)}${Number.isNaN(standardError) ? "" : ` ± ${numberText(standardError, 2)}`}`;
  const as = (method: string, lines: BarsFigure["oracles"]) =>
    lines.map((one) => ({ ...one, method }));
  const rows = [
    ...bars,
    ...as("PromptNCE (empirical)", oracles),
    ...as("Baseline (grounded)", baselines),
    ...paper,
    ...as("PromptNCE (empirical)", paperOracles),
  ];
  const colourOf = (model: string): string => palette[whose.indexOf(model) % palette.length]!;
  // Of several models, and of the paper, the line of each has its colour; of one they must not look like its bars.
  const line = (of: BarsFigure["oracles"], what: string, coloured = models > 1) =>
    Plot.ruleX(of, {
      x: "rho",
      fx: "dataset",
      strokeWidth: 2,
      stroke: ({ model }: FigureSource) => (coloured ? colourOf(model) : "currentColor"),
      title: ({ dataset, model, rho }: BarsFigure["oracles"][number]) =>
        `${dataset}, ${model}, ${what}: ${numberText(rho, 2)}`,
      strokeDasharray: what === "baseline" ? "2 3" : "7 4",
    });
  const ofPaper = paperOracles.length > 0 ? ", the paper's in its colour" : "";
  const dashed = [...oracles, ...paperOracles].map(
    ({ dataset, model, rho }) => `${dataset}, ${model}: ${numberText(rho, 2)}`,
  );
  const lined = dashed.length > 0 ? ` PromptNCE with P(y) as counted: ${dashed.join("; ")}.` : "";
  return drawnFigure(figure, rows, {
    description: `Bars of Spearman's ρ, whiskers of one standard error. ${drawn.map(said).join("; ")}.${lined}`,
    legend: [
      ...whose.map((model) => `${colourNames[whose.indexOf(model) % palette.length]}: ${model}`),
      ...(baselines.length > 0 ? ["dotted: base rates alone"] : []),
      ...(oracles.length > 0 ? [`dashed: PromptNCE with P(y) as counted${ofPaper}`] : []),
    ].join("; "),
    width: room,
    height: 84 + methods.length * (12 + 15 * whose.length),
    marginLeft: 16 + 6.6 * Math.max(0, ...methods.map(({ length }) => length)),
    marginRight: 36,
    marginBottom: 40,
    fx: { label: null, padding: room === NARROW ? 0 : 0.12, domain: datasets },
    fy: { label: null, axis: "left", padding: 0.16, domain: methods },
    x: {
      label: "Spearman's ρ",
      grid: true,
      // To a tick, so that a line below 0 lies within the axis.
      nice: TICKS,
      ticks: TICKS,
      domain: [Math.min(0, ...lines, ...drawn.map(low)), Math.max(1, ...lines, ...drawn.map(high))],
    },
    y: { axis: null, domain: whose },
    marks: [
      Plot.barX(drawn, {
        x: "rho",
        fill: ({ model }) => colourOf(model),
        fillOpacity: 0.85,
        title: said,
        ...facets,
      }),
      Plot.ruleY(errors, { x1: low, x2: high, strokeWidth: 1.5, ...facets }),
      line(oracles, "PromptNCE with the counted P(y)"),
      line(paperOracles, "PromptNCE with the counted P(y)", true),
      line(baselines, "baseline"),
      // Above the lines, so that they can be read.
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

/** Of the figure behind a bar, readable on what it may lie on. */
const halo = {
  fill: "currentColor",
  stroke: "var(--plot-background, white)",
  strokeWidth: 4,
  fontSize: 11,
};
