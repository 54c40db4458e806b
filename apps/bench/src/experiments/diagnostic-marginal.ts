import { printedMarginalRank, printedMarginalSlope } from "../paper/appendix.ts";
import type { Experiment } from "../study/experiment.ts";
import type { Study } from "../study/study.ts";
import { lineOf } from "./parts/method-lines.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";
import type { Line } from "./parts/rank-table.ts";
import { scatterFigure } from "./parts/scatter.ts";

const k = 25;
const rows = [
  { key: "ungrounded", title: "Ungrounded (the model's own)", method: "direct-split:ungrounded" },
  { key: "grounded", title: "Grounded (four pairs, eight labels)", method: "promptnce" },
];

/** Appendix: grounded against ungrounded marginal, over the distinct labels of the pairs. */
export const diagnosticMarginal: Experiment = rankExperiment({
  id: "diagnostic-marginal",
  title: "Diagnostic of the marginal (appendix)",
  about: ({ dataset }) => dataset.task !== "chaosnli",
  missing: ({ studies }) =>
    studies.length === 0 ? "three labels are too few to rank, and no other dataset is in the run" : undefined,
  // Labels, of which GoEmotions has 28 however many pairs are scored.
  blocks: (study) => [{ study, measure: "P(y)", lines: rows.map((row) => line(study, row)), least: 3 }],
  notes: () => [
    "Over the distinct labels of the evaluation pairs, since a label has one base rate however many pairs have it. ChaosNLI is left out: three labels cannot be ranked.",
  ],
  slopes: "Calibration slope of the marginal (appendix)",
  items: "labels",
  more: (results) => ({
    figures: [
      scatterFigure(results, {
        term: "marginal",
        methods: rows.map(({ method }) => method),
        titles: Object.fromEntries(rows.map(({ method, key }) => [method, key])),
        k,
      }),
    ],
  }),
});

function line(study: Study, { key, title, method }: (typeof rows)[number]): Line {
  const job = study.job(method, { k });
  const { task } = study.dataset;
  return {
    ...lineOf(job, (model) => {
      const labels = model.outcomes(job).map(({ trial, estimate }) => {
        return [trial.y, { truth: trial.marginal, estimate: estimate.marginal }] as const;
      });
      return [...new Map(labels).values()];
    }),
    title,
    printed: printedMarginalRank[task]?.[key],
    printedSlope: printedMarginalSlope[task]?.[key],
  };
}
