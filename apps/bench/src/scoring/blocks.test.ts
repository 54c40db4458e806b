import { normal, random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import type { ModelResults } from "../study/results.ts";
import type { Study } from "../study/study.ts";
import { type Block, scoreBlocks } from "./blocks.ts";
import { blockOf as testBlock, scoreBlock, type TestPair } from "./scored-block.test.support.ts";

const source = random("blocks");
const pairs = Array.from({ length: 200 }, (): TestPair => {
  const truth = normal(source);
  return { truth, estimate: truth + normal(source) };
});
const { columns, ...scored } = testBlock([pairs]);
const [{ column, estimated }] = columns as [(typeof columns)[number]];

function blockOf(name: string): Block {
  const dataset = { name };
  const study = { dataset, evaluation: pairs, seed: name, scored: () => scored };
  const line = { title: "A", method: "a", k: 5, jobs: [], column: () => column, estimated };
  return { study: study as unknown as Study, term: "marginal", lines: [line] };
}

it("scores each block for each model, whichever thread does it, in the order of the blocks", async () => {
  const blocks = ["first", "second", "last"].map(blockOf);
  const models = [{} as ModelResults, {} as ModelResults];
  const results = { models, studies: blocks.map(({ study }) => study) };
  for (const { scores, pairs: count } of await scoreBlocks(blocks, results)) {
    expect(count).toBe(200);
    const expected = scoreBlock([pairs]);
    expect(models.map((model) => scores.get(model))).toEqual([expected, expected]);
  }
});
