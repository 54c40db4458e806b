import type { Experiment, Setting } from "../study/experiment.ts";
import { printedMarginalRank, printedMarginalSlope } from "../paper/diagnostics.ts";
import type { PrintedTable } from "../paper/models.ts";
import { rankTable } from "./parts/rank-table.ts";
import type { Block, Line } from "./parts/rank-table.ts";
import { slopeTable } from "./parts/slope-table.ts";
import type { Study } from "../study/study.ts";
import { scatterFigure } from "./parts/scatter.ts";

const k = 25;
const rows = [
  { key: "ungrounded", title: "Ungrounded (the model's own)", method: "direct-split:ungrounded" },
  { key: "grounded", title: "Grounded (four pairs, eight labels)", method: "promptnce" },
];

/** Appendix: grounded against ungrounded marginal, over the distinct labels of the pairs. */
export const diagnosticMarginal: Experiment = {
  id: "diagnostic-marginal",
  title: "Diagnostic of the marginal (appendix)",
  missing: (setting) =>
    studiesOf(setting).length === 0
      ? "three labels are too few to rank, and no other dataset is in the run"
      : undefined,
  jobs: (setting) => studiesOf(setting).flatMap((study) => rows.map(({ method }) => study.job(method, { k }))),
  report: (results) => {
    const studies = studiesOf(results);
    const blocks = (printed: PrintedTable): Block[] =>
      studies.map((study) => ({
        study,
        measure: "P(y)",
        lines: rows.map((row) => line(study, row, printed)),
      }));
    return {
      tables: [
        rankTable({
          name: "diagnostic-marginal",
          title: diagnosticMarginal.title,
          results,
          blocks: blocks(printedMarginalRank),
          notes: [
            "Over the distinct labels of the evaluation pairs, since a label has one base rate however many pairs have it. ChaosNLI is left out: three labels cannot be ranked.",
          ],
        }),
        slopeTable({
          name: "diagnostic-marginal-slope",
          title: "Calibration slope of the marginal (appendix)",
          results,
          blocks: blocks(printedMarginalSlope),
        }),
      ],
      figures: [
        scatterFigure(
          { ...results, studies },
          {
            term: "marginal",
            methods: rows.map(({ method }) => method),
            titles: Object.fromEntries(rows.map(({ method, key }) => [method, key])),
            k,
          },
        ),
      ],
    };
  },
};

function studiesOf({ studies }: Setting): Study[] {
  return studies.filter(({ dataset }) => dataset.task !== "chaosnli");
}

function line(study: Study, row: (typeof rows)[number], printed: PrintedTable): Line {
  const job = study.job(row.method, { k });
  return {
    title: row.title,
    method: job.method.id,
    k: job.trials[0]?.candidates.length ?? k,
    pairs: (model) => {
      const labels = new Map(
        model.outcomes(job).map(({ trial, estimate }) => {
          return [trial.y, { truth: trial.marginal, estimate: estimate.marginal }];
        }),
      );
      return [...labels.values()];
    },
    printed: printed[study.dataset.task]?.[row.key],
  };
}
