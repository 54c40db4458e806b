import * as Plot from "@observablehq/plot";
import type { FigureCommon, Scored, Source } from "./figure.ts";
import { numberText } from "../tables/value-text.ts";
import { type DrawnFigure, drawnFigure, palette } from "./drawn-figure.ts";

/** Figure 1: a panel a dataset, a bar a method and model, ± standard error, the oracle dashed. */
export interface BarsFigure extends FigureCommon {
  readonly kind: "bars";
  /** With the method's id as in `estimates.csv`. */
  readonly bars: readonly (Scored & { readonly id: string })[];
  /** PromptNCE with the counted marginal. */
  readonly oracles: readonly (Source & { readonly rho: number })[];
}

/** Figure 1: a panel a dataset (and model), bars ± standard error, the oracle as a dashed line. */
export function drawBars(figure: BarsFigure): DrawnFigure {
  const { bars, oracles } = figure;
  const models = new Set(bars.map(({ model }) => model)).size;
  const drawn = bars.filter(({ rho }) => !Number.isNaN(rho));
  const whisker = (sign: number) => (bar: (typeof bars)[number]) => bar.rho + sign * bar.standardError;
  const facets = { fx: "dataset", ...(models > 1 && { fy: "model" }) };
  const dashed = { stroke: palette[1], strokeWidth: 2, strokeDasharray: "6 4" };
  const said = drawn.map(({ dataset, method, rho }) => `${dataset}, ${method}: ${numberText(rho, 2)}`);
  const rows = [...bars, ...oracles.map((oracle) => ({ ...oracle, method: "PromptNCE (empirical)" }))];
  return drawnFigure(figure, rows, {
    description: `Bars of Spearman's ρ, whiskers of one standard error, dashed line PromptNCE with the counted marginal. ${said.join("; ")}.`,
    ...(oracles.length > 0 && { legend: "dashed: PromptNCE with P(y) as counted" }),
    width: 980,
    height: 156 + 260 * models,
    marginBottom: 128,
    marginLeft: 48,
    fx: { label: null, padding: 0.06, domain: [...new Set(bars.map(({ dataset }) => dataset))] },
    fy: { label: null },
    x: { label: null, tickRotate: -38, domain: [...new Set(bars.map(({ method }) => method))] },
    y: { label: "Spearman's ρ", grid: true },
    marks: [
      Plot.barY(drawn, { x: "method", y: "rho", fill: palette[0], fillOpacity: 0.85, ...facets }),
      Plot.ruleX(drawn, { x: "method", y1: whisker(-1), y2: whisker(1), strokeWidth: 1.5, ...facets }),
      Plot.ruleY(oracles, { y: "rho", ...dashed, ...facets }),
      Plot.text(drawn, { x: "method", y: 0, text: ({ rho }) => numberText(rho, 2), dy: -8, ...facets }),
      Plot.ruleY([0]),
    ],
  });
}
