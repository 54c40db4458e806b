import type { Experiment } from "../study/experiment.ts";
import { printedZeroShot } from "../paper/full-results.ts";
import { methodLines, rankTable } from "./parts/rank-table.ts";

const methods = ["infonce", "marginalnce:ungrounded", "promptnce", "direct-split:ungrounded", "direct-pmi"];
const k = 25;

/** Block 3 of the full results: the model's own marginal; PromptNCE with its grounded one. */
export const zeroShot: Experiment = {
  id: "zero-shot",
  title: "Zero-shot (full results, block 3)",
  jobs: ({ studies }) => studies.flatMap((study) => methods.map((method) => study.job(method, { k }))),
  report: (results) => ({
    tables: [
      rankTable({
        name: "zero-shot",
        title: zeroShot.title,
        results,
        blocks: results.studies.map((study) => {
          return {
            study,
            measure: "PMI",
            lines: methodLines(study, { methods, k, term: "pmi", printed: printedZeroShot }),
          };
        }),
        notes: [
          "(ungrounded): the base rate is the model's own, without examples. PromptNCE keeps its grounded marginal, as in the paper.",
        ],
      }),
    ],
  }),
};
