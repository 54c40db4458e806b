import { describe, expect, it } from "vitest";
import { type Figure, drawFigure } from "./draw-figure.ts";
import { common } from "./figures.test.support.ts";

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

  it("describe in each picture for a narrow page the lines of its own dataset alone", () => {
    const [bar] = bars.bars;
    const several = { ...bars, bars: [bar!, { ...bar!, dataset: "nli" }] };
    const dashed = [
      { ...source, rho: 0.88 },
      { dataset: "nli", model: "m", rho: 0.77 },
    ];
    const [drawn] = drawFigure({ ...several, oracles: dashed, paperOracles: dashed });
    const [words, nli] = drawn!.narrow!;
    expect([words!.includes("nli"), nli!.includes("words,")]).toEqual([false, false]);
  });
});
