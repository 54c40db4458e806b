import type { Dataset } from "@promptnce/core";
import Papa from "papaparse";
import { idealTrials, theory } from "../experiments/theory.ts";
import type { RunResult } from "../run/run.ts";

/**
 * What the tables rest on beside `estimates.csv`, by file name: all pairs with what people did (how many `raters`, and how
 * many `responses` of theirs were y), all labels and every candidate set. `recompute.py` makes the tables from these.
 */
export function truthFiles({
  results,
  jobs,
  reports,
}: Pick<RunResult, "results" | "jobs" | "reports">) {
  const { studies, config } = results;
  const ideal = reports.some(({ id }) => id === theory.id) ? idealTrials(config) : [];
  // A world of the theory is that of the run where both have it.
  const datasets = [
    ...new Map([...ideal, ...studies].map(({ dataset }) => [dataset.name, dataset])).values(),
  ];
  const lists = new Map(
    studies.flatMap((study) =>
      (["evaluation", "development"] as const).flatMap((list) =>
        study[list].map((pair) => [pair, list] as const),
      ),
    ),
  );
  const pairs = datasets.flatMap(({ name, observations }) =>
    observations.map((pair) => ({
      dataset: name,
      list: lists.get(pair),
      ...pair,
      x: Object.values(pair.x).join(" / "),
    })),
  );
  const shown = [
    // Also those of other seeds, as `evaluation, seed 2`.
    ...jobs.filter(({ list }) => list.startsWith("evaluation") || list === "development"),
    ...ideal.map(({ dataset, ...of }) => ({ subject: dataset, ...of })),
  ].flatMap(({ subject, list, trials }) =>
    trials.map(({ id, candidates }) => {
      const of = { dataset: subject.name, list, id, k: candidates.length };
      return [JSON.stringify(of), { ...of, candidates: JSON.stringify(candidates) }] as const;
    }),
  );
  const terms = ["conditional", "marginal", "pmi", "responses", "raters"];
  return new Map([
    ["pairs.csv", csv(["dataset", "list", "id", "x", "y", ...terms], pairs)],
    ["labels.csv", csv(["dataset", "label", "marginal", "elsewhere"], datasets.flatMap(labelRows))],
    [
      "candidates.csv",
      csv(["dataset", "list", "id", "k", "candidates"], [...new Map(shown).values()]),
    ],
  ]);
}

/** `elsewhere` is P(y|x) of an x that has no pair with y: one number for each label of a world, 0 in counts. */
function labelRows(dataset: Dataset) {
  const { name, labels, marginal, observations, simulated } = dataset;
  const inputs = new Set(observations.map(({ x }) => x));
  const paired = Map.groupBy(observations, ({ y }) => y);
  return labels.map((label) => {
    const inputsOfLabel = new Set(paired.get(label)?.map(({ x }) => x));
    const unpairedInput = simulated ? inputs.keys().find((x) => !inputsOfLabel.has(x)) : undefined;
    const elsewhere = unpairedInput === undefined ? 0 : dataset.conditional(unpairedInput, label);
    return { dataset: name, label, marginal: marginal.get(label), elsewhere };
  });
}

function csv(fields: string[], data: readonly object[]): string {
  return `${Papa.unparse({ fields, data: data as unknown[] }, { newline: "\n" })}\n`;
}
