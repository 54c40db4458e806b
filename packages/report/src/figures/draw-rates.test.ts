import { expect, it } from "vitest";
import { drawFigure } from "./draw-figure.ts";
import { figureOf } from "./figures.test.support.ts";

it("draws a rate without an interval, as from few students, as a dot alone, and leaves intervals out of the legend", () => {
  const rates = figureOf("rates");
  const single = { ...rates.rates[0]!, low: Number.NaN, high: Number.NaN };
  const [bare, whole] = [{ ...rates, rates: [single] }, rates].map(
    (figure) => drawFigure(figure)[0]!.svg,
  );
  expect(whole).toContain("95 % interval");
  expect(bare).not.toContain("95 % interval");
  expect(bare).toContain("<circle");
  expect(bare).not.toContain("NaN");
});
