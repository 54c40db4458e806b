import { queriesOf } from "@promptnce/core";
import { syntheticWorld } from "@promptnce/datasets";
import { expect, it } from "vitest";
import { prepareStudy } from "../../study/study.ts";
import { methodLines, pmiBlock } from "./method-lines.ts";

it("a baseline asks what its method asks about P(y), in each order of the options once", () => {
  const world = syntheticWorld("words", "1");
  const study = prepareStudy(world, { pairs: 5, dev: 0, seed: "1", rotations: 2, responses: 3 });
  const lines = methodLines(study, { methods: ["promptnce"], k: 5, estimated: "pmi" });
  const block = pmiBlock(study, lines);
  const asked = block.lines.map(({ jobs: [job] }) =>
    queriesOf(job!.method.estimator, job!.trials[0]!)
      .filter(({ kind }) => kind === "grounded")
      .map(({ rotation = 0 }) => rotation),
  );
  expect(block.lines.map(({ method }) => method)).toEqual(["promptnce", "baseline:grounded"]);
  expect(asked).toEqual([
    [0, 1],
    [0, 1],
  ]);
});
