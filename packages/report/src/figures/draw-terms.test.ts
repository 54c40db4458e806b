import { expect, it } from "vitest";
import { drawFigure } from "./draw-figure.ts";
import { figureOf } from "./figures.test.support.ts";

it("has lines across a histogram at whole counts alone", () => {
  const terms = figureOf("terms");
  const { svg } = drawFigure(terms)[0]!;
  // No bin of these holds two pairs.
  expect(svg.match(/<line [^>]*y1="(\d+)" y2="\1"/g)).toHaveLength(2);
});

it("makes a bar of the histogram a thirtieth of the axis wide, even if the estimates are nearly equal", () => {
  const terms = figureOf("terms");
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
