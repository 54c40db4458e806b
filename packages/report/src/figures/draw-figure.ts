import type { Figure } from "./figure.ts";
import { drawBars } from "./draw-bars.ts";
import { drawRates } from "./draw-rates.ts";
import { drawScatter } from "./draw-scatter.ts";
import { drawStability } from "./draw-stability.ts";
import { drawSweep } from "./draw-sweep.ts";
import { drawTerms } from "./draw-terms.ts";
import type { DrawnFigure } from "./drawn-figure.ts";

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
