import { holm, meanWithSem } from "@promptnce/core";
import { columns, type Measured, type Table } from "@promptnce/report";
import { isSimulated } from "../../study/config.ts";
import type { Experiment } from "../../study/experiment.ts";
import type { Results } from "../../study/results.ts";
import { meanP } from "../parts/mean-interval.ts";
import { methodLines, pmiBlock } from "../parts/method-lines.ts";
import { rankExperiment } from "../parts/rank-experiment.ts";
import { errorModels } from "./error-models.ts";
import { methodsFor, REFERENCE, SEEDS, underErrors } from "./under-errors.ts";

const asked = rankExperiment({
  id: "past-the-paper",
  title: "Every marginal with every conditional",
  blocks: (study, setting) => [
    pmiBlock(study, methodLines(study, { methods: methodsFor(study, setting), k: setting.config.k, term: "pmi" })),
  ],
  notes: () => ["Spearman's ρ between estimated and true PMI, ± bootstrap standard error."],
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
  const cells = results.studies.flatMap((study) => underErrors(study, results));
  const differences = cells.map(({ rhos, reference }) => rhos.map((rho, seed) => rho - reference[seed]!));
  const isReference = (i: number): boolean => cells[i]!.method.id === REFERENCE;
  const p = holm(differences.map((of, i) => (isReference(i) ? Number.NaN : meanP(of))));
  const values = cells.map(({ rhos }, i): Measured => {
    const { mean: value, sem: standardError } = meanWithSem(isReference(i) ? rhos : differences[i]!);
    if (p[i]! >= 0.05) return { value, standardError, mark: "tied" };
    return { value, standardError, ...(!isReference(i) && value > 0 && { mark: "best" }) };
  });
  const rowOf = (of: readonly number[]): [string, string, number, number, ...Measured[]] => {
    const [{ dataset, method }, own] = [cells[of[0]!]!, of.map((i) => values[i]!)];
    const better = own.filter(({ mark }) => mark === "best").length;
    const worse = own.filter(({ value, mark }) => mark === undefined && value < 0).length;
    return [dataset, method.title + (method.id === REFERENCE ? ": ρ itself" : ""), better, worse, ...own];
  };
  const rows = results.studies.flatMap(({ dataset: { name } }) => {
    const own = cells.keys().filter((i) => cells[i]!.dataset === name);
    const byMethod = Map.groupBy(own, (i) => cells[i]!.method.id);
    return Array.from(byMethod.values(), rowOf).toSorted((a, b) => b[2] - b[3] - (a[2] - a[3]));
  });
  const worlds = results.simulated(
    results.studies.map(({ dataset }) => dataset),
    "nobody",
  );
  return {
    name: asked.id,
    title: asked.title,
    simulated: ["The answers are those of error models, not of a language model.", worlds].filter(Boolean).join(" "),
    columns: [
      ...columns({ dataset: "Dataset", row: "Method", better: "Better", worse: "Worse" }),
      ...columns(Object.fromEntries(Object.keys(errorModels).map((errors) => [errors, errors])), 3),
    ],
    rows,
    notes: [
      `ρ with PMI, less that of PromptNCE with its grounded marginal: the mean over ${SEEDS} seeds, ± its standard error. Each seed draws pairs, candidates, grounding and errors anew, and of a world another world; K = ${results.config.k}. A paired 95 % interval reaches 2.09 ± to either side (Student's t).`,
      `Bold: better; ≈: not told apart; else worse; ordered by how often. p < .05 by Holm's correction over all ${p.filter((of) => !Number.isNaN(of)).length} differences of this table.`,
    ],
  };
}
