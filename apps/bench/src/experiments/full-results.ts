import { describeMethod } from "@promptnce/core/methods";
import { printedOracle, printedOracleSmall, printedZeroShot } from "../paper/full-results.ts";
import type { Experiment } from "../scoring/experiment.ts";
import { beside, methodLines, pmiBlock } from "./parts/method-lines.ts";
import { wholeSetNotes } from "./parts/paper-notes.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";
import { asksInWords } from "../study/config.ts";

const counted = ["direct-split:empirical", "infonce:empirical", "promptnce:empirical"];
const sizes = [
  { k: 25, printed: printedOracle },
  { k: 5, printed: printedOracleSmall },
];

/** Block 2 of the full results, and the role of the marginal: the counted P(y). */
export const oracle: Experiment = rankExperiment({
  id: "oracle",
  title: "Empirical marginal (full results, block 2; role of the marginal)",
  blocks: (study) =>
    sizes.map(({ k, printed }) =>
      pmiBlock(study, methodLines(study, { methods: counted, k, estimated: "pmi", printed })),
    ),
  notes: (results) => [
    "The conditional is elicited and the marginal is counted, which no real method has.",
    ...wholeSetNotes(results),
  ],
});

const elicited = [
  "infonce",
  "marginalnce:ungrounded",
  "promptnce",
  "direct-split:ungrounded",
  "direct-pmi",
];

/** PromptNCE with the model's own marginal, as the caption of block 3 describes it. */
const byCaption = "promptnce:ungrounded";

/**
 * Block 3 of the full results: methods with the model's own marginal, and PromptNCE with both its
 * grounded and its own.
 */
export const zeroShot: Experiment = rankExperiment({
  id: "zero-shot",
  title: "Zero-shot (full results, block 3)",
  blocks: (study, { config }) => {
    // No single token represents a number of nats.
    const methods = elicited.filter(
      (id) => asksInWords(config.mode) || !describeMethod(id)?.asks.includes("pmi"),
    );
    const of = { k: 25, estimated: "pmi", printed: printedZeroShot } as const;
    const lines = methodLines(study, { ...of, methods });
    const captioned = methodLines(study, { ...of, methods: [byCaption] });
    const place = methods.indexOf("promptnce") + 1;
    return [pmiBlock(study, lines.toSpliced(place, 0, ...captioned.map(beside)))];
  },
  notes: (results) => [
    "(ungrounded): the base rate is the model's own, without examples.",
    "The paper says two things about PromptNCE's marginal here. Its caption says that zero-shot methods take the model's own base rate. Its diagnostics say that PromptNCE's is grounded, and its values are close to those of block 1. So both are shown here beside the one row that it printed. The second is not marked.",
    ...wholeSetNotes(results),
  ],
});
