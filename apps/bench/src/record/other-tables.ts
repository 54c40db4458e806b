import { columns, type Measurement, type Table } from "@promptnce/report";
import type { MeanDistance } from "@promptnce/core/scorecard";
import type { SynthBenchReplies } from "./data/synthbench.ts";
import type { JudgedReplies } from "./judged-replies.ts";
import { measuredRho } from "../scoring/marked-statistics.ts";
import { rateOf } from "./agreement.ts";
import { differenceCells, distanceCell, worthCells, worthColumns } from "./measured.ts";

const agreementTitles = {
  conditional: "P(y|x)",
  counted: "PMI, counted",
  implied: "PMI, implied",
  blind_x: "Blind to x",
  blind_y: "Blind to y",
  centred: "Centred ρ",
};

const differenceTitles = { difference: "Implied less counted", low: "from", high: "to" };

/** The cells common to both tables, for replies with a counted and an implied base rate. */
function agreementCells({ agreement }: JudgedReplies): (Measurement | number | undefined)[] {
  const [counted, implied] = ["counted", "implied"].map((id) => rateOf(agreement, id)!);
  return [
    measuredRho(agreement.conditional),
    measuredRho(counted!.pmi),
    measuredRho(implied!.pmi),
    measuredRho(counted!.pmi.blindToX),
    measuredRho(counted!.pmi.blindToY),
    agreement.centred && measuredRho(agreement.centred),
    ...differenceCells(agreement.difference("implied", "counted")),
  ];
}

/** The gender that a noun brings to mind, one row per model. */
export function nounsTable(all: readonly JudgedReplies[]): Table {
  return {
    name: "record-nouns",
    title: "Nouns: ρ with people's, by base rate",
    simulated: undefined,
    columns: [
      ...columns({ model: "Model", unreadable: "Unreadable x", pairs: "Pairs" }),
      ...columns(agreementTitles, 4),
      ...columns(differenceTitles, 4),
      ...columns({ distance: "TV", divergence: "JS" }, 3),
      ...worthColumns,
    ],
    rows: all.map((judged) => [
      judged.agreement.replies.model,
      judged.agreement.replies.unreadable.x,
      judged.agreement.pairs,
      ...agreementCells(judged),
      distanceCell(judged.distances.totalVariation),
      distanceCell(judged.distances.jensenShannon),
      ...worthCells(judged.distances.worth),
    ]),
    notes: [
      "All nouns share three labels, so they are one context. No model was asked for a base rate. Pairs that nobody gave have no PMI and are left out of ρ, but not of distances (TV: total variation; JS: Jensen–Shannon divergence in nats). Whole nouns are resampled: ± is the standard error, from and to the 95 % interval.",
    ],
    brief: [
      "model",
      "pairs",
      "conditional",
      "counted",
      "implied",
      "centred",
      "difference",
      "low",
      "high",
      "people",
    ],
  };
}

/** The replies of one of SynthBench's models, judged. */
export interface SynthBenchJudgement {
  readonly replies: SynthBenchReplies;
  readonly judged: JudgedReplies;
  readonly distance: MeanDistance;
}

/** SynthBench's models, with rows for chance and for the most common answer. */
export function synthBenchTable(all: readonly SynthBenchJudgement[]): Table {
  return {
    name: "record-synthbench",
    title: "SynthBench: ρ with people's among questions that share a scale",
    simulated: undefined,
    columns: [
      ...columns({ survey: "Survey", model: "Model" }),
      ...columns({
        questions: "Questions",
        unreadable: "Unreadable",
        scale_questions: "Sharing a scale",
        pairs: "Pairs",
      }),
      ...columns(agreementTitles, 3),
      ...columns(differenceTitles, 3),
      ...columns({ distance: "TV" }, 3),
    ],
    rows: all.map(({ replies, judged, distance }) => [
      judged.agreement.replies.survey,
      judged.agreement.replies.model,
      replies.questions,
      replies.all.unreadable.x,
      replies.questionsOfScales,
      judged.agreement.pairs,
      ...agreementCells(judged),
      distanceCell(distance),
    ]),
    notes: [
      "Shares of samples are smoothed, (n + ½) / (N + ½ labels). Unreadable: questions without a share for any answer, which are left out. The context is a scale: questions with the very same answers. Counted: the mean of people's shares over its questions, as no counts are known. TV: total variation distance over all readable questions. Whole questions are resampled.",
      "ensemble is a blend of three models, majority-baseline always gives people's commonest answer, and random-baseline draws at random.",
    ],
    brief: [
      "survey",
      "model",
      "scale_questions",
      "pairs",
      "conditional",
      "counted",
      "implied",
      "centred",
      "difference",
      "low",
      "high",
    ],
  };
}
