import * as Plot from "@observablehq/plot";
import type { FigureCommon } from "./figure.ts";
import { numberText, rangeText } from "../tables/value-text.ts";
import {
  colourAmong,
  type DrawnFigure,
  drawnFigure,
  EDGE,
  panelNames,
  shortened,
} from "./drawn-figure.ts";

/** Win rates with their intervals, compared with chance: one panel per variant and method. */
export interface RatesFigure extends FigureCommon {
  readonly kind: "rates";
  readonly rates: readonly Readonly<
    Record<"variant" | "method" | "kind", string> & Record<"rate" | "low" | "high", number>
  >[];
}

/** The maximum number of letters shown of a kind's name. */
const LETTERS = 24;

export function drawRates(figure: RatesFigure, room: number = 980): DrawnFigure {
  const drawn = figure.rates.filter(({ rate }) => !Number.isNaN(rate));
  const rateTexts = drawn.map(told);
  // With few students, a rate has no interval.
  const intervals = drawn.filter(({ low, high }) => !Number.isNaN(low) && !Number.isNaN(high));
  const some = intervals.length > 0;
  const kinds = [...new Set(drawn.map(({ kind }) => kind))];
  const methods = [...new Set(drawn.map(({ method }) => method))];
  const variants = [...new Set(drawn.map(({ variant }) => variant))];
  const facets = { y: "kind", fx: "variant", fy: "method" };
  const fill = ({ kind }: { readonly kind: string }): string => colourAmong(kinds, kind);
  return drawnFigure(figure, figure.rates, {
    description: `A dot a kind of summary, its win rate against the others${some ? ", with its 95 % interval" : ""}. Dotted: chance. ${rateTexts.join("; ")}.`,
    legend: `dotted: chance${some ? "; line: 95 % interval" : ""}`,
    width: Math.min(room, 300 + 340 * variants.length),
    height: 100 + methods.length * (30 + 30 * kinds.length),
    marginLeft: 12 + 7 * Math.max(0, ...kinds.map((kind) => Math.min(kind.length, LETTERS))),
    marginRight: 16,
    fx: { label: null, padding: 0.08, domain: variants },
    fy: { label: null, domain: methods, padding: 0.14, axis: null },
    x: { label: "win rate", domain: [0, 1], grid: true, ticks: 5, inset: EDGE },
    y: {
      label: null,
      domain: kinds,
      tickFormat: (kind: string) => shortened(kind, LETTERS),
    },
    marks: [
      Plot.frame({ strokeOpacity: 0.25 }),
      Plot.ruleX([0.5], { strokeDasharray: "2 3" }),
      Plot.ruleY(intervals, { x1: "low", x2: "high", stroke: fill, strokeWidth: 2, ...facets }),
      Plot.dot(drawn, { x: "rate", r: 4.5, fill, title: told, ...facets }),
      Plot.text(drawn, { x: "rate", text: ({ rate }) => numberText(rate, 2), dy: -11, ...facets }),
      // Inside the panel, because a narrow panel has no room beside it.
      panelNames(methods, { frameAnchor: "top-left", dx: 4, dy: 3 }),
    ],
  });
}

function told({ variant, method, kind, rate, low, high }: RatesFigure["rates"][number]): string {
  const between = Number.isNaN(low) ? "" : ` (${rangeText(low, high)})`;
  return `${variant}, ${method}, ${kind}: ${numberText(rate, 2)}${between}`;
}
