import { holm, meanInterval, meanWithSem } from "@promptnce/core";
import { columns, type Measured, type Table } from "@promptnce/report";
import { isSimulated } from "../../study/config.ts";
import type { Experiment } from "../../study/experiment.ts";
import type { Results } from "../../study/results.ts";
import { methodLines, pmiBlock } from "../parts/method-lines.ts";
import { rankExperiment } from "../parts/rank-experiment.ts";
import { errorModels } from "./error-models.ts";
import { methodsFor, REFERENCE, SEEDS, underErrors } from "./under-errors.ts";

const asked = rankExperiment({
  id: "past-the-paper",
  title: "Every marginal with every conditional",
  blocks: (study, setting) => {
    const methods = methodsFor(study, setting);
    const { lines, ...block } = pmiBlock(study, methodLines(study, { methods, k: setting.config.k, term: "pmi" }));
    // The marginals of one conditional are compared: among all pairs of some fifty methods nothing would be resolved.
    const byConditional = Map.groupBy(lines, ({ method }) => method.replace(/[:+].*/, ""));
    return Array.from(byConditional.values(), (own) => ({ ...block, lines: own }));
  },
  notes: () => [
    "Spearman's ρ between estimated and true PMI, ± bootstrap standard error. A block is one conditional with every marginal.",
  ],
});

/** A model is asked; where nobody but the simulated respondent is, those of the error models stand in for it. */
export const pastThePaper: Experiment = {
  ...asked,
  byDefault: () => false,
  jobs: (setting) => (isSimulated(setting.config) ? [] : asked.jobs(setting)),
  report: (results) => (isSimulated(results.config) ? { tables: [table(results)] } : asked.report(results)),
};

/** Each method less the reference under each error model, of all datasets in one family. */
function table(results: Results): Table {
  const methods = results.studies.map((study) => underErrors(study, results));
  const compared = methods.flat().filter(({ method }) => method.id !== REFERENCE);
  const all = compared.flatMap(({ figures }) => figures);
  const adjusted = holm(all.map((figures) => meanInterval(figures).p));
  const p = new Map<readonly number[], number>(all.map((figures, i) => [figures, adjusted[i]!]));
  const cell = (figures: readonly number[]): Measured => {
    const { mean: value, sem: standardError } = meanWithSem(figures);
    const mark = p.get(figures)! < 0.05 ? value > 0 && ("best" as const) : p.has(figures) && ("tied" as const);
    return { value, standardError, ...(mark && { mark }) };
  };
  const rowOf = ({ dataset, method, figures }: (typeof compared)[number]) => {
    const own = figures.map(cell);
    const better = own.filter(({ mark }) => mark === "best").length;
    const worse = own.filter(({ value, mark }) => mark === undefined && value < 0).length;
    const title = method.id === REFERENCE ? `${method.title}: ρ itself` : method.title;
    return { lead: better - worse, row: [dataset, title, better, worse, ...own] };
  };
  const rows = methods.flatMap((of) => of.map(rowOf).toSorted((a, b) => b.lead - a.lead)).map(({ row }) => row);
  const datasets = results.studies.map(({ dataset }) => dataset);
  const simulated = ["The answers are those of error models, not of a language model."];
  return {
    name: asked.id,
    title: asked.title,
    simulated: simulated.concat(results.simulated(datasets, "nobody") ?? []).join(" "),
    columns: [
      ...columns({ dataset: "Dataset", row: "Method", better: "Better", worse: "Worse" }),
      ...columns(Object.fromEntries(Object.keys(errorModels).map((errors) => [errors, errors])), 3),
    ],
    rows,
    notes: [
      `ρ with PMI, less that of PromptNCE with its grounded marginal: the mean over ${SEEDS} seeds, ± its standard error. Each seed draws pairs, candidates, grounding and errors anew, and of a world another world; K = ${results.config.k}. A paired 95 % interval reaches 2.09 ± to either side (Student's t).`,
      `Bold: better; ≈: not told apart; else worse; ordered by how often. p < .05 by Holm's correction over all ${all.length} differences of this table.`,
    ],
  };
}
