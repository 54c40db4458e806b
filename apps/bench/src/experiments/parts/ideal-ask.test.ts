import { syntheticWorld } from "@promptnce/datasets/worlds";
import { expect, it } from "vitest";
import { idealAsk } from "./ideal-ask.ts";

const world = syntheticWorld("goemotions");
const ask = idealAsk(world);
const [x, y] = [world.inputs[0]!, world.labels[3]!];
const candidates = world.labels.slice(0, 5);

it("answers with the probabilities of the joint distribution", () => {
  const [given, base] = [ask({ kind: "conditional", x, y })!, ask({ kind: "marginal", y })!];
  expect(given).toBe(world.conditional(x, y));
  expect(base).toBe(world.marginal.get(y));
  expect(ask({ kind: "pmi", x, y })).toBeCloseTo(Math.log(given / base), 12);
});

it("gives OTHER the rest of an open set, and normalises a closed one", () => {
  const open = ask({ kind: "open", x, candidates })!;
  const closed = ask({ kind: "closed", x, candidates })!;
  expect(open.masses).toEqual(candidates.map((label) => world.conditional(x, label)));
  expect(closed.masses.map((mass) => mass * (1 - open.other!))).toEqual(
    open.masses.map((mass) => expect.closeTo(mass, 12) as number),
  );
});
