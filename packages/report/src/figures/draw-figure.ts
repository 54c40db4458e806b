import { drawBars, type BarsFigure } from "./draw-bars.ts";
import { drawDots, type DotsFigure } from "./draw-dots.ts";
import { drawHeat, type HeatFigure, largestOf, NARROW_LABELS } from "./draw-heat.ts";
import { drawRates, type RatesFigure } from "./draw-rates.ts";
import { drawScatter, type ScatterFigure } from "./draw-scatter.ts";
import { drawStability, type StabilityFigure } from "./draw-stability.ts";
import { drawSweep, type SweepFigure } from "./draw-sweep.ts";
import { drawTerms, type TermsFigure } from "./draw-terms.ts";
import { type DrawnFigure, NARROW } from "./drawn-figure.ts";

/** The data of a figure, by its kind. */
export type Figure =
  | BarsFigure
  | ScatterFigure
  | SweepFigure
  | StabilityFigure
  | TermsFigure
  | RatesFigure
  | DotsFigure
  | HeatFigure;

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
  heat: drawHeat,
};

/**
 * The pictures of a figure, each with versions for a narrow page. A figure that needs two kinds of
 * axes has two pictures.
 */
export function drawFigure(figure: Figure): DrawnFigure[] {
  const drawn = (part: Figure, room?: number) => [drawings[part.kind](part as never, room)].flat();
  const explained = new Set<string>();
  const narrow = panelsOf(figure).map((panel) => drawn({ ...panel, explained }, NARROW));
  return drawn(figure).map((picture, i) => ({
    ...picture,
    narrow: narrow.flatMap((panelPictures) => panelPictures[i]?.svg ?? []),
  }));
}

/** The figure split into its side-by-side panels, each a figure itself. */
function panelsOf(figure: Figure): Figure[] {
  switch (figure.kind) {
    case "bars":
      return [...new Set(figure.bars.map(({ dataset }) => dataset))].map((name) => {
        const parts = ["bars", "oracles", "paperOracles", "baselines", "paper"] as const;
        const partsOfDataset = parts.map((part) => {
          return [part, figure[part]?.filter(({ dataset }) => dataset === name)];
        });
        return { ...figure, ...Object.fromEntries(partsOfDataset) };
      });
    case "scatter":
      return figure.panels.map((panel) => ({ ...figure, panels: [panel] }));
    case "sweep":
      return [
        { ...figure, other: [] },
        { ...figure, points: [] },
      ];
    case "stability":
      return figure.series.map((oneSeries) => ({ ...figure, series: [oneSeries] }));
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
    case "heat":
      return heatPanels(figure);
  }
}

/** A panel by itself, with as many labels as a narrow page has room for. */
function heatPanels({ cells: all, ...figure }: HeatFigure): HeatFigure[] {
  const scale = figure.scale ?? largestOf(all);
  return [...Map.groupBy(all, ({ panel }) => panel).values()].flatMap((cells) =>
    labelPanels({ ...figure, cells, scale }),
  );
}

/** Each panel has as many labels as a narrow page has room for. */
function labelPanels(figure: HeatFigure): HeatFigure[] {
  const labels = [...new Set(figure.cells.map(({ label }) => label))];
  const panels = Math.ceil(labels.length / NARROW_LABELS);
  const across = Math.ceil(labels.length / panels);
  return Array.from({ length: panels }, (_, i) => {
    const ofPanel = new Set(labels.slice(i * across, (i + 1) * across));
    const cells = figure.cells.filter(({ label }) => ofPanel.has(label));
    return { ...figure, cells };
  });
}
