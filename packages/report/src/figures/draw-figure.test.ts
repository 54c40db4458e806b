import { describe, expect, it } from "vitest";
import { type Figure, drawFigure } from "./draw-figure.ts";
import { at, common, figureOf, figures } from "./figures.test.support.ts";

describe.each(figures)("a figure of the kind $kind", (figure) => {
  const drawn = drawFigure(figure);

  it("gives the same bytes for the same data", () => {
    expect(drawFigure(figure)).toEqual(drawn);
  });

  it("says inside the picture and in every row of its data that it is simulated", () => {
    for (const { svg, csv } of drawn) {
      expect(svg).toContain("Simulated (answers, data or both)");
      const [head, ...rows] = csv.trim().split(/\n(?=[^\n]*,true$)|\n/m);
      expect(head).toMatch(/simulated/);
      expect(rows.length).toBeGreaterThan(0);
    }
    for (const { svg } of drawFigure({ ...figure, simulated: undefined })) {
      expect(svg).not.toContain("Simulated");
    }
  });

  it("states this, and the meaning of its marks, on lines of their own above the drawing", () => {
    for (const { svg } of drawn) {
      const [, top, width] = /viewBox="0 (-?\d+) (\d+) \d+"/.exec(svg) ?? [];
      const notes = [...svg.matchAll(/<text x="8" y="(-?\d+)"[^>]*>([^<]+)</g)];
      expect(notes.length).toBeGreaterThan(0);
      expect(Number(top)).toBe(-18 * notes.length);
      for (const [i, [, y, text = ""]] of notes.entries()) {
        expect(Number(y)).toBe(Number(top) + 18 * i + 14);
        expect(6 * text.length).toBeLessThan(Number(width));
      }
    }
  });

  it("draws each picture for a narrow page too", () => {
    for (const { narrow = [] } of drawn) {
      expect(narrow.length).toBeGreaterThan(0);
      for (const svg of narrow) {
        expect(svg).toMatch(/^<svg [^>]* width="350"/);
        expect(svg).toContain("Simulated (answers, data or both)");
        expect(svg).not.toMatch(/<script|<b>|NaN/);
      }
    }
  });

  it("rounds coordinates to a tenth of a pixel", () => {
    for (const { svg } of drawn) {
      for (const [tag] of svg.matchAll(/<(?!title|desc)[a-z][^>]*>/g))
        expect(tag).not.toMatch(/\d\.\d{3}/);
    }
  });

  it("has a title and a description, and keeps markup from data as text", () => {
    for (const { svg } of drawn) {
      expect(svg).toMatch(/^<svg [^>]*role="img"[^>]*><title>[^<]+<\/title><desc>[^<]+<\/desc>/);
      expect(svg).not.toMatch(/<script|<b>/);
    }
  });
});

it("captions the variation of repeated runs with a title of its own", () => {
  const stability = figureOf("stability");
  expect(new Set(drawFigure(stability).map(({ title }) => title)).size).toBe(2);
});

it("keeps the names at the ends of a sweep's lines out of the panel beside", () => {
  const sweep = figureOf("sweep");
  const { svg } = drawFigure(sweep)[0]!;
  const frames = [
    ...svg.matchAll(/<rect [^>]* width="(\d+)"[^>]* transform="translate\((\d+),\d+\)"/g),
  ];
  const [first, second] = frames.map(([, width, left]) => [Number(left), Number(width)] as const);
  expect(second![0] - first![0] - first![1]).toBeGreaterThan(6.6 * "MarginalNCE".length);
});

