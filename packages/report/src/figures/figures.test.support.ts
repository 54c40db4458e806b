import type { Figure } from "./draw-figure.ts";

/** Markup, which every text of a figure may hold. */
const nasty = '</script><script>alert(1)</script>" & <b>';
export const common: Pick<Figure, "title" | "simulated"> = {
  title: `Title ${nasty}`,
  simulated: "No model was asked.",
};
export const at: Readonly<Record<"dataset" | "model" | "method", string>> = {
  dataset: nasty,
  model: "m",
  method: "PromptNCE",
};
/** A figure of each kind. */
export const figures: readonly Figure[] = [
  {
    ...common,
    kind: "bars",
    name: "bars",
    bars: [
      { ...at, id: "promptnce", rho: 0.5, standardError: 0.1 },
      { ...at, id: "x", method: "X", rho: Number.NaN, standardError: Number.NaN },
    ],
    oracles: [{ dataset: nasty, model: "m", rho: 0.9 }],
  },
  {
    ...common,
    kind: "scatter",
    name: "scatter",
    term: "conditional",
    panels: [
      {
        ...at,
        points: [
          { pair: "a", estimate: 0, truth: 0.1 },
          { pair: nasty, estimate: 0.5, truth: 0.4 },
        ],
      },
    ],
  },
  {
    ...common,
    kind: "sweep",
    name: "sweep",
    points: [5, 10].map((k) => ({ ...at, k, rho: 0.5, standardError: 0.1 })),
    other: [5, 10].map((k) => ({ dataset: nasty, model: "m", k, coverage: k / 28, mass: 0.3 })),
  },
  {
    ...common,
    kind: "terms",
    name: "terms",
    points: [
      { method: nasty, pair: nasty, conditional: 0, marginal: 0.1, pmi: Number.NEGATIVE_INFINITY },
      { method: nasty, pair: "b", conditional: 0.4, marginal: 0.1, pmi: Math.log(4) },
      { method: nasty, pair: "c", conditional: 0.1, marginal: 0.1, pmi: 0 },
    ],
  },
  {
    ...common,
    kind: "rates",
    name: "rates",
    rates: [
      { variant: nasty, method: "m", kind: nasty, rate: 0.7, low: 0.6, high: 0.8 },
      {
        variant: nasty,
        method: "m",
        kind: "b",
        rate: Number.NaN,
        low: Number.NaN,
        high: Number.NaN,
      },
    ],
  },
  {
    ...common,
    kind: "dots",
    name: "dots",
    axis: "ρ",
    series: ["before", "after"],
    dots: [
      { row: nasty, series: "before", value: 0.23 },
      { row: nasty, series: "after", value: 0.43 },
      { row: "b", series: "after", value: Number.NaN },
    ],
  },
  {
    ...common,
    kind: "stability",
    name: "stability",
    series: [
      { dataset: nasty, model: "m", runs: [0.4, 0.5], averaged: 0.5, variation: [0.2, 0.3] },
    ],
  },
  {
    ...common,
    kind: "heat",
    name: "heat",
    cells: [
      { group: nasty, label: "a", pmi: 0.5 },
      { group: "b", label: nasty, pmi: -13.02, clamped: true },
    ],
  },
];

/** That of a kind. */
export function figureOf<Kind extends Figure["kind"]>(kind: Kind): Extract<Figure, { kind: Kind }> {
  return figures.find((one): one is Extract<Figure, { kind: Kind }> => one.kind === kind)!;
}
