import * as Plot from "@observablehq/plot";
import type { FigureCommon, MethodRho, FigureSource } from "./figure.ts";
import { numberText, valueText } from "../tables/value-text.ts";
import {
  colourAmong,
  colourNames,
  type DrawnFigure,
  drawnFigure,
  halo,
  NARROW,
  palette,
} from "./drawn-figure.ts";

/**
 * Figure 1 of the paper: one panel per dataset and one bar per method and model, ± standard error,
 * beside the paper's bars and with reference lines.
 */
export interface BarsFigure extends FigureCommon {
  readonly kind: "bars";
  /** One bar per method and model. `id` is the method's id in `estimates.csv`. */
  readonly bars: readonly (MethodRho & { readonly id: string })[];
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
  readonly paper?: readonly MethodRho[];
}

/** The ticks of the axis, and those of a narrow picture. */
const [TICKS, FEW_TICKS] = [5, 3] as const;

/** A reference line of one dataset and model. */
type Reference = BarsFigure["oracles"][number];

export function drawBars(figure: BarsFigure, room: number = 1040): DrawnFigure {
  const { bars, paper = [] } = figure;
  const drawn = [...bars, ...paper].filter(({ rho }) => !Number.isNaN(rho));
  const barModels = [...new Set(drawn.map(({ model }) => model))];
  const methods = [...new Set(bars.map(({ method }) => method))];
  const datasets = [...new Set(bars.map(({ dataset }) => dataset))];
  const lines = linesOf(drawn, barModels);
  const facets = placeOf(lines);
  const ticks = room === NARROW ? FEW_TICKS : TICKS;
  return drawnFigure(figure, dataOf(figure), {
    description: descriptionOf(figure, drawn),
    legend: legendOf(figure, barModels),
    width: room,
    height: 84 + methods.length * (12 + 15 * lines.length),
    marginLeft: 16 + 6.6 * Math.max(0, ...methods.map(({ length }) => length)),
    marginRight: 36,
    marginBottom: 40,
    fx: { label: null, padding: room === NARROW ? 0 : 0.12, domain: datasets },
    fy: { label: null, axis: "left", padding: 0.16, domain: methods },
    x: {
      label: "Spearman's ρ",
      grid: true,
      // The domain ends at a tick, so that a line below 0 is inside the axis.
      nice: ticks,
      ticks,
      domain: domainOf(figure, drawn),
    },
    y: { axis: null, domain: lines },
    marks: [
      ...barMarks(drawn, barModels, facets),
      ...lineMarks(figure, barModels),
      // Drawn after the lines, so that the values stay readable.
      Plot.text(drawn, {
        x: (bar) => Math.max(0, high(bar)),
        text: ({ rho }) => numberText(rho, 2),
        textAnchor: "start",
        dx: 4,
        fill: "currentColor",
        fontSize: 11,
        ...halo,
        ...facets,
      }),
      Plot.ruleX([0]),
    ],
  });
}

/** The lines of a method: one for each model, or a single one if no bars would share it. */
function linesOf(drawn: readonly MethodRho[], barModels: readonly string[]): readonly string[] {
  const places = new Set(drawn.map(({ dataset, method }) => JSON.stringify([dataset, method])));
  return places.size === drawn.length ? [""] : barModels;
}

/** The place of a bar: a panel a dataset, a group a method, and one of its lines. */
function placeOf(lines: readonly string[]) {
  const line = ({ model }: FigureSource): string => (lines.includes(model) ? model : lines[0]!);
  return { y: line, fx: "dataset", fy: "method" };
}

function low({ rho, standardError }: MethodRho): number {
  return rho - (standardError || 0);
}

function high({ rho, standardError }: MethodRho): number {
  return rho + (standardError || 0);
}

