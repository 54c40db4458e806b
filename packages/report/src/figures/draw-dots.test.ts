import { expect, it } from "vitest";
import { drawFigure } from "./draw-figure.ts";
import { figureOf } from "./figures.test.support.ts";

it("shows intervals, or else the last series' number after its row", () => {
  const dots = figureOf("dots");
  const [{ svg } = { svg: "" }] = drawFigure(dots);
  expect(svg).toMatch(/>0\.43<\/text>/);
  expect(svg).not.toMatch(/>0\.23<\/text>/);
  const sure = dots.dots.map((dot) => ({ ...dot, low: dot.value - 0.1, high: dot.value + 0.1 }));
  const [{ svg: withIntervals } = { svg: "" }] = drawFigure({ ...dots, dots: sure });
  expect(withIntervals).toContain("line: 95 % interval");
  expect(withIntervals).toContain("0.43 (0.33 to 0.53)");
});
