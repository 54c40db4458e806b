import * as Plot from "@observablehq/plot";
import type { FigureCommon, MethodRho, FigureSource } from "./figure.ts";
import { numberText } from "../tables/value-text.ts";
import { type DrawnFigure, drawnFigure, palette } from "./drawn-figure.ts";

/** ρ with PMI, K/L and the mass on OTHER as a quantity grows, by default the candidate set. */
export interface SweepFigure extends FigureCommon {
  readonly kind: "sweep";
  /** The quantity that grows; K by default. */
  readonly across?: string;
  readonly points: readonly (MethodRho & { readonly k: number })[];
  readonly other: readonly (FigureSource & {
    readonly k: number;
    readonly coverage: number;
    readonly mass: number;
  })[];
}

export function drawSweep(figure: SweepFigure, room: number = 860): DrawnFigure {
  const { points, other, across = "K" } = figure;
  const several = new Set(points.map(({ model }) => model)).size > 1;
  const row = ({ dataset, model }: FigureSource): string =>
    several ? `${dataset}, ${model}` : dataset;
  const rho = points.map(({ k, method: name, rho: value, standardError, ...of }) => {
    const whisker = { low: value - standardError, high: value + standardError };
    return { panel: "ρ with PMI", row: row(of), k, name, value, ...whisker };
  });
  const shares = other.flatMap((at) => [
    { panel: "share", row: row(at), k: at.k, name: "OTHER mass", value: at.mass },
    { panel: "share", row: row(at), k: at.k, name: "K/L", value: at.coverage },
  ]);
  const all = [...rho, ...shares];
  const names = [...new Set(all.map(({ name }) => name))];
  const rows = new Set(all.map((point) => point.row)).size;
  const facets = { x: "k", fx: "panel", fy: "row" };
  const common = { y: "value", stroke: "name", ...facets };
  const lines = Map.groupBy(all, ({ panel, row: of, name }) => `${panel} ${of} ${name}`);
  const ends = apart(
    [...lines.values()].map((line) => line.reduce((last, at) => (at.k > last.k ? at : last))),
  );
  return drawnFigure(figure, [...points, ...other], {
    description: all
      .map(({ name, k, value }) => `${name} at ${across} = ${k}: ${numberText(value, 2)}`)
      .join("; "),
    width: room,
    height: 90 + 270 * rows,
    marginRight: 110,
    marginBottom: 30,
    marginLeft: 48,
    // The names at the ends of lines stand between the panels.
    fx: { label: null, padding: 0.25, domain: [...new Set(all.map(({ panel }) => panel))] },
    fy: { label: null, axis: rows > 1 ? "left" : null },
    // A square root spreads out the small values, where the first few candidates or raters matter
    // most.
    x: {
      label: across,
      type: "sqrt",
      ticks: [...new Set(all.map(({ k }) => k))],
      tickFormat: "d",
      inset: 12,
    },
    y: { label: null, grid: true, nice: true },
    color: { domain: names, range: palette },
    symbol: { domain: names },
    marks: [
      Plot.frame({ strokeOpacity: 0.25 }),
      Plot.ruleX(rho, { y1: "low", y2: "high", stroke: "name", ...facets }),
      Plot.line(all, { ...common, strokeWidth: 2 }),
      Plot.dot(all, {
        ...common,
        symbol: "name",
        fill: "var(--plot-background, white)",
        r: 4,
        title: ({ name, k, value }) => `${name} at ${k}: ${numberText(value, 2)}`,
      }),
      Plot.text(ends, {
        y: "place",
        text: "name",
        fill: "name",
        textAnchor: "start",
        dx: 9,
        ...facets,
      }),
    ],
  });
}

type End = Readonly<Record<"panel" | "row", string>> & { readonly value: number };

/** The names at the ends of lines, moved apart vertically so that they do not overlap. */
function apart<T extends End>(points: readonly T[]): (T & { readonly place: number })[] {
  const panels = Map.groupBy(points, ({ panel, row }) => `${panel} ${row}`);
  return [...panels.values()].flatMap((group) => {
    let lowest = Infinity;
    return group
      .toSorted((a, b) => b.value - a.value)
      .map((point) => {
        lowest = Math.min(point.value, lowest - 0.055);
        return { ...point, place: lowest };
      });
  });
}
