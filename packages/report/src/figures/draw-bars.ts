import * as Plot from "@observablehq/plot";
import type { FigureCommon, Scored, Source } from "./figure.ts";
import { numberText } from "../tables/value-text.ts";
import { colourNames, type DrawnFigure, drawnFigure, NARROW, palette } from "./drawn-figure.ts";

/** Figure 1: a panel a dataset, a bar a method and model, ± standard error, beside it the paper's; lines to compare with. */
export interface BarsFigure extends FigureCommon {
  readonly kind: "bars";
  /** With the method's id as in `estimates.csv`. */
  readonly bars: readonly (Scored & { readonly id: string })[];
  /** PromptNCE with the counted marginal. */
  readonly oracles: readonly (Source & { readonly rho: number })[];
  /** Who knows nothing but PromptNCE's base rates. */
  readonly ignorant?: BarsFigure["oracles"];
  /** What the paper printed of the same methods; of text without a standard error, that is not a number. */
  readonly paper?: readonly Scored[];
}

export function drawBars(figure: BarsFigure, room: number = 1040): DrawnFigure {
  const { bars, oracles, ignorant = [], paper = [] } = figure;
  const drawn = [...bars, ...paper].filter(({ rho }) => !Number.isNaN(rho));
  const whose = [...new Set(drawn.map(({ model }) => model))];
  const models = new Set(bars.map(({ model }) => model)).size;
  const methods = [...new Set(bars.map(({ method }) => method))];
  const datasets = [...new Set(bars.map(({ dataset }) => dataset))];
  const low = ({ rho, standardError }: Scored) => rho - (standardError || 0);
  const high = ({ rho, standardError }: Scored) => rho + (standardError || 0);
  const errors = drawn.filter(({ standardError }) => !Number.isNaN(standardError));
  const lines = [...oracles, ...ignorant].flatMap(({ rho }) => (Number.isNaN(rho) ? [] : rho));
  const facets = { y: "model", fx: "dataset", fy: "method" };
  const said = ({ dataset, method, model, rho, standardError }: Scored) =>
    `${dataset}, ${method}, ${model}: ${numberText(rho, 2)}${Number.isNaN(standardError) ? "" : ` ± ${numberText(standardError, 2)}`}`;
  const as = (method: string, lines: BarsFigure["oracles"]) => lines.map((one) => ({ ...one, method }));
  const rows = [
    ...bars,
    ...as("PromptNCE (empirical)", oracles),
    ...as("Knows nothing (grounded)", ignorant),
    ...paper,
  ];
  const colourOf = (model: string): string => palette[whose.indexOf(model) % palette.length]!;
  // Of several models the line of each has its colour; of one they must not look like its bars.
  const line = (of: BarsFigure["oracles"], what: string) =>
    Plot.ruleX(of, {
      x: "rho",
      fx: "dataset",
      strokeWidth: 2,
      stroke: ({ model }: Source) => (models > 1 ? colourOf(model) : "currentColor"),
      title: ({ dataset, model, rho }: BarsFigure["oracles"][number]) =>
        `${dataset}, ${model}, ${what}: ${numberText(rho, 2)}`,
      strokeDasharray: what === "who knows nothing" ? "2 3" : "7 4",
    });
  return drawnFigure(figure, rows, {
    description: `Bars of Spearman's ρ, whiskers of one standard error. ${drawn.map(said).join("; ")}.`,
    legend: [
      ...whose.map((model) => `${colourNames[whose.indexOf(model) % palette.length]}: ${model}`),
      ...(ignorant.length > 0 ? ["dotted: knows nothing but base rates"] : []),
      ...(oracles.length > 0 ? ["dashed: PromptNCE with P(y) as counted"] : []),
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
      nice: true,
      ticks: 5,
      domain: [Math.min(0, ...lines, ...drawn.map(low)), Math.max(1, ...lines, ...drawn.map(high))],
    },
    y: { axis: null, domain: whose },
    marks: [
      Plot.barX(drawn, { x: "rho", fill: ({ model }) => colourOf(model), fillOpacity: 0.85, title: said, ...facets }),
      Plot.ruleY(errors, { x1: low, x2: high, strokeWidth: 1.5, ...facets }),
      line(oracles, "PromptNCE with the counted P(y)"),
      line(ignorant, "who knows nothing"),
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
const halo = { fill: "currentColor", stroke: "var(--plot-background, white)", strokeWidth: 4, fontSize: 11 };
