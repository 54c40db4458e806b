import {
  type Answer,
  type Dataset,
  type Input,
  type Label,
  type Pmf,
  type Question,
  questionKey,
} from "@promptnce/core";
import { logProbability } from "@promptnce/core/information";
import { normal, random, type Random } from "@promptnce/core/sampling";

/** A respondent in a world with known P(y|x) and P(y). Its noise comes from the source. */
export interface Respondent {
  readonly conditional: (x: Input, y: Label, source: Random) => number;
  readonly marginal: (y: Label, source: Random) => number;
}

/** Respondents of one kind, by name, each made for a world. */
type Kind = Readonly<Record<string, (world: Dataset) => Respondent>>;

const noisy = (p: number, by: number, source: Random): number =>
  Math.min(1, p * Math.exp(by * normal(source)));
const rounded = (p: number): number => Math.round(100 * p) / 100;
const oneDigit = (p: number): number => Number(p.toPrecision(1));
/** A number in [0, 1) determined by the key. */
const hashed = (...key: readonly string[]): number => random(key.join(" ")).uniform();

/** Answers depend on P(y), which the respondent knows, or on the label itself, but never on x. */
const blindToX = (
  conditional: (p: number, source: Random, y: Label) => number,
  marginal: (p: number, source: Random, y: Label) => number = (p) => p,
) => {
  return ({ marginal: rates }: Dataset): Respondent => ({
    conditional: (_, y, source) => conditional(rates.get(y)!, source, y),
    marginal: (y, source) => marginal(rates.get(y)!, source, y),
  });
};

/** Answers about an x depend only on its labels. The respondent knows the base rates. */
const blindToY = (
  conditional: (shares: readonly number[], source: Random, x: string) => number,
  spread = 0,
) => {
  return (world: Dataset): Respondent => {
    const keyOf = (x: Input) => JSON.stringify(x);
    const groups = Map.groupBy(world.observations, ({ x }) => keyOf(x));
    const shares = new Map(
      [...groups].map(([x, pairs]) => [x, pairs.map((pair) => pair.conditional)]),
    );
    return {
      conditional: (x, _, source) => conditional(shares.get(keyOf(x))!, source, keyOf(x)),
      marginal: (y, source) => noisy(world.marginal.get(y)!, spread, source),
    };
  };
};

/** Answers depend on P(y) and on the number of x's labels alone, and are no product of the two. */
const mixing = (conditional: (p: number, labels: number, source: Random) => number) => {
  return (world: Dataset): Respondent => {
    const keyOf = (x: Input) => JSON.stringify(x);
    const sizes = new Map<string, number>();
    for (const { x } of world.observations) {
      sizes.set(keyOf(x), (sizes.get(keyOf(x)) ?? 0) + 1);
    }
    return {
      conditional: (x, y, source) =>
        conditional(world.marginal.get(y)!, sizes.get(keyOf(x))!, source),
      marginal: (y) => world.marginal.get(y)!,
    };
  };
};
const logit = (p: number): number => Math.log(p / (1 - p));
const inverseLogit = (value: number): number => 1 / (1 + Math.exp(-value));

const geometricMean = (shares: readonly number[]): number =>
  Math.exp(shares.reduce((sum, p) => sum + Math.log(p), 0) / shares.length);
const uniform = (): Respondent => ({
  conditional: (_x, _y, source) => source.uniform(),
  marginal: (_, source) => source.uniform(),
});

