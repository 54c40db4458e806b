import type { Config } from "../study/config.ts";
import type { Input } from "@promptnce/core";
import { spearman } from "@promptnce/core/correlation";
import { meanWithSem } from "@promptnce/core/resampling";
import { aliasSampler, random } from "@promptnce/core/sampling";
import type { SyntheticWorld } from "@promptnce/datasets";
import { columns, type Table } from "@promptnce/report";
import type { Experiment } from "../scoring/experiment.ts";
import { oncePer } from "../study/kept.ts";
import type { Results } from "../study/results.ts";
import { PAPER, prepareStudy, type Study, type StudyTrial, worldOf } from "../study/study.ts";
import { idealAsk } from "./parts/ideal-ask.ts";

const shapes = ["words", "chaosnli", "goemotions"] as const;
const methods = ["direct-pmi", "direct-split", "infonce", "marginalnce", "promptnce"];
const sizes = [2, 5, 10, 25, 100];

/**
 * Section 2 on worlds with a known joint distribution, without a model and without simulated error.
 */
export const theory: Experiment = {
  id: "theory",
  title: "What an ideal respondent gives (Section 2)",
  jobs: () => [],
  report: (results) => {
    const worlds = worldsOf(results.config);
    return { tables: [methodTable(worlds, results), setTable(worlds, results)] };
  },
};

/** A world with the questions about its pairs. */
interface World extends SyntheticWorld {
  readonly job: Study["job"];
  readonly trials: (k: number) => readonly StudyTrial[];
}

/** The worlds at the paper's size, regardless of the size of the run; the same for the same run. */
const worldsOf = oncePer((config: Config) => shapes.map((shape) => studyOf(shape, config)));

function studyOf(shape: (typeof shapes)[number], config: Config): World {
  const world = worldOf(shape, config);
  const { job } = prepareStudy(world, { ...config, ...PAPER, rotations: 1 });
  return { ...world, job, trials: (k: number) => job("promptnce", { k }).trials };
}

/** Each world with all trials behind the tables, so that others can recompute them. */
export function idealTrials(config: Config) {
  return worldsOf(config).map((world) => {
    const trials = [config.k, ...sizesOf(world)].flatMap(world.trials);
    return { dataset: world as SyntheticWorld, list: theory.id, trials };
  });
}

/** The set sizes up to the whole label space. */
function sizesOf({ labels }: SyntheticWorld): number[] {
  return [...new Set(sizes.map((k) => Math.min(k, labels.length)))];
}

function methodTable(worlds: readonly World[], results: Results): Table {
  const { k } = results.config;
  return {
    name: "theory-methods",
    title: `${theory.title}: each method, K = ${k}`,
    simulated: results.simulated(worlds, "nobody"),
    columns: [
      ...columns({ world: "World", method: "Method" }),
      ...columns(
        {
          rho: "ρ with PMI",
          largest_error: "Largest |error|, nats",
          mean_error: "Mean error, nats",
        },
        4,
      ),
    ],
    rows: worlds.flatMap((world) =>
      methods.map((id) => {
        const { method, trials } = world.job(id, { k });
        const ask = idealAsk(world);
        const truth = trials.map(({ pmi }) => pmi);
        const estimates = trials.map((trial) => method.estimator(trial, ask).pmi as number);
        const errors = estimates.map((estimate, i) => estimate - (truth[i] as number));
        const largest = Math.max(...errors.map(Math.abs));
        return [world.name, method.title, spearman(estimates, truth), largest, mean(errors)];
      }),
    ),
    notes: [
      "The respondent knows the joint distribution and answers what is asked: P(y|x) and P(y) themselves, P(y|x) renormalised on a closed set, OTHER as the exact rest of an open one.",
      "What is not recovered here is lost by the method, not by the model.",
    ],
  };
}

function setTable(worlds: readonly World[], results: Results): Table {
  const { seed } = results.config;
  return {
    name: "theory-sets",
    title: "Closed and open candidate sets as K/L falls (Section 2)",
    simulated: results.simulated(worlds, "nobody"),
    columns: [
      ...columns({ world: "World", k: "K" }),
      ...columns({ coverage: "K/L", residual: "P(Y ∉ S | x)", other: "OTHER mass" }, 4),
      ...columns({ closed_bias: "Bias of log P_S(y|x), nats" }, 4),
      ...columns({ rho_closed: "ρ closed with P(y|x)", rho_open: "ρ open with P(y|x)" }, 4),
      ...columns({ between: "PMI − log posterior, s.d. between sets" }, 4),
      ...columns(
        {
          counted_posterior: "Found − stated, posterior",
          counted_closed: "Found − stated, closed",
        },
        4,
      ),
      ...columns({ loss: "Log loss, closed − posterior, nats" }, 4),
    ],
    rows: worlds.flatMap((world) => {
      const play = identification(world, seed);
      return sizesOf(world).map((k) => [...setRow(world, world.trials(k)), ...play(k)]);
    }),
    notes: [
      "The closed set's bias is the mean of log P_S(y|x) − log P(y|x), above 0 wherever S leaves mass out; OTHER takes exactly that mass.",
      "The posterior of equation 2 is PMI less log Z of the set: it ranks the candidates of one set; between sets log Z differs, so it does not rank pairs.",
      `Found − stated: Section 2.2 played ${draws} times (± standard error): y is drawn from P(y|x) and put among K − 1 draws from P(y). The value is how often the candidate with the highest probability was y, less the probability it was given: 0 for the true posterior of this game. The closed set answers another question, P(y|x) among the candidates, and its log loss here is higher.`,
    ],
  };
}

