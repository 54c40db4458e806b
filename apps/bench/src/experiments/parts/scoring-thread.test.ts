import { normal, random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import { scoreBlock } from "./score-block.ts";
import { columnOf, type ScoreColumn } from "./scored-pairs.ts";
import { scoreInThread } from "./scoring-thread.ts";

const source = random("scoring-thread");
const column = (spread: number): ScoreColumn =>
  columnOf(
    Array.from({ length: 60 }, (_, i) => {
      const truth = normal(source);
      const estimate = i === 7 ? undefined : truth + spread * normal(source);
      return { truth, estimate, label: `${i % 4}`, marginal: 0.1 * ((i % 4) + 1) };
    }),
  );
const options = { seed: "1", ceilings: new Set([2]), baselineOf: [1, 1, 1] };

it("scores each block as scoreBlock does", async () => {
  const blocks = [[0.3, 5, 0], [1], [2, 2, 2]].map((spreads) => spreads.map(column));
  const scores = await Promise.all(blocks.map((columns) => scoreInThread([columns, options])));
  expect(scores).toEqual(blocks.map((columns) => scoreBlock(columns, options)));
});

it("scores in a new thread once the last one has ended", async () => {
  const columns = [column(1)];
  const alone = await scoreInThread([columns, options]);
  expect(await scoreInThread([columns, options])).toEqual(alone);
});

it("passes an error of the scores on to all that wait, and can score again", async () => {
  const columns = [column(1)];
  const wrong = { ...options, replicates: -1 };
  const all = [scoreInThread([columns, wrong]), scoreInThread([columns, options])];
  const reasons = (await Promise.allSettled(all)).map(({ status }) => status);
  expect(reasons).toEqual(["rejected", "rejected"]);
  await expect(all[0]).rejects.toThrow("a positive number of replicates, not -1");
  expect(await scoreInThread([columns, options])).toEqual(scoreBlock(columns, options));
});
