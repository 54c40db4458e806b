import { printedMarginalRank, printedMarginalSlope } from "../paper/appendix.ts";
import type { Experiment } from "../scoring/experiment.ts";
import type { Method } from "@promptnce/core/methods";
import { labelKey } from "../study/in-contexts.ts";
import { columnOf } from "../study/study-frame.ts";
import type { Setting, Study } from "../study/study.ts";
import { beside, lineOf } from "./parts/method-lines.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";
import type { MethodLine } from "../scoring/blocks.ts";
import { methodShown, readingsOf } from "./parts/responses-shown.ts";
import { scatterFigure } from "./parts/scatter.ts";

const k = 25;

interface Row {
  /** The key of the paper's value. */
  readonly key: string;
  readonly title: string;
  readonly method: string | Method;
}

const rows: readonly Row[] = [
  { key: "ungrounded", title: "Ungrounded (the model's own)", method: "direct-split:ungrounded" },
  { key: "grounded", title: "Grounded (four pairs, eight labels)", method: "promptnce" },
];

const scattered = { "direct-split:ungrounded": "ungrounded", promptnce: "grounded" };

/** Appendix: the grounded and the ungrounded marginal, over the distinct labels of the pairs. */
export const diagnosticMarginal: Experiment = rankExperiment({
  id: "diagnostic-marginal",
  title: "Diagnostic of the marginal (appendix)",
  about: ({ dataset }) => dataset.task !== "chaosnli",
  missing: ({ studies }) =>
    studies.length === 0
      ? "three labels are too few to rank, and no other dataset is in the run"
      : undefined,
  // Counts labels: GoEmotions has 28, regardless of how many pairs are scored.
  blocks: (study, { config }) => {
    const variants = otherReadings(study, config).map((row) => beside(line(study, row)));
    const lines = [...rows.map((row) => line(study, row)), ...variants];
    return [{ study, term: "marginal", lines, least: 3 }];
  },
  notes: () => [
    "Over the distinct labels of the evaluation pairs, because a label has one base rate, however many pairs have that label. ChaosNLI is left out: three labels cannot be ranked.",
  ],
  slopes: "Calibration slope of the marginal (appendix)",
  items: "labels",
  more: (results) => ({
    figures: [
      scatterFigure(results, {
        term: "marginal",
        methods: Object.keys(scattered),
        titles: scattered,
        k,
      }),
    ],
  }),
});

/** The grounded base rate under the alternative interpretation of its prompt. */
function otherReadings(study: Study, config: Setting["config"]): Row[] {
  const otherCounts = readingsOf(config).filter((responses) => responses !== config.responses);
  return otherCounts.map((responses) => ({
    key: "grounded, another reading",
    title: "Grounded, one response an example",
    method: methodShown(study, "promptnce", responses, config),
  }));
}

function line(study: Study, { key, title, method }: Row): MethodLine {
  const job = study.job(method, { k });
  const { task } = study.dataset;
  return {
    ...lineOf(job, "marginal"),
    column: (model) => {
      const ofLabels = model
        .outcomes(job)
        .map((outcome) => [labelKey(outcome.trial), outcome] as const);
      const { doubtful: _, ...column } = columnOf(job.method.id, [...new Map(ofLabels).values()]);
      return column;
    },
    title,
    printed: printedMarginalRank[task]?.[key],
    printedSlope: printedMarginalSlope[task]?.[key],
  };
}