function setRow(world: SyntheticWorld, trials: readonly StudyTrial[]) {
  const sets = trials.map((trial) => setFigures(world, trial));
  const of = (name: keyof (typeof sets)[number]): number[] => sets.map((set) => set[name]);
  const truth = trials.map(({ conditional }) => conditional);
  const k = trials[0]?.candidates.length ?? 0;
  return [
    world.name,
    k,
    k / world.labels.length,
    ...[of("residual"), of("other"), of("bias")].map(mean),
    ...[of("closed"), of("open")].map((estimates) => spearman(estimates, truth)),
    deviation(of("logZ")),
  ];
}

/** The figures of one candidate set under the ideal respondent. */
function setFigures(world: SyntheticWorld, { x, y, candidates, conditional }: StudyTrial) {
  const ask = idealAsk(world);
  const place = candidates.indexOf(y);
  const closed = ask({ kind: "closed", x, candidates })?.masses[place] as number;
  const open = ask({ kind: "open", x, candidates });
  return {
    closed,
    open: open?.masses[place] as number,
    other: open?.other as number,
    residual: 1 - candidates.reduce((sum, label) => sum + world.conditional(x, label), 0),
    bias: Math.log(closed) - Math.log(conditional),
    logZ: Math.log(
      candidates.reduce((z, label) => z + Math.exp(ask({ kind: "pmi", x, y: label }) as number), 0),
    ),
  };
}

/** The number of games per row. */
export const draws = 4000;
/**
 * The number of inputs, spread over all, whose P(y|x) is drawn from. Each needs a table of all
 * labels.
 */
const players = 16;

/**
 * The game of Section 2.2: find the candidate that was drawn from P(y|x) among K, by equation 2 and
 * by the closed set.
 */
function identification(world: SyntheticWorld, seed: string) {
  const base = Float64Array.from(world.labels, (y) => world.marginal.get(y) as number);
  const distractors = aliasSampler(base);
  const inputs = Array.from({ length: players }, (_, i) => {
    const x = world.inputs[Math.floor((i * world.inputs.length) / players)] as Input;
    const conditionals = Float64Array.from(world.labels, (y) => world.conditional(x, y));
    // Both go through logarithms, as a softmax does. In equation 2 they are PMI.
    const ratio = conditionals.map((p, i) => Math.exp(Math.log(p / (base[i] as number))));
    return {
      given: conditionals.map((p) => Math.exp(Math.log(p))),
      ratio,
      sampler: aliasSampler(conditionals),
    };
  });
  return (k: number) => {
    const source = random(`${seed}/${world.name}/identification/${k}`);
    const set = new Uint32Array(k);
    const games = Array.from({ length: draws }, (_, i) => {
      const { given, ratio, sampler } = inputs[i % players]!;
      // The true candidate's place does not affect either posterior.
      set.set(sampler(1, source));
      set.set(distractors(k - 1, source), 1);
      const [posterior, closed] = [judged(set, ratio), judged(set, given)];
      return [
        posterior.foundLessStated,
        closed.foundLessStated,
        Math.log(posterior.ofTrue / closed.ofTrue),
      ];
    });
    return [0, 1, 2].map((figure) => {
      const { mean: value, sem: standardError } = meanWithSem(games.map((game) => game[figure]!));
      return { value, standardError };
    });
  };
}

/**
 * The probability of the first candidate, which is the true one, and whether the most likely one is
 * true, minus its probability.
 */
function judged(set: Uint32Array, weights: Float64Array) {
  let [z, most, likeliest] = [0, 0, 0];
  for (let i = 0; i < set.length; i++) {
    z += weights[set[i]!]!;
  }
  const ofTrue = weights[set[0]!]! / z;
  for (let i = 0; i < set.length; i++) {
    const p = weights[set[i]!]! / z;
    if (p > most) likeliest = 0;
    if (p >= most) likeliest++;
    most = Math.max(most, p);
  }
  return { ofTrue, foundLessStated: (ofTrue === most ? 1 / likeliest : 0) - most };
}

const mean = (values: readonly number[]): number => meanWithSem(values).mean;

function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}
