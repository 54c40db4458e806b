import * as Plot from "@observablehq/plot";
import type { BarsFigure } from "./figure.ts";
import { numberText } from "../tables/number-text.ts";
import { drawSvg, palette } from "./draw-svg.ts";

/** Figure 1: a panel a dataset (and model), bars ± standard error, the oracle as a dashed line. */
export function drawBars({ title, simulated, bars, oracles }: BarsFigure): string {
  const models = [...new Set(bars.map(({ model }) => model))];
  const drawn = bars.filter(({ rho }) => !Number.isNaN(rho));
  const whiskers = drawn.map(({ standardError, ...bar }) => {
    return { ...bar, low: bar.rho - standardError, high: bar.rho + standardError };
  });
  const facets = { fx: "dataset", ...(models.length > 1 && { fy: "model" }) };
  const said = drawn.map(({ dataset, method, rho }) => `${dataset}, ${method}: ${numberText(rho, 2)}`);
  return drawSvg({
    title,
    description: `Bars of Spearman's ρ, whiskers of one standard error, dashed line PromptNCE with the counted marginal. ${said.join("; ")}.`,
    ...(oracles.length > 0 && { legend: "dashed: PromptNCE with P(y) as counted" }),
    simulated: simulated !== undefined,
    options: {
      width: 980,
      height: 120 + 260 * models.length,
      marginBottom: 92,
      marginLeft: 48,
      fx: { label: null, padding: 0.06, domain: [...new Set(bars.map(({ dataset }) => dataset))] },
      fy: { label: null },
      x: { label: null, tickRotate: -38, domain: [...new Set(bars.map(({ method }) => method))] },
      y: { label: "Spearman's ρ", grid: true },
      marks: [
        Plot.barY(drawn, { x: "method", y: "rho", fill: palette[0] as string, fillOpacity: 0.85, ...facets }),
        Plot.ruleX(whiskers, { x: "method", y1: "low", y2: "high", strokeWidth: 1.5, ...facets }),
        Plot.ruleY(oracles, {
          y: "rho",
          stroke: palette[1] as string,
          strokeWidth: 2,
          strokeDasharray: "6 4",
          ...facets,
        }),
        Plot.text(drawn, {
          x: "method",
          y: 0,
          text: (bar: { rho: number }) => numberText(bar.rho, 2),
          dy: -8,
          ...facets,
        }),
        Plot.ruleY([0]),
      ],
    },
  });
}
