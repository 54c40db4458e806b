import { describe, expect, it } from "vitest";
import { type Figure, drawFigure } from "./draw-figure.ts";

const nasty = '</script><script>alert(1)</script>" & <b>';
const common = { title: `Title ${nasty}`, simulated: "No model was asked." };
const at = { dataset: nasty, model: "m", method: "PromptNCE" };
const figures: Figure[] = [
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

it("draws one picture per panel of a scatter on a narrow page, with all dots of a panel in one path", () => {
  const scatter = figures[1] as Extract<Figure, { kind: "scatter" }>;
  const panels = [...scatter.panels, { ...scatter.panels[0]!, method: "InfoNCE" }];
  const [{ narrow = [] } = {}] = drawFigure({ ...scatter, panels });
  expect(narrow).toHaveLength(2);
  expect(narrow[1]).toContain(", InfoNCE<");
  expect(narrow[1]).not.toContain("<circle");
  expect(narrow[1]).toMatch(/ d="M[\d.]+,[\d.]+ZM[\d.]+,[\d.]+Z"/);
});

it("explains its marks in the first picture of a narrow page, and in others only what is new", () => {
  const scatter = figures[1] as Extract<Figure, { kind: "scatter" }>;
  const [panel] = scatter.panels;
  const clamped = { pair: "c", estimate: -13, truth: 1, clamped: true as const };
  const panels = [panel!, { ...panel!, points: [...panel!.points, clamped] }];
  const [{ narrow = [] } = {}] = drawFigure({ ...scatter, term: "pmi", panels });
  expect(narrow.map((svg) => svg.includes("dotted: estimate = truth"))).toEqual([true, false]);
  expect(narrow.map((svg) => svg.includes("grey: P(y|x) or P(y)"))).toEqual([false, true]);
});

it("captions the variation of repeated runs with a title of its own", () => {
  const stability = figures.find(({ kind }) => kind === "stability")!;
  expect(new Set(drawFigure(stability).map(({ title }) => title)).size).toBe(2);
});

it("keeps the names at the ends of a sweep's lines out of the panel beside", () => {
  const sweep = figures.find(({ kind }) => kind === "sweep")!;
  const { svg } = drawFigure(sweep)[0]!;
  const frames = [
    ...svg.matchAll(/<rect [^>]* width="(\d+)"[^>]* transform="translate\((\d+),\d+\)"/g),
  ];
  const [first, second] = frames.map(([, width, left]) => [Number(left), Number(width)] as const);
  expect(second![0] - first![0] - first![1]).toBeGreaterThan(6.6 * "MarginalNCE".length);
});

it("has lines across a histogram at whole counts alone", () => {
  const terms = figures[3] as Extract<Figure, { kind: "terms" }>;
  const { svg } = drawFigure(terms)[0]!;
  // No bin of these holds two pairs.
  expect(svg.match(/<line [^>]*y1="(\d+)" y2="\1"/g)).toHaveLength(2);
});

describe("the dots of a figure", () => {
  const scatter = figures[1] as Extract<Figure, { kind: "scatter" }>;
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
  const terms = figures[3] as Extract<Figure, { kind: "terms" }>;
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
  const terms = figures[3] as Extract<Figure, { kind: "terms" }>;
  const scatter = figures[1] as Extract<Figure, { kind: "scatter" }>;
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

it("draws a rate without an interval, as from few students, as a dot alone, and leaves intervals out of the legend", () => {
  const rates = figures[4] as Extract<Figure, { kind: "rates" }>;
  const single = { ...rates.rates[0]!, low: Number.NaN, high: Number.NaN };
  const [bare, whole] = [{ ...rates, rates: [single] }, rates].map(
    (figure) => drawFigure(figure)[0]!.svg,
  );
  expect(whole).toContain("95 % interval");
  expect(bare).not.toContain("95 % interval");
  expect(bare).toContain("<circle");
  expect(bare).not.toContain("NaN");
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

describe("bars", () => {
  const source = { dataset: "words", model: "m" };
  const bars: Extract<Figure, { kind: "bars" }> = {
    ...common,
    kind: "bars",
    name: "bars",
    bars: ["PromptNCE", "InfoNCE"].map((method) => ({
      ...source,
      method,
      id: method,
      rho: 0.5,
      standardError: 0.1,
    })),
    oracles: [],
    baselines: [{ ...source, rho: -0.3 }],
    paper: [
      { ...source, model: "the paper", method: "PromptNCE", rho: 0.7, standardError: Number.NaN },
    ],
  };
  const [{ svg, narrow, csv } = { svg: "" }] = drawFigure(bars);

  it("appear beside the paper's in another colour, and the data have a row for each of the paper's", () => {
    expect(svg).toContain("blue: m; orange: the paper; dotted: base rates alone");
    expect(csv).toMatch(/^words,the paper,PromptNCE,,0\.7,/m);
  });

  it("show their values under the pointer", () => {
    expect(svg).toContain("<title>words, PromptNCE, m: 0.50 ± 0.10</title>");
    expect(svg).toContain("<title>words, PromptNCE, the paper: 0.70</title>");
  });

  it("start the axis at a tick below every line, even one that is just below 0", () => {
    expect(svg).toMatch(/>−0\.\d+</);
    const [near] = drawFigure({ ...bars, baselines: [{ ...source, rho: -0.07 }] });
    expect(near!.svg).toContain(">−0.2<");
  });

  it("have a dashed line in the paper's colour, with a row in the data", () => {
    const dashed = { ...source, model: "the paper", rho: 0.88 };
    const [drawn] = drawFigure({
      ...bars,
      oracles: [{ ...source, rho: 0.6 }],
      paperOracles: [dashed],
    });
    expect(drawn!.svg).toContain("dashed: PromptNCE with P(y) as counted, the paper");
    expect(drawn!.svg).toContain("words, the paper, PromptNCE with the counted P(y): 0.88");
    expect(drawn!.csv).toMatch(/^words,the paper,PromptNCE \(empirical\),,0\.88/m);
  });

  it("stand on one line a method where no two would share it", () => {
    const heightOf = (figure: Figure) =>
      Number(/ height="(\d+)"/.exec(drawFigure(figure)[0]!.svg)![1]);
    const [first, second] = bars.bars;
    const apart = [first!, { ...second!, model: "n" }];
    const shared = [first!, { ...first!, model: "n" }, second!];
    const of = (some: typeof apart) => ({ ...bars, paper: [], baselines: [], bars: some });
    expect(heightOf(of(shared)) - heightOf(of(apart))).toBe(2 * 15);
  });

  it("are drawn for a narrow page too, one picture per dataset", () => {
    const several = { ...bars, bars: [...bars.bars, { ...bars.bars[0]!, dataset: "nli" }] };
    expect(narrow).toHaveLength(1);
    expect(drawFigure(several)[0]?.narrow).toHaveLength(2);
    expect(narrow?.[0]).toContain(' width="350"');
  });
});

it.each(figures)("shows the values of the marks of a $kind figure under the pointer", (figure) => {
  const [{ svg } = { svg: "" }] = drawFigure(figure);
  expect(svg.match(/<title>/g)!.length).toBeGreaterThan(1);
});

it("makes a bar of the histogram a thirtieth of the axis wide, even if the estimates are nearly equal", () => {
  const terms = figures[3] as Extract<Figure, { kind: "terms" }>;
  const point = { method: "m", conditional: 0.4, marginal: 0.1 };
  const alike = [1.38, 1.381, 1.382].map((pmi, i) => ({ ...point, pair: String(i), pmi }));
  const zero = [{ ...point, pair: "a", pmi: 0 }];
  const below = [-3, -2.99, -0.1].map((pmi, i) => ({ ...point, pair: String(i), pmi }));
  for (const points of [alike, zero, below]) {
    const { svg } = drawFigure({ ...terms, points })[0]!;
    const widths = [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) =>
      Number(width),
    );
    const [frame, ...bars] = widths.toSorted((a, b) => b - a);
    expect(bars.length).toBeGreaterThan(0);
    for (const bar of bars) {
      expect(bar).toBeGreaterThan(frame! / 33);
    }
    const pairs = [...svg.matchAll(/<title>(\d+) pairs/g)].map(([, count]) => Number(count));
    expect(pairs.reduce((sum, count) => sum + count, 0)).toBe(points.length);
  }
});

it("shows intervals, or else the last series' number after its row", () => {
  const dots = figures.find(({ kind }) => kind === "dots") as Extract<Figure, { kind: "dots" }>;
  const [{ svg } = { svg: "" }] = drawFigure(dots);
  expect(svg).toMatch(/>0\.43<\/text>/);
  expect(svg).not.toMatch(/>0\.23<\/text>/);
  const sure = dots.dots.map((dot) => ({ ...dot, low: dot.value - 0.1, high: dot.value + 0.1 }));
  const [{ svg: withIntervals } = { svg: "" }] = drawFigure({ ...dots, dots: sure });
  expect(withIntervals).toContain("line: 95 % interval");
  expect(withIntervals).toContain("0.43 (0.33 to 0.53)");
});
