import { drawBars, type BarsFigure } from "./draw-bars.ts";
import { drawRates, type RatesFigure } from "./draw-rates.ts";
import { drawScatter, type ScatterFigure } from "./draw-scatter.ts";
import { drawStability, type StabilityFigure } from "./draw-stability.ts";
import { drawSweep, type SweepFigure } from "./draw-sweep.ts";
import { drawTerms, type TermsFigure } from "./draw-terms.ts";
import { type DrawnFigure, NARROW } from "./drawn-figure.ts";

/** A figure as data, by its kind. */
export type Figure = BarsFigure | ScatterFigure | SweepFigure | StabilityFigure | TermsFigure | RatesFigure;

const drawings: {
  readonly [K in Figure["kind"]]: (figure: Extract<Figure, { kind: K }>, room?: number) => DrawnFigure | DrawnFigure[];
} = {
  bars: drawBars,
  scatter: drawScatter,
  sweep: drawSweep,
  stability: drawStability,
  terms: drawTerms,
  rates: drawRates,
};

/** The pictures of a figure; what has two kinds of axes is two pictures. The first is also drawn for a narrow page. */
export function drawFigure(figure: Figure): DrawnFigure[] {
  const [first, ...others] = [drawings[figure.kind](figure as never)].flat();
  if (first === undefined) return [];
  const narrow = panelsOf(figure).map((panel) => [drawings[panel.kind](panel as never, NARROW)].flat()[0]!.svg);
  return [{ ...first, ...(narrow.length > 0 && { narrow }) }, ...others];
}

/** What stands side by side, each as a figure of its own; of those that a first screen shows. */
function panelsOf(figure: Figure): Figure[] {
  if (figure.kind === "terms") return [figure];
  if (figure.kind === "rates") {
    return [...Map.groupBy(figure.rates, ({ variant }) => variant).values()].map((rates) => ({ ...figure, rates }));
  }
  if (figure.kind !== "bars") return [];
  return [...new Set(figure.bars.map(({ dataset }) => dataset))].map((name) => {
    const own = (["bars", "oracles", "ignorant", "paper"] as const).map((part) => {
      return [part, figure[part]?.filter(({ dataset }) => dataset === name)];
    });
    return { ...figure, ...Object.fromEntries(own) };
  });
}
