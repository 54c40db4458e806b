import { type Ask, type Label, normal, type Pmf, type Query, random } from "@promptnce/core";
import { ERROR_MODEL, roundedMass, roundedProbability } from "@promptnce/providers";

/** One nat, an error by a factor of e: the size of each bias that can have one, so that none is stronger by choice. */
const NAT = ERROR_MODEL.pairSpread;

/** How somebody errs who else knows the joint distribution. Spreads are standard deviations, all in nats. */
const repeated = {
  /** Of each number, drawn anew in each question; here as much as a prompt that is sent again differs by (Section 5.4). */
  noise: ERROR_MODEL.sampleSpread,
  /** Of P(y|x), the same in each question about x and y. */
  pair: 0,
  /** Of a label, the same in each P(y|x) and in P(y). */
  label: 0,
  /** Of a label in P(y) alone. */
  baseRate: 0,
  /** The power that P(y|x) is raised to: its median over x, and the spread of its logarithm. */
  confidence: { median: 1, spread: 0 },
  /** By how much the first of a list is favoured over the last, evenly in between. */
  position: 0,
  /** The share of the mass that is spread evenly over the options of a list. */
  evenly: 0,
  /** Whether numbers are those that people say: two decimals in a list. */
  rounded: false,
};

/** Nothing of who is truthful. */
export type Errors = typeof repeated | undefined;

const biases = {
  // The paper finds ranking errors systematic (Section 5.4): asking in another way does not average these out.
  pair: { pair: NAT },
  // A label that comes to mind easily does so with x and without. It cancels in a split whose terms are both the model's.
  label: { label: NAT },
  // The other way round: general frequency "may not match the target distribution" (Section 2.1). It cannot cancel.
  "base rate": { baseRate: NAT },
  // Verbalised confidence is too high (Xiong et al. 2024), by more for one x than for another.
  input: { confidence: { median: ERROR_MODEL.overconfidence, spread: 0.5 } },
  // The order of options moves a model's choice (Pezeshkpour and Hruschka 2024).
  position: { position: NAT },
  rounding: { rounded: true },
  // Judged probabilities lean to one share for each option shown (Fox and Clemen 2005), so that they depend on K.
  "set size": { evenly: 0.25 },
} satisfies Record<string, Partial<typeof repeated>>;

/**
 * The respondents of the study: `truthful`, then one for each cause of error, and `all` with every bias together.
 *
 * They were fixed, with their sizes, before any method was compared on them, and are not adjusted afterwards. Sizes are
 * round or those of `ERROR_MODEL`, and no error knows by which method it will be read. A bias that one method is known to
 * cancel stands beside its opposite: errors drawn anew beside those that last, a bias of labels in both terms beside one
 * in the base rate alone. What wins under one of them wins under that assumption; which of them a model has, only its
 * replies tell.
 */
export const errorModels: Readonly<Record<string, Errors>> = {
  truthful: undefined,
  independent: { ...repeated, noise: NAT },
  ...Object.fromEntries(Object.entries(biases).map(([name, bias]) => [name, { ...repeated, ...bias }])),
  all: Object.assign({}, repeated, ...Object.values(biases)) as typeof repeated,
};

/**
 * Answers as `ask` does, but for the errors: a function of the query and the seed alone. A single probability errs in
 * log-odds, as a list of itself and its rest would. None of P(y|x) is held for smaller than `ERROR_MODEL.floor`.
 */
export function erring(ask: Ask, errors: Errors, seed: string): Ask {
  if (errors === undefined) return ask;
  const lasting = (spread: number, ...about: unknown[]): number =>
    spread === 0 ? 0 : spread * normal(random(JSON.stringify([seed, ...about])));
  const ofLabel = (y: Label, query: Query): number => {
    const [both, alone] = [lasting(errors.label, "label", y), lasting(errors.baseRate, "base rate", y)];
    if (!("x" in query)) return both + alone;
    const pair = lasting(errors.pair, "pair", query.x, y);
    // To identify is to weigh P(y|x) against P(y): the errors of both cancel, and those of P(y) alone count against.
    return pair + (query.kind === "identify" ? -alone : both);
  };
  const masses = (query: Query, labels: readonly Label[], truth: readonly number[], isList: boolean): number[] => {
    const x = "x" in query ? query.x : undefined;
    const { median, spread } = errors.confidence;
    const power = x === undefined ? 1 : median * Math.exp(lasting(spread, "input", x));
    const source = random(JSON.stringify([seed, query]));
    const held = truth.map((p, i) => {
      const known = x === undefined ? p : Math.max(p, ERROR_MODEL.floor);
      // The rest of a single probability is no number that anybody gives.
      const noise = isList || i === 0 ? errors.noise * normal(source) : 0;
      const place = isList ? errors.position * (0.5 - i / (truth.length - 1)) : 0;
      return known ** power * Math.exp(noise + place + (labels[i] === undefined ? 0 : ofLabel(labels[i], query)));
    });
    const even = isList ? errors.evenly : 0;
    return scaled(held).map((p) => (1 - even) * p + even / truth.length);
  };
  const put = ask as (query: Query) => number | Pmf;
  const answer = (query: Extract<Query, { y: Label } | { candidates: unknown }>): number | Pmf => {
    const truth = put(query);
    if (typeof truth === "number") {
      const [said = 0] = masses(query, "y" in query ? [query.y] : [], [truth, 1 - truth], false);
      return errors.rounded ? roundedProbability(said) : said;
    }
    const { labels, other } = truth;
    const given = masses(query, labels, [...truth.masses, ...(other === undefined ? [] : [other])], true);
    // Base rates are asked for without zeros; of others the two digits that the reply shows are known.
    const spoken = (p: number): number =>
      roundedMass(p) || (query.kind === "base-rates" && p > 0 ? roundedProbability(p) : 0);
    const said = errors.rounded ? scaled(given.map(spoken)) : given;
    const shown = { labels, masses: said.slice(0, labels.length), ...(said.includes(0) && { resolution: 0.01 }) };
    return other === undefined ? shown : { ...shown, other: said.at(-1)! };
  };
  return answer as Ask;
}

/** As replies are read: divided by their sum. */
function scaled(masses: readonly number[]): number[] {
  const sum = masses.reduce((total, mass) => total + mass, 0);
  return masses.map((mass) => mass / sum);
}
