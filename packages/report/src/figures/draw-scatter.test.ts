import { expect, it } from "vitest";
import { drawFigure } from "./draw-figure.ts";
import { figureOf } from "./figures.test.support.ts";

it("draws one picture per panel of a scatter on a narrow page, with all dots of a panel in one path", () => {
  const scatter = figureOf("scatter");
  const panels = [...scatter.panels, { ...scatter.panels[0]!, method: "InfoNCE" }];
  const [{ narrow = [] } = {}] = drawFigure({ ...scatter, panels });
  expect(narrow).toHaveLength(2);
  expect(narrow[1]).toContain(", InfoNCE<");
  expect(narrow[1]).not.toContain("<circle");
  expect(narrow[1]).toMatch(/ d="M[\d.]+,[\d.]+ZM[\d.]+,[\d.]+Z"/);
});

it("explains its marks in the first picture of a narrow page, and in others only what is new", () => {
  const scatter = figureOf("scatter");
  const [panel] = scatter.panels;
  const clamped = { pair: "c", estimate: -13, truth: 1, clamped: true as const };
  const panels = [panel!, { ...panel!, points: [...panel!.points, clamped] }];
  const [{ narrow = [] } = {}] = drawFigure({ ...scatter, term: "pmi", panels });
  expect(narrow.map((svg) => svg.includes("dotted: estimate = truth"))).toEqual([true, false]);
  expect(narrow.map((svg) => svg.includes("grey: P(y|x) or P(y)"))).toEqual([false, true]);
});
