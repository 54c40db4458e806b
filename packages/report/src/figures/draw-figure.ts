import { drawBars, type BarsFigure } from "./draw-bars.ts";
import { drawRates, type RatesFigure } from "./draw-rates.ts";
import { drawScatter, type ScatterFigure } from "./draw-scatter.ts";
import { drawStability, type StabilityFigure } from "./draw-stability.ts";
import { drawSweep, type SweepFigure } from "./draw-sweep.ts";
import { drawTerms, type TermsFigure } from "./draw-terms.ts";
import type { DrawnFigure } from "./drawn-figure.ts";

/** A figure as data, by its kind. */
export type Figure = BarsFigure | ScatterFigure | SweepFigure | StabilityFigure | TermsFigure | RatesFigure;

const drawings: {
  readonly [K in Figure["kind"]]: (figure: Extract<Figure, { kind: K }>) => DrawnFigure | DrawnFigure[];
} = {
  bars: drawBars,
  scatter: drawScatter,
  sweep: drawSweep,
  stability: drawStability,
  terms: drawTerms,
  rates: drawRates,
};

/** The pictures of a figure; what has two kinds of axes is two pictures. */
export function drawFigure(figure: Figure): DrawnFigure[] {
  return [drawings[figure.kind](figure as never)].flat();
}
