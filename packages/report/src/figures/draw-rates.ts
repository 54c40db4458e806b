import * as Plot from "@observablehq/plot";
import type { RatesFigure } from "./figure.ts";
import { numberText } from "../tables/number-text.ts";
import { drawSvg, EDGE, palette } from "./draw-svg.ts";

/** A dot a kind of summary, its interval as a line, chance dotted; a panel a variant and method. */
export function drawRates({ title, simulated, rates }: RatesFigure): string {
  const drawn = rates.filter(({ rate }) => !Number.isNaN(rate));
  const said = drawn.map(({ variant, method, kind, rate }) => `${variant}, ${method}, ${kind}: ${numberText(rate, 2)}`);
  // Of few students there is a rate and no interval.
  const intervals = drawn.filter(({ low, high }) => !Number.isNaN(low) && !Number.isNaN(high));
  const some = intervals.length > 0;
  const kinds = [...new Set(drawn.map(({ kind }) => kind))];
  const methods = [...new Set(drawn.map(({ method }) => method))];
  const facets = { fx: "variant", fy: "method" };
  return drawSvg({
    title,
    description: `A dot a kind of summary, its win rate against the others${some ? ", with its 95 % interval" : ""}. Dotted: chance. ${said.join("; ")}.`,
    legend: `dotted: chance${some ? "; line: 95 % interval" : ""}`,
    simulated: simulated !== undefined,
    options: {
      width: 980,
      height: 100 + methods.length * (30 + 30 * kinds.length),
      marginLeft: 12 + 7 * Math.max(0, ...kinds.map((kind) => Math.min(kind.length, 24))),
      marginRight: 100,
      marginBottom: 44,
      fx: { label: null, padding: 0.08, domain: [...new Set(drawn.map(({ variant }) => variant))] },
      fy: { label: null, domain: methods },
      x: { label: "win rate", domain: [0, 1], grid: true, ticks: 5, inset: EDGE },
      y: { label: null, domain: kinds, tickFormat: (kind: string) => cut(kind) },
      marks: [
        Plot.frame({ strokeOpacity: 0.25 }),
        Plot.ruleX([0.5], { strokeDasharray: "2 3" }),
        Plot.ruleY(intervals, {
          y: "kind",
          x1: "low",
          x2: "high",
          stroke: palette[0] as string,
          strokeWidth: 2,
          ...facets,
        }),
        Plot.dot(drawn, { y: "kind", x: "rate", r: 4.5, fill: palette[0] as string, ...facets }),
        Plot.text(drawn, {
          y: "kind",
          x: "rate",
          text: ({ rate }: { rate: number }) => numberText(rate, 2),
          dy: -11,
          ...facets,
        }),
      ],
    },
  });
}

function cut(kind: string): string {
  return kind.length > 24 ? `${kind.slice(0, 23)}…` : kind;
}