/** Respondents that do not use both x and y, by what they are blind to. */
export const blindKinds: Readonly<Record<string, Kind>> = {
  "blind to x": {
    "the base rate": blindToX((p) => p),
    "the base rate, with noise": blindToX(
      (p, source) => noisy(p, 0.5, source),
      (p, source) => noisy(p, 0.5, source),
    ),
    "the base rate, in two decimals": blindToX(
      (p, source) => rounded(noisy(p, 0.3, source)),
      rounded,
    ),
    "the base rate, too flat": blindToX((p, source) => noisy(Math.sqrt(p), 0.1, source)),
    "the base rate, too steep": blindToX((p, source) => noisy(p ** 2, 0.1, source)),
    "the base rate, upside down": blindToX(
      (p, source) => noisy(1e-3 / p, 0.3, source),
      (p, source) => noisy(p, 1, source),
    ),
    "a number of each label": blindToX(
      (_p, _source, y) => hashed("conditional", y),
      (_p, _source, y) => hashed("marginal", y),
    ),
    "a constant": blindToX(
      () => 0.5,
      (p, source) => noisy(p, 0.2, source),
    ),
    "the length of the label": blindToX(
      (_p, _source, y) => 1 / (1 + y.length),
      () => 0.1,
    ),
    "the base rate, now and then 0": blindToX((p, source) =>
      source.uniform() < 0.1 ? 0 : noisy(p, 1, source),
    ),
  },
  "blind to y": {
    "1 / the number of x's labels": blindToY((shares) => 1 / shares.length),
    "the mean of x": blindToY(geometricMean),
    "the most of x, with noise": blindToY(
      (shares, source) => noisy(Math.max(...shares), 0.2, source),
      0.5,
    ),
    "a number of each x": blindToY((_shares, _source, x) => hashed("x", x)),
  },
  "mixing P(y) and n": {
    "the larger of 1/n and P(y)": mixing((p, n) => Math.max(1 / n, p)),
    "half of each": mixing((p, n) => (1 / n + p) / 2),
    "logit P(y) + 6/n": mixing((p, n) => inverseLogit(logit(p) + 6 / n)),
    "their product, with noise": mixing((p, n, source) => noisy((1 / n) * p ** 0.5, 0.2, source)),
    "the smaller of 1/n and P(y)": mixing((p, n) => Math.min(1 / n, p)),
    "P(y) to the power of 1/n": mixing((p, n) => p ** (1 / n)),
    "at least one of n": mixing((p, n) => 1 - (1 - p) ** n),
    "1/n of frequent labels, P(y) of rare ones": mixing((p, n) => (p > 0.3 ? 1 / n : p)),
    "four numbers by two thresholds": mixing(
      (p, n) => 0.1 + (n <= 2 ? 0.1 : 0.4) * (p > 0.3 ? 2 : 0.5),
    ),
    "the larger, with noise in two decimals": mixing((p, n, source) =>
      rounded(noisy(Math.max(1 / n, p), 0.2, source)),
    ),
  },
  "blind to both": {
    noise: uniform,
    "noise, in two decimals": () => ({
      conditional: (_x, _y, source) => rounded(source.uniform()),
      marginal: (_, source) => rounded(source.uniform()),
    }),
  },
};

/** Respondents that answer with the true probabilities. */
export const truthful: Kind = {
  truthful: (people) => ({
    conditional: (x, y) => people.conditional(x, y),
    marginal: (y) => people.marginal.get(y)!,
  }),
  "with 10 % of noise, in one digit": (people) => ({
    conditional: (x, y, source) => oneDigit(noisy(people.conditional(x, y), 0.1, source)),
    marginal: (y, source) => oneDigit(noisy(people.marginal.get(y)!, 0.1, source)),
  }),
};

/** The respondent's answer to a question. The same question gets the same answer. */
export function answerTo(question: Question, respondent: Respondent, name: string): Answer {
  const source = random(`${name} ${questionKey(question)}`);
  switch (question.kind) {
    case "marginal":
    case "grounded":
      return respondent.marginal(question.y, source);
    case "conditional":
      return respondent.conditional(question.x, question.y, source);
    case "pmi": {
      const conditional = respondent.conditional(question.x, question.y, source);
      return logProbability(conditional) - logProbability(respondent.marginal(question.y, source));
    }
    case "likelihood": {
      const { x, y } = question;
      const isNull = typeof x === "string";
      const p = isNull ? respondent.marginal(y, source) : respondent.conditional(x, y, source);
      return { nats: logProbability(p), tokens: 1, bytes: y.length };
    }
    case "closed":
    case "open":
      return setAnswer(question, respondent, source);
  }
}

/**
 * The answer about a set: masses scaled to sum to one if it is closed, and to at most one if open.
 */
function setAnswer(
  { kind, x, candidates }: Extract<Question, { readonly kind: "closed" | "open" }>,
  respondent: Respondent,
  source: Random,
): Pmf {
  const statedMasses = candidates.map((y) => respondent.conditional(x, y, source));
  const sum = statedMasses.reduce((total, mass) => total + mass, 0);
  const isOpen = kind === "open";
  const scale = isOpen ? Math.max(1, sum) : sum || 1;
  const masses = statedMasses.map((mass) => mass / scale);
  return { labels: candidates, masses, ...(isOpen && { other: Math.max(0, 1 - sum) }) };
}
