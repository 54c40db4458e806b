import {
  plan,
  questionKey,
  type Answer,
  type Dataset,
  type Observation,
  type Query,
} from "@promptnce/core";
import { canonicalNumber, pmi } from "@promptnce/core/information";
import { random } from "@promptnce/core/sampling";
import { parseConfig } from "../../study/config.ts";
import type { Experiment } from "../../scoring/experiment.ts";
import { type Results, resultsOf } from "../../study/results.ts";
import { prepareStudy } from "../../study/study.ts";

const labels = ["a", "b", "c", "d"];

/** A dataset of so many inputs and raters, each input with its own P(y|x). */
export function countedDataset({ inputs = 150, raters = 40 } = {}): Dataset {
  const source = random("counted");
  const tallies = Array.from({ length: inputs }, (_, i) => {
    const weights = labels.map((_, l) => source.uniform() ** 3 / (l + 1));
    const counts = labels.map(() => 0);
    for (let r = 0; r < raters; r++) {
      let left = source.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
      const y = weights.findIndex((weight) => {
        left -= weight;
        return left <= 0;
      });
      counts[y]!++;
    }
    return { x: { comment: `comment ${i}` }, counts };
  });
  const share = (l: number) =>
    tallies.reduce((sum, { counts }) => sum + counts[l]!, 0) / (raters * inputs);
  const marginal = new Map(labels.map((y, l) => [y, share(l)]));
  const observations = tallies.flatMap(({ x, counts }, i) =>
    labels.flatMap((y, l): Observation[] => {
      const terms = { conditional: counts[l]! / raters, marginal: share(l) };
      return counts[l] === 0
        ? []
        : [
            {
              id: `${i}/${y}`,
              x,
              y,
              ...terms,
              pmi: pmi(terms.conditional, terms.marginal),
              raters,
              responses: counts[l]!,
            },
          ];
    }),
  );
  const conditional: Dataset["conditional"] = ({ comment = "" }, y) =>
    tallies[Number(comment.replace(/\D/g, ""))]!.counts[labels.indexOf(y)]! / raters;
  return {
    name: "goemotions",
    task: "goemotions",
    simulated: false,
    labels,
    observations,
    marginal,
    conditional,
    sources: [],
  };
}

/** What an experiment's questions come to where somebody answers from the counts themselves. */
export function truthfulResults(
  experiment: Pick<Experiment, "jobs">,
  { dataset = countedDataset(), methods = "promptnce,infonce", k = "3", pairs = "200" } = {},
): Results {
  const config = parseConfig({ methods, pairs, dev: "0", k });
  const setting = { config, studies: [prepareStudy(dataset, config)] };
  const runs = experiment.jobs(setting).map(({ method, trials }) => {
    return { task: dataset.task, estimators: [method.estimator], trials };
  });
  const answers = new Map<string, Answer>();
  for (const question of plan(runs))
    answers.set(questionKey(question), answerOf(question, dataset));
  const model = { provider: "p", model: "m", rehearsed: false, scores: false };
  return resultsOf(setting, [{ ...model, answers: new Map([[dataset.name, answers]]) }]);
}

function answerOf(query: Query, dataset: Dataset): Answer {
  if (query.kind === "marginal" || query.kind === "grounded") return dataset.marginal.get(query.y)!;
  if (query.kind === "conditional") return dataset.conditional(query.x, query.y);
  if (query.kind !== "open" && query.kind !== "closed")
    throw new Error(`nobody answers ${query.kind}`);
  const { x, candidates } = query;
  const masses = candidates.map((y) => dataset.conditional(x, y));
  const sum = masses.reduce((total, mass) => total + mass, 0);
  if (query.kind === "open") return { labels: candidates, masses, other: Math.max(0, 1 - sum) };
  return { labels: candidates, masses: masses.map((mass) => canonicalNumber(mass / (sum || 1))) };
}
