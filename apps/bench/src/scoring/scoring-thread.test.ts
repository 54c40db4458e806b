import { normal, random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import { blockOf, type TestPair } from "./scored-block.test.support.ts";
import { scoreInThread, scoresOf } from "./scoring-thread.ts";

const source = random("scoring-thread");
const column = (spread: number): TestPair[] =>
  Array.from({ length: 60 }, (_, i) => {
    const truth = normal(source);
    const estimate = i === 7 ? undefined : truth + spread * normal(source);
    return { truth, estimate, label: `${i % 4}`, marginal: 0.1 * ((i % 4) + 1) };
  });
const options = { ceilings: new Set([2]), baselineOf: [1, 1, 1] };
const blocks = [
  [0.3, 5, 0],
  [1, 2],
  [2, 2, 2],
].map((spreads) => blockOf(spreads.map(column), options));

it("scores each block as it is scored here", async () => {
  const studies = [blocks];
  expect(await scoreInThread(studies)).toEqual(scoresOf(studies));
});

it("scores a block alike alone and after others, whose columns it shares", () => {
  const scored = scoresOf([[blocks[0]!, blocks[2]!]]);
  expect([scored[0]!.slice(1)]).toEqual(scoresOf([[blocks[2]!]]));
});

it("passes an error of the scores on", async () => {
  const levels = { x: Number.NaN, label: 0 };
  const wrong = blockOf([column(1).map((pair, i) => ({ ...pair, label: `${i}`, levels }))]);
  const scores = scoreInThread([[wrong]]);
  await expect(scores).rejects.toThrow("beyondLevels takes no NaN");
});
