import { contextKey, type Dataset } from "@promptnce/core";
import { idealTrials, theory } from "../experiments/theory.ts";
import type { RunResult } from "../run/run.ts";
import { inputText } from "../study/in-contexts.ts";
import { entryOf } from "../study/kept.ts";
import { type Cell, csvLine } from "./csv-line.ts";

/**
 * The data behind the tables besides `estimates.csv`, by file name: all pairs with the human data
 * (the number of `raters`, and of their `responses` that were y), all labels and every candidate
 * set. `recompute.py` recreates the tables from these. Each file comes in parts, to be read once.
 */
export function truthFiles({
  results,
  jobs,
  reports,
}: Pick<RunResult, "results" | "jobs" | "reports">) {
  const { studies, config } = results;
  const ideal = reports.some(({ id }) => id === theory.id) ? idealTrials(config) : [];
  // A theory world that the run also has is listed once.
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
  const terms = ["conditional", "marginal", "pmi", "responses", "raters"] as const;
  // Named only where a dataset of the run has several.
  const inContexts = datasets.some(({ marginalIn }) => marginalIn) ? ["context"] : [];
  const pairsOf = ({ name, observations }: Dataset): Cells[] =>
    observations.map((pair) => [
      name,
      lists.get(pair),
      ...inContexts.map(() => contextKey(pair.context)),
      pair.id,
      inputText(pair.x),
      pair.y,
      ...terms.map((term) => pair[term]),
    ]);
  const shown = [
    // Includes the lists of other seeds, such as `evaluation, seed 2`.
    ...jobs.filter(({ list }) => list.startsWith("evaluation") || list === "development"),
    ...ideal.map(({ dataset, ...of }) => ({ subject: dataset, ...of })),
  ];
  const written = new Map<string, Set<string>>();
  const setsOf = ({ subject, list, trials }: (typeof shown)[number]): Cells[] => {
    const ofList = JSON.stringify([subject.name, list]);
    const writtenKeys = entryOf(written, ofList, () => new Set<string>());
    return trials.flatMap(({ id, candidates }) => {
      const k = candidates.length;
      const key = `${k} ${id}`;
      if (writtenKeys.has(key)) return [];
      writtenKeys.add(key);
      const shownSet = JSON.stringify(candidates);
      return [[subject.name, list, id, k, shownSet]];
    });
  };
  return new Map([
    [
      "pairs.csv",
      csv(
        ["dataset", "list", ...inContexts, "id", "x", "y", ...terms],
        datasets.values().map(pairsOf),
      ),
    ],
    [
      "labels.csv",
      csv(
        ["dataset", ...inContexts, "label", "marginal", "elsewhere"],
        datasets.values().map((dataset) => labelRows(dataset, inContexts.length > 0)),
      ),
    ],
    [
      "candidates.csv",
      csv(["dataset", "list", "id", "k", "candidates"], shown.values().map(setsOf)),
    ],
  ]);
}

/**
 * The rows of a dataset's labels. `elsewhere` is P(y|x) for an x without a pair with y: one number
 * per label of a world, and 0 for counts.
 */
function labelRows(dataset: Dataset, inContexts: boolean): Cells[] {
  const { name, labels, marginal, marginalIn, observations, simulated } = dataset;
  if (marginalIn !== undefined) return contextLabelRows(name, observations, marginalIn);
  const inputs = new Set(observations.map(({ x }) => x));
  const paired = Map.groupBy(observations, ({ y }) => y);
  return labels.map((label) => {
    const inputsOfLabel = new Set(paired.get(label)?.map(({ x }) => x));
    const unpairedInput = simulated ? inputs.keys().find((x) => !inputsOfLabel.has(x)) : undefined;
    const elsewhere = unpairedInput === undefined ? 0 : dataset.conditional(unpairedInput, label);
    return [name, ...(inContexts ? [undefined] : []), label, marginal.get(label), elsewhere];
  });
}

function contextLabelRows(
  dataset: string,
  observations: Dataset["observations"],
  marginalIn: NonNullable<Dataset["marginalIn"]>,
): Cells[] {
  const contexts = new Map(observations.map(({ context = {} }) => [contextKey(context), context]));
  return Array.from(contexts).flatMap(([context, fields]) =>
    Array.from(marginalIn(fields), ([label, marginal]) => [dataset, context, label, marginal, 0]),
  );
}

/** The values of a line, in the order of the file's columns. */
type Cells = readonly Cell[];

/** The file's lines, in parts that are made as they are written. */
function* csv(columns: readonly string[], parts: Iterable<readonly Cells[]>): Generator<string> {
  yield csvLine(columns);
  for (const lines of parts) {
    yield lines.map(csvLine).join("");
  }
}
