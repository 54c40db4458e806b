import { normal, random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import type { ModelResults } from "../../study/results.ts";
import type { Study } from "../../study/study.ts";
import { type Block, scoreAhead, scoresOf } from "./blocks.ts";
import { scoreBlock } from "./score-block.ts";
import { columnOf, type ScorePair } from "./scored-pairs.ts";

const source = random("blocks");
const column = Array.from({ length: 200 }, (): ScorePair => {
  const truth = normal(source);
  return { truth, estimate: truth + normal(source) };
});

function blockOf(name: string): Block & { asked: number } {
  const study = { dataset: { name }, evaluation: column, seed: name } as unknown as Study;
  const block = { study, measure: "PMI", lines: [], asked: 0 };
  const pairs = (): ScorePair[] => {
    block.asked++;
    return column;
  };
  return Object.assign(block, { lines: [{ title: "A", method: "a", k: 5, jobs: [], pairs }] });
}

it("scores each block once, ahead of its table, whichever thread does it", async () => {
  const blocks = ["first", "second", "last"].map(blockOf);
  const studies = blocks.map(({ study }) => study);
  const models = [{} as ModelResults];
  await Promise.all([
    scoreAhead(blocks, { models, studies }),
    scoreAhead(blocks.slice(0, 1), { models, studies }),
  ]);
  for (const block of blocks) {
    const options = { seed: block.study.seed, baselineOf: [-1] };
    expect(scoresOf(block, models[0]!)).toEqual(scoreBlock([columnOf(column)], options));
    expect(block.asked).toBe(1);
  }
});