/** The rows of the figure's CSV: bars, then reference lines under the names of their methods. */
function dataOf({ bars, oracles, paperOracles = [], baselines = [], paper = [] }: BarsFigure) {
  const named = (method: string, lines: readonly Reference[]) =>
    lines.map((line) => ({ ...line, method }));
  return [
    ...bars,
    ...named("PromptNCE (empirical)", oracles),
    ...named("Baseline (grounded)", baselines),
    ...paper,
    ...named("PromptNCE (empirical)", paperOracles),
  ];
}

function descriptionOf(
  { oracles, paperOracles = [] }: BarsFigure,
  drawn: readonly MethodRho[],
): string {
  const dashed = [...oracles, ...paperOracles].map(
    ({ dataset, model, rho }) => `${dataset}, ${model}: ${numberText(rho, 2)}`,
  );
  const lined = dashed.length > 0 ? ` PromptNCE with P(y) as counted: ${dashed.join("; ")}.` : "";
  return `Bars of Spearman's ρ, whiskers of one standard error. ${drawn.map(told).join("; ")}.${lined}`;
}

function legendOf(
  { oracles, paperOracles = [], baselines = [] }: BarsFigure,
  barModels: readonly string[],
): string {
  const ofPaper = paperOracles.length > 0 ? ", the paper's in its colour" : "";
  return [
    ...barModels.map((model, i) => `${colourNames[i % palette.length]}: ${model}`),
    ...(baselines.length > 0 ? ["dotted: base rates alone"] : []),
    ...(oracles.length > 0 ? [`dashed: PromptNCE with P(y) as counted${ofPaper}`] : []),
  ].join("; ");
}

/** The range from 0 to 1, extended to every whisker and reference line. */
function domainOf(
  { oracles, paperOracles = [], baselines = [] }: BarsFigure,
  drawn: readonly MethodRho[],
): [number, number] {
  const lines = [...oracles, ...paperOracles, ...baselines].flatMap(({ rho }) =>
    Number.isNaN(rho) ? [] : rho,
  );
  return [Math.min(0, ...lines, ...drawn.map(low)), Math.max(1, ...lines, ...drawn.map(high))];
}

/** The bars with their whiskers. */
function barMarks(
  drawn: readonly MethodRho[],
  barModels: readonly string[],
  facets: ReturnType<typeof placeOf>,
): Plot.Markish[] {
  const withError = drawn.filter(({ standardError }) => !Number.isNaN(standardError));
  return [
    Plot.barX(drawn, {
      x: "rho",
      fill: ({ model }) => colourAmong(barModels, model),
      fillOpacity: 0.85,
      title: told,
      ...facets,
    }),
    Plot.ruleY(withError, { x1: low, x2: high, strokeWidth: 1.5, ...facets }),
  ];
}

/**
 * The reference lines. They take their model's colour if there are several models or they are the
 * paper's. With one model, they must not look like its bars.
 */
function lineMarks(
  { bars, oracles, paperOracles = [], baselines = [] }: BarsFigure,
  barModels: readonly string[],
): Plot.Markish[] {
  const hasModels = new Set(bars.map(({ model }) => model)).size > 1;
  const line = (of: readonly Reference[], name: string, isColoured = hasModels) =>
    Plot.ruleX(of, {
      x: "rho",
      fx: "dataset",
      strokeWidth: 2,
      stroke: ({ model }: Reference) =>
        isColoured ? colourAmong(barModels, model) : "currentColor",
      title: ({ dataset, model, rho }: Reference) =>
        `${dataset}, ${model}, ${name}: ${numberText(rho, 2)}`,
      strokeDasharray: name === "baseline" ? "2 3" : "7 4",
    });
  return [
    line(oracles, "PromptNCE with the counted P(y)"),
    line(paperOracles, "PromptNCE with the counted P(y)", true),
    line(baselines, "baseline"),
  ];
}

function told({ dataset, method, model, rho, standardError }: MethodRho): string {
  return `${dataset}, ${method}, ${model}: ${valueText({ value: rho, standardError }, 2)}`;
}
