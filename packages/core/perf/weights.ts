import { spearman } from "../src/correlation/index.ts";
import { predictionPowered } from "../src/inference/index.ts";
import { replicated, resampledSpearman, unitInterval } from "../src/resampling/index.ts";
import { normal, type Random, random } from "../src/sampling/index.ts";
import { percent, printTable } from "./print-table.ts";

const SIMULATIONS = 1000;
const REPLICATES = 1000;
const UNLABELLED = 1000;
/**
 * Half of the people are hard to reach: a quarter of them answer, each with four times the weight.
 */
const HARD = 4;

interface Person {
  readonly weight: number;
  readonly truth: number;
  readonly estimate: number;
}

/** Estimates know more of who is hard to reach, whose numbers are higher and further apart. */
function person(source: Random, isHard: boolean): Person {
  const truth = isHard ? 1 + 2 * normal(source) : normal(source);
  const estimate = truth + (isHard ? 0.5 : 2) * normal(source);
  return { weight: isHard ? HARD : 1, truth, estimate };
}

const sample = (source: Random, size: number): Person[] =>
  Array.from({ length: size }, () => person(source, source.below(1 + HARD) === 0));

const columns = (people: readonly Person[]) => ({
  weights: people.map(({ weight }) => weight),
  truth: people.map(({ truth }) => truth),
  estimates: people.map(({ estimate }) => estimate),
});

/**
 * How often intervals of weighted rows hold the value of the population, with and without their
 * weights.
 */
export function printWeights(): void {
  const source = random("population");
  const all = columns(Array.from({ length: 400_000 }, (_, i) => person(source, i % 2 === 0)));
  const rho = spearman(all.estimates, all.truth);
  printTable(
    ["of", "#rows", "#weighted", "#without weights"],
    [
      ...[50, 100, 300].map((size) => row(`ρ (${rho.toFixed(2)})`, size, holdsRho(rho))),
      ...[50, 100, 300].map((size) => row("mean, by labels and predictions", size, holdsMean)),
    ],
  );
}

type Holds = (people: readonly Person[], size: number, isWeighted: boolean) => boolean;

const holdsRho =
  (rho: number): Holds =>
  (people, size, isWeighted) => {
    const { weights, truth, estimates } = columns(people.slice(0, size));
    const statistic = resampledSpearman(estimates, truth, isWeighted ? weights : undefined);
    const [made] = replicated([statistic], size, { seed: "weights", replicates: REPLICATES });
    const { low, high } = unitInterval(made!.replicates, size);
    return low <= rho && rho <= high;
  };

/** Half of the population has a mean of 1, the other half of 0. */
const holdsMean: Holds = (people, size, isWeighted) => {
  const { weights, truth, estimates } = columns(people);
  const labels = truth.map((label, at) => (at < size ? label : undefined));
  const known = { labels, predictions: estimates, ...(isWeighted && { weights }) };
  const { low, high } = predictionPowered(known);
  return low <= 0.5 && 0.5 <= high;
};

function row(of: string, size: number, holds: Holds): (string | number)[] {
  let [weighted, plain] = [0, 0];
  for (let simulation = 0; simulation < SIMULATIONS; simulation++) {
    const people = sample(random(`${of} ${size} ${simulation}`), size + UNLABELLED);
    weighted += Number(holds(people, size, true));
    plain += Number(holds(people, size, false));
  }
  return [of, size, percent(weighted / SIMULATIONS), percent(plain / SIMULATIONS)];
}
