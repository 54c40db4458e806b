import { printedOracle, printedOracleSmall, printedZeroShot } from "../paper/full-results.ts";
import type { Experiment } from "../study/experiment.ts";
import { methodLines, pmiBlock } from "./parts/method-lines.ts";
import { wholeSetNotes } from "./parts/paper-notes.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";

const counted = ["direct-split:empirical", "infonce:empirical", "promptnce:empirical"];
const sizes = [
  { k: 25, printed: printedOracle },
  { k: 5, printed: printedOracleSmall },
];

/** Block 2 of the full results and the role of the marginal: P(y) as counted. */
export const oracle: Experiment = rankExperiment({
  id: "oracle",
  title: "Empirical marginal (full results, block 2; role of the marginal)",
  blocks: (study) =>
    sizes.map(({ k, printed }) => pmiBlock(study, methodLines(study, { methods: counted, k, term: "pmi", printed }))),
  notes: (results) => [
    "The conditional as elicited, the marginal as counted: what no method has.",
    ...wholeSetNotes(results),
  ],
});

const elicited = ["infonce", "marginalnce:ungrounded", "promptnce", "direct-split:ungrounded", "direct-pmi"];

/** Block 3 of the full results: the model's own marginal; PromptNCE with its grounded one. */
export const zeroShot: Experiment = rankExperiment({
  id: "zero-shot",
  title: "Zero-shot (full results, block 3)",
  blocks: (study, { config }) => {
    // No token stands for a number of nats.
    const methods = elicited.filter((id) => config.mode !== "tokens" || id !== "direct-pmi");
    const of = { methods, k: 25, term: "pmi", printed: printedZeroShot } as const;
    return [pmiBlock(study, methodLines(study, of))];
  },
  notes: (results) => [
    "(ungrounded): the base rate is the model's own, without examples. PromptNCE keeps its grounded marginal, as in the paper.",
    ...wholeSetNotes(results),
  ],
});
