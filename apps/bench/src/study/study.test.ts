import { syntheticWorld } from "@promptnce/datasets";
import { expect, it } from "vitest";
import { prepareStudy } from "./study.ts";

const drawing = { pairs: 500, dev: 200, seed: "1", grounding: "answered", rotations: 1 } as const;
const worlds = ["words", "chaosnli", "goemotions"] as const;

it.each(worlds)("a pilot on %s is a part of the whole run: same examples, same development pairs", (shape) => {
  for (const seed of ["1", "2", "3", "4"]) {
    const world = syntheticWorld(shape, seed);
    const [pilot, whole] = [50, 500].map((pairs) => prepareStudy(world, { ...drawing, pairs, seed }));
    expect(pilot?.grounding()).toEqual(whole?.grounding());
    expect(pilot?.grounding("uniform")).toEqual(whole?.grounding("uniform"));
    expect(pilot?.development).toEqual(whole?.development);
    expect(pilot?.evaluation).toEqual(whole?.evaluation.slice(0, 50));
  }
});

it("shows no pair that it evaluates", () => {
  const world = syntheticWorld("words", "1");
  const { grounding, evaluation } = prepareStudy(world, drawing);
  const evaluated = new Set(evaluation.map(({ x, y }) => JSON.stringify([x, y])));
  for (const { x, y } of [...grounding().examples, ...grounding("uniform").examples]) {
    expect(evaluated.has(JSON.stringify([x, y]))).toBe(false);
  }
});
