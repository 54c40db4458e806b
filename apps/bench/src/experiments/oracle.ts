import type { Experiment } from "../study/experiment.ts";
import { printedOracle, printedOracleSmall } from "../paper/full-results.ts";
import { methodLines, rankTable } from "./parts/rank-table.ts";

const methods = ["direct-split:empirical", "infonce:empirical", "promptnce:empirical"];
const sizes = [
  { k: 25, printed: printedOracle },
  { k: 5, printed: printedOracleSmall },
];

/** Block 2 of the full results and the role of the marginal: P(y) as counted. */
export const oracle: Experiment = {
  id: "oracle",
  title: "Empirical marginal (full results, block 2; role of the marginal)",
  jobs: ({ studies }) =>
    studies.flatMap((study) => sizes.flatMap(({ k }) => methods.map((method) => study.job(method, { k })))),
  report: (results) => ({
    tables: [
      rankTable({
        name: "oracle",
        title: oracle.title,
        results,
        blocks: results.studies.flatMap((study) => {
          const blocks = sizes.map(({ k, printed }) => {
            return {
              study,
              measure: "PMI",
              lines: methodLines(study, { methods, k, term: "pmi", printed }),
            };
          });
          // Where both K take the whole label space they are one question.
          return blocks.filter(({ lines }, i) => i === 0 || lines[0]?.k !== blocks[0]?.lines[0]?.k);
        }),
        notes: ["The conditional as elicited, the marginal as counted: an upper bound, not a method."],
      }),
    ],
  }),
};
