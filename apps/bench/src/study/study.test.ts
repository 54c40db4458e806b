import { inContext } from "@promptnce/core";
import { syntheticWorld } from "@promptnce/datasets";
import { expect, it } from "vitest";
import { prepareStudy, type Study } from "./study.ts";

/** The examples beside a base rate, where all pairs share one context. */
const examplesOf = ({ grounding }: Study, responses?: number) =>
  inContext(grounding(responses), undefined).examples;

const drawing = { pairs: 500, dev: 200, seed: "1", rotations: 1, responses: 3 } as const;
const worlds = ["words", "chaosnli", "goemotions"] as const;

it.each(worlds)(
  "makes a pilot on %s part of the whole run: same examples, same development pairs",
  (shape) => {
    for (const seed of ["1", "2"]) {
      const world = syntheticWorld(shape, seed);
      const [pilot, whole] = [50, 500].map((pairs) =>
        prepareStudy(world, { ...drawing, pairs, seed }),
      );
      for (const responses of [1, 3])
        expect(pilot?.grounding(responses)).toEqual(whole?.grounding(responses));
      expect(pilot?.development).toEqual(whole?.development);
      expect(pilot?.evaluation).toEqual(whole?.evaluation.slice(0, 50));
    }
  },
);

it("shows no pair that it evaluates", () => {
  const world = syntheticWorld("words", "1");
  const study = prepareStudy(world, drawing);
  const evaluated = new Set(study.evaluation.map(({ x, y }) => JSON.stringify([x, y])));
  for (const { x, y, responses = [] } of examplesOf(study)) {
    const shown = [y, ...responses].map((label) => JSON.stringify([x, label]));
    expect(shown.filter((pair) => evaluated.has(pair))).toEqual([]);
  }
});

it.each(worlds)(
  "shows, for the inputs in the prompt about %s, the three most common responses or the one that was drawn",
  (shape) => {
    const world = syntheticWorld(shape, "1");
    const study = prepareStudy(world, drawing);
    const evaluated = new Set(study.evaluation.map(({ x, y }) => JSON.stringify([x, y])));
    const one = examplesOf(study, 1);
    expect(one.map(({ responses }) => responses)).toEqual(one.map(() => undefined));
    expect(examplesOf(study).map(({ x, y }) => ({ x, y }))).toEqual(one);
    for (const { x, responses = [] } of examplesOf(study)) {
      const given = world.observations
        .filter((pair) => pair.conditional > 0 && JSON.stringify(pair.x) === JSON.stringify(x))
        .filter(({ y }) => !evaluated.has(JSON.stringify([x, y])))
        .map(({ conditional }) => conditional);
      const shown = responses.map((y) => world.conditional(x, y));
      expect(responses.length).toBeGreaterThan(0);
      expect(shown).toEqual(given.toSorted((a, b) => b - a).slice(0, 3));
    }
  },
);
