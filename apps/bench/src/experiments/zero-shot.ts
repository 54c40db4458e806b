import { printedZeroShot as printed } from "../paper/full-results.ts";
import type { Experiment } from "../study/experiment.ts";
import { methodLines, pmiBlock } from "./parts/method-lines.ts";
import { wholeSetNotes } from "./parts/paper-notes.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";

const methods = ["infonce", "marginalnce:ungrounded", "promptnce", "direct-split:ungrounded", "direct-pmi"];

/** Block 3 of the full results: the model's own marginal; PromptNCE with its grounded one. */
export const zeroShot: Experiment = rankExperiment({
  id: "zero-shot",
  title: "Zero-shot (full results, block 3)",
  blocks: (study) => [pmiBlock(study, methodLines(study, { methods, k: 25, term: "pmi", printed }))],
  notes: (results) => [
    "(ungrounded): the base rate is the model's own, without examples. PromptNCE keeps its grounded marginal, as in the paper.",
    ...wholeSetNotes(results),
  ],
});
