import { printedOracle, printedOracleSmall } from "../paper/full-results.ts";
import type { Experiment } from "../study/experiment.ts";
import { methodLines, pmiBlock } from "./parts/method-lines.ts";
import { wholeSetNotes } from "./parts/paper-notes.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";

const methods = ["direct-split:empirical", "infonce:empirical", "promptnce:empirical"];
const sizes = [
  { k: 25, printed: printedOracle },
  { k: 5, printed: printedOracleSmall },
];

/** Block 2 of the full results and the role of the marginal: P(y) as counted. */
export const oracle: Experiment = rankExperiment({
  id: "oracle",
  title: "Empirical marginal (full results, block 2; role of the marginal)",
  blocks: (study) =>
    sizes.map(({ k, printed }) => pmiBlock(study, methodLines(study, { methods, k, term: "pmi", printed }))),
  notes: (results) => [
    "The conditional as elicited, the marginal as counted: what no method has.",
    ...wholeSetNotes(results),
  ],
});
