import { decomposition } from "@promptnce/core/information";
import { random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { GOEMOTIONS_LABELS } from "../goemotions/goemotions-labels.ts";
import { distinctDrawer, mutualInformation, syntheticWorld } from "./synthetic-world.ts";

const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);

describe.each(["words", "chaosnli", "goemotions"] as const)("the synthetic world of %s", (task) => {
  // Over every input and label, which are 12 million pairs for words.
  const exactly = { tags: task === "words" ? ["full"] : [] };
  const world = syntheticWorld(task);

  it("says that it is made up and what it is shaped like", () => {
    const { name, simulated, sources } = world;
    expect({ name, task: world.task, simulated, sources }).toEqual({
      name: `synthetic-${task}`,
      task,
      simulated: true,
      sources: [],
    });
  });

  it("has P(y|x) summing to one over the labels, for every x", exactly, () => {
    const masses = world.inputs.map((x) => sum(world.labels.map((y) => world.conditional(x, y))));
    expect(Math.max(...masses.map((mass) => Math.abs(mass - 1)))).toBeLessThan(1e-12);
  });

  it("has P(y) as the mean of P(y|x) over x, for every y, and summing to one", exactly, () => {
    const errors = world.labels.map((y) => {
      const mean = sum(world.inputs.map((x) => world.conditional(x, y))) / world.inputs.length;
      return Math.abs(mean - (world.marginal.get(y) ?? 0));
    });
    expect(Math.max(...errors)).toBeLessThan(1e-12);
    expect(sum(world.marginal.values())).toBeCloseTo(1, 12);
    expect([...world.marginal.keys()]).toEqual(world.labels);
  });

  it("has enough observations for a run, each the same as what the world answers", () => {
    expect(world.observations.length).toBeGreaterThanOrEqual(1500);
    const others = world.observations.filter(
      ({ x, y, conditional, marginal, pmi }) =>
        world.conditional(x, y) !== conditional ||
        world.marginal.get(y) !== marginal ||
        Math.abs(pmi - (Math.log(conditional) - Math.log(marginal))) > 5e-15,
    );
    expect(others).toEqual([]);
  });

  it("has unique ids, inputs and labels", () => {
    const ids = world.observations.map(({ id }) => id);
    const texts = world.inputs.map((x) => JSON.stringify(x));
    for (const list of [ids, texts, world.labels]) {
      expect(new Set(list).size).toBe(list.length);
    }
  });

  it("is the same from the same seed and another from another", () => {
    expect(syntheticWorld(task, 1).observations).toEqual(world.observations);
    expect(syntheticWorld(task, 2).observations).not.toEqual(world.observations);
  });

  it("holds information, and not more than the entropy of its labels", exactly, () => {
    const entropy = sum([...world.marginal.values()].map((p) => -p * Math.log(p)));
    const information = mutualInformation(world);
    expect(information).toBeGreaterThan(0.1);
    expect(information).toBeLessThan(entropy);
  });
});

describe("the shapes of the synthetic worlds", () => {
  const seeds = [1, 2, 3];
  const structure = (task: "words" | "chaosnli" | "goemotions", seed: number) =>
    decomposition(syntheticWorld(task, seed).observations);

  it.each(seeds)(
    "words is decided by the marginal, with much mass unobserved (seed %i)",
    (seed) => {
      const { R, rhoMarginal } = structure("words", seed);
      expect(R).toBeGreaterThan(3);
      expect(R).toBeLessThan(4);
      expect(rhoMarginal).toBeGreaterThan(0.8);
      expect(rhoMarginal).toBeLessThan(0.9);
      const world = syntheticWorld("words", seed);
      const observed = sum(world.observations.map((o) => o.conditional)) / world.inputs.length;
      expect(observed).toBeGreaterThan(0.8);
      expect(observed).toBeLessThan(0.85);
      expect(world.labels).toHaveLength(10_000);
      expect(world.labels.every((label) => /^[A-Z]+$/.test(label))).toBe(true);
    },
  );

  it.each(seeds)("chaosnli is decided by the conditional (seed %i)", (seed) => {
    const { R, rhoMarginal } = structure("chaosnli", seed);
    expect(R).toBeLessThan(0.1);
    expect(Math.abs(rhoMarginal)).toBeLessThan(0.2);
  });

  it.each(seeds)("goemotions lies in between, over the 28 emotions (seed %i)", (seed) => {
    const { R, rhoMarginal } = structure("goemotions", seed);
    expect(R).toBeGreaterThan(2);
    expect(R).toBeLessThan(3);
    expect(rhoMarginal).toBeGreaterThan(0.7);
    expect(rhoMarginal).toBeLessThan(0.9);
    expect(syntheticWorld("goemotions", seed).labels).toEqual(GOEMOTIONS_LABELS);
  });
});

it.each(["nope", "__proto__"])(
  "a world called %s is refused with the names that there are",
  (name) => {
    expect(() => syntheticWorld(name as never)).toThrow(
      `there is no synthetic world "${name}": name one of words, chaosnli, goemotions`,
    );
  },
);

describe("distinctDrawer", () => {
  it("draws distinct places and never one without weight", () => {
    const draw = distinctDrawer([0, 3, 0, 1, 2, 0]);
    const source = random(1);
    for (let i = 0; i < 200; i++)
      expect(draw(3, source).toSorted((a, b) => a - b)).toEqual([1, 3, 4]);
  });

  it("draws a place as often as its weight says", () => {
    const draw = distinctDrawer([1, 2, 5]);
    const source = random(2);
    const counts = [0, 0, 0];
    for (let i = 0; i < 80_000; i++) {
      const [place = 0] = draw(1, source);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const shares = counts.map((count) => count / 80_000);
    // Four standard errors of a share are below 0.0071.
    for (const [i, share] of [0.125, 0.25, 0.625].entries()) {
      expect(Math.abs((shares[i] ?? 0) - share)).toBeLessThan(0.0071);
    }
  });

  it("refuses to draw more places than there are, which would never end", () => {
    expect(() => distinctDrawer([0, 1, 1])(3, random(1))).toThrow(
      "cannot draw 3 of 2 weighted places",
    );
  });
});