describe("the dots of a figure", () => {
  const scatter = figureOf("scatter");
  const [panel] = scatter.panels;
  const pmi = {
    ...scatter,
    term: "pmi" as const,
    panels: [
      {
        ...panel!,
        points: [
          { pair: "a", estimate: -8, truth: -1 },
          { pair: "b", estimate: 2, truth: 3 },
        ],
      },
    ],
  };
  const terms = figureOf("terms");
  const ones = {
    ...terms,
    points: [
      { method: "m", pair: "a", conditional: 1, marginal: 1e-6, pmi: 13.8 },
      { method: "m", pair: "b", conditional: 0, marginal: 0.5, pmi: -13 },
    ],
  };

  it.each<[string, Figure]>([
    ["P(y|x)", scatter],
    ["PMI", pmi],
    ["the two terms", ones],
  ])("of %s lie inside its frame", (_, figure) => {
    const { svg } = drawFigure(figure).at(-1)!;
    const read = (tag: string, names: readonly string[]) =>
      [...svg.matchAll(new RegExp(`<${tag} [^>]*>`, "g"))].map(([found]) =>
        names.map((name) => Number(new RegExp(` ${name}="([^"]+)"`).exec(found)?.[1])),
      );
    const [frame] = read("rect", ["x", "y", "width", "height"]);
    const [left, top, width, height] = frame as [number, number, number, number];
    const dots = read("circle", ["cx", "cy", "r"]);
    expect(dots.length).toBeGreaterThan(1);
    for (const [x, y, r] of dots as [number, number, number][]) {
      expect(x - r).toBeGreaterThanOrEqual(left);
      expect(x + r).toBeLessThanOrEqual(left + width);
      expect(y - r).toBeGreaterThanOrEqual(top);
      expect(y + r).toBeLessThanOrEqual(top + height);
    }
  });
});

describe("PMI with a clamped term", () => {
  const grey = "#7a7a7a";
  const legend = "grey: P(y|x) or P(y) reported as 0";
  const terms = figureOf("terms");
  const scatter = figureOf("scatter");
  const points = [
    { pair: "a", estimate: -8, truth: -1 },
    { pair: "b", estimate: 2, truth: 3 },
  ];
  const pmi = (clamped: { clamped?: true }) => ({
    ...scatter,
    term: "pmi" as const,
    panels: [{ ...scatter.panels[0]!, points: [{ ...points[0]!, ...clamped }, points[1]!] }],
  });
  const spread = (conditional: number) => ({
    ...terms,
    points: [
      { method: "m", pair: "a", conditional, marginal: 0.1, pmi: -8 },
      { method: "m", pair: "b", conditional: 0.4, marginal: 0.1, pmi: 1.4 },
    ],
  });

  it.each<[string, Figure, Figure]>([
    ["among people's", pmi({ clamped: true }), pmi({})],
    ["among all estimates", spread(0), spread(0.01)],
  ])(
    "has another colour %s, which the legend explains; without one, there is neither",
    (_, clamped, unclamped) => {
      const [with0, without] = [clamped, unclamped].map((figure) => drawFigure(figure)[0]!.svg);
      expect(with0?.split(`fill="${grey}"`)).toHaveLength(2);
      expect(with0).toContain(legend);
      expect(without).not.toContain(grey);
      expect(without).not.toContain(legend);
    },
  );
});

it("writes negative numbers with the minus sign that tables use", () => {
  const bars: Figure = {
    ...common,
    kind: "bars",
    name: "bars",
    oracles: [],
    bars: [{ ...at, id: "infonce", rho: -0.04, standardError: 0.05 }],
  };
  const points = [0, 1].map((estimate) => ({
    pair: `${estimate}`,
    estimate,
    truth: 0.04 - 0.04 * estimate,
  }));
  const panel = { ...at, points };
  const scatter: Figure = {
    ...common,
    kind: "scatter",
    name: "scatter",
    term: "pmi",
    panels: [panel],
  };
  for (const figure of [bars, scatter]) {
    const svg = drawFigure(figure)[0]?.svg;
    expect(svg).toContain("−0.04");
    expect(svg).not.toContain(">-0.04");
  }
});

it.each(figures)("shows the values of the marks of a $kind figure under the pointer", (figure) => {
  const [{ svg } = { svg: "" }] = drawFigure(figure);
  expect(svg.match(/<title>/g)!.length).toBeGreaterThan(1);
});
