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

it("cuts in its middle a name that a narrow picture has no room for", () => {
  const dots = figureOf("dots");
  const row = "goemotions: qwen2-5-coder-1-5b-instruct-q4-k-m, 100 pairs";
  const named = { ...dots, dots: dots.dots.map((dot) => ({ ...dot, row })) };
  const [drawn] = drawFigure(named);
  expect(drawn?.narrow?.[0]).toContain(">goemotions: qwen2-5-coder-…ct-q4-k-m, 100 pairs</text>");
});
