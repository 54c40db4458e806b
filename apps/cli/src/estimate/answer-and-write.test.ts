import { expect, it } from "vitest";
import { drawnUnits } from "./answer-and-write.ts";
import { row } from "./rows.test.support.ts";

function drawnOf(units: number, trials: number) {
  const drawn = drawnUnits({ trials, seed: "1" });
  for (let i = 0; i < units; i++)
    drawn.add({ unit: { row: row(`cue ${i}`), trials: [] }, estimates: [] });
  return drawn;
}

it("all units are drawn for the page up to 2,000 pairs, and a sample of that size beyond", () => {
  expect(drawnOf(2000, 1)).toMatchObject({ seen: 2000 });
  expect(drawnOf(2000, 1).kept).toHaveLength(2000);
  expect(drawnOf(2001, 1).kept).toHaveLength(2000);
  expect(drawnOf(300, 9).kept).toHaveLength(222);
});

it("at least one unit is drawn, however many labels it has", () => {
  expect(drawnOf(5, 5000).kept).toHaveLength(1);
});
