import { drawBars, type BarsFigure } from "./draw-bars.ts";
import { drawDots, type DotsFigure } from "./draw-dots.ts";
import { drawRates, type RatesFigure } from "./draw-rates.ts";
import { drawScatter, type ScatterFigure } from "./draw-scatter.ts";
import { drawStability, type StabilityFigure } from "./draw-stability.ts";
import { drawSweep, type SweepFigure } from "./draw-sweep.ts";
import { drawTerms, type TermsFigure } from "./draw-terms.ts";
import { type DrawnFigure, NARROW } from "./drawn-figure.ts";

/** A figure as data, by its kind. */
export type Figure =
  | BarsFigure
  | ScatterFigure
  | SweepFigure
  | StabilityFigure
  | TermsFigure
  | RatesFigure
  | DotsFigure;

const drawings: {
  readonly [K in Figure["kind"]]: (
    figure: Extract<Figure, { kind: K }>,
    room?: number,
  ) => DrawnFigure | DrawnFigure[];
} = {
  bars: drawBars,
  scatter: drawScatter,
  sweep: drawSweep,
  stability: drawStability,
  terms: drawTerms,
  rates: drawRates,
  dots: drawDots,
};

/** The pictures of a figure, each for a narrow page too; what has two kinds of axes is two pictures. */
export function drawFigure(figure: Figure): DrawnFigure[] {
  const drawn = (one: Figure, room?: number) => [drawings[one.kind](one as never, room)].flat();
  const narrow = panelsOf(figure).map((panel) => drawn(panel, NARROW));
  return drawn(figure).map((picture, i) => ({
    ...picture,
    narrow: narrow.flatMap((own) => own[i]?.svg ?? []),
  }));
}

/** What stands side by side, each as a figure of its own. */
function panelsOf(figure: Figure): Figure[] {
  switch (figure.kind) {
    case "bars":
      return [...new Set(figure.bars.map(({ dataset }) => dataset))].map((name) => {
        const own = (["bars", "oracles", "baselines", "paper"] as const).map((part) => {
          return [part, figure[part]?.filter(({ dataset }) => dataset === name)];
        });
        return { ...figure, ...Object.fromEntries(own) };
      });
    case "scatter":
      return figure.panels.map((panel) => ({ ...figure, panels: [panel] }));
    case "sweep":
      return [
        { ...figure, other: [] },
        { ...figure, points: [] },
      ];
    case "stability":
      return figure.series.map((one) => ({ ...figure, series: [one] }));
    case "terms":
      return [...Map.groupBy(figure.points, ({ method }) => method).values()].map((points) => ({
        ...figure,
        points,
      }));
    case "rates":
      return [...Map.groupBy(figure.rates, ({ variant }) => variant).values()].map((rates) => ({
        ...figure,
        rates,
      }));
    case "dots":
      return [figure];
  }
}
