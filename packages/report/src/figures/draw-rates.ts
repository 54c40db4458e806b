import * as Plot from "@observablehq/plot";
import type { FigureCommon } from "./figure.ts";
import { numberText } from "../tables/value-text.ts";
import { type DrawnFigure, drawnFigure, EDGE, palette } from "./drawn-figure.ts";

/** Win rates with their intervals against chance, a panel a variant and method. */
export interface RatesFigure extends FigureCommon {
  readonly kind: "rates";
  readonly rates: readonly Readonly<
    Record<"variant" | "method" | "kind", string> & Record<"rate" | "low" | "high", number>
  >[];
}

/** So many letters of the name of a kind are shown. */
const LETTERS = 24;

/** A dot a kind of summary, its interval as a line, chance dotted; a panel a variant and method. */
export function drawRates(figure: RatesFigure): DrawnFigure {
  const drawn = figure.rates.filter(({ rate }) => !Number.isNaN(rate));
  const said = drawn.map(({ variant, method, kind, rate }) => `${variant}, ${method}, ${kind}: ${numberText(rate, 2)}`);
  // Of few students there is a rate and no interval.
  const intervals = drawn.filter(({ low, high }) => !Number.isNaN(low) && !Number.isNaN(high));
  const some = intervals.length > 0;
  const kinds = [...new Set(drawn.map(({ kind }) => kind))];
  const methods = [...new Set(drawn.map(({ method }) => method))];
  const facets = { y: "kind", fx: "variant", fy: "method" };
  return drawnFigure(figure, figure.rates, {
    description: `A dot a kind of summary, its win rate against the others${some ? ", with its 95 % interval" : ""}. Dotted: chance. ${said.join("; ")}.`,
    legend: `dotted: chance${some ? "; line: 95 % interval" : ""}`,
    width: 980,
    height: 100 + methods.length * (30 + 30 * kinds.length),
    marginLeft: 12 + 7 * Math.max(0, ...kinds.map((kind) => Math.min(kind.length, LETTERS))),
    marginRight: 100,
    marginBottom: 44,
    fx: { label: null, padding: 0.08, domain: [...new Set(drawn.map(({ variant }) => variant))] },
    fy: { label: null, domain: methods },
    x: { label: "win rate", domain: [0, 1], grid: true, ticks: 5, inset: EDGE },
    y: { label: null, domain: kinds, tickFormat: cut },
    marks: [
      Plot.frame({ strokeOpacity: 0.25 }),
      Plot.ruleX([0.5], { strokeDasharray: "2 3" }),
      Plot.ruleY(intervals, { x1: "low", x2: "high", stroke: palette[0], strokeWidth: 2, ...facets }),
      Plot.dot(drawn, { x: "rate", r: 4.5, fill: palette[0], ...facets }),
      Plot.text(drawn, { x: "rate", text: ({ rate }) => numberText(rate, 2), dy: -11, ...facets }),
    ],
  });
}

function cut(kind: string): string {
  return kind.length > LETTERS ? `${kind.slice(0, LETTERS - 1)}…` : kind;
}
