import { fingerprint, type FingerprintTable } from "@promptnce/engine";
import {
  contextKey,
  type Context,
  type Label,
  type Marginal,
  type SynonymsOf,
  type LabelInContext,
  type PairNumbers,
} from "@promptnce/core";
import { pmiOfCounts } from "@promptnce/core/information";

/** Probabilities and PMI from people's counts. */
export interface People {
  /** P(y), pooled over the answers of all contexts: Σ counts of y / Σ counts. */
  readonly marginal: Marginal;
  /**
   * P(y|c), pooled over the answers in a context; P(y) if there is one context for all, empty if
   * nobody answered.
   */
  marginalIn(context: Context | undefined): Marginal;
  /** The number of people who gave y to the x with this key. */
  count(key: string, y: Label): number;
  /** P(y|x) = count of y / Σ counts of x; `undefined` for an x that nobody answered. */
  conditional(key: string, y: Label): number | undefined;
  /** The same people, with each label counted together with its near-synonyms. */
  together(synonyms: SynonymsOf): People;
  /**
   * PMI in the context, in nats: −∞ if nobody gave y to x, `undefined` if nobody answered x or
   * nobody gave y at all.
   */
  pmi(key: string, y: Label, context?: Context): number | undefined;
}

/** The number of people who gave each y, and the number of all answers. */
interface LabelCounts {
  readonly labels: ReadonlyMap<Label, number>;
  readonly answers: number;
}

/**
 * The counts of pairs and of each x by their keys; of labels, over all contexts and in each, by the
 * context's key.
 */
interface Counts extends LabelCounts {
  readonly pairs: FingerprintTable;
  readonly totals: FingerprintTable;
  readonly contexts?: ReadonlyMap<string, LabelCounts>;
}

/**
 * The key of a pair, from the key of its x.
 *
 * @example
 * pairKey("SEA", "WATER") === pairKey("SEA", "SALT"); // → false
 */
export function pairKey(key: string, y: Label): string {
  return fingerprint(key, y);
}

/**
 * People's probabilities from their counts, with each label counted together with its
 * near-synonyms.
 */
export function people(counts: Counts, synonyms: SynonymsOf = (y) => [y]): People {
  const { pairs, totals, contexts } = counts;
  const sum = (y: Label, countOf: (one: Label) => number | undefined): number =>
    synonyms(y).reduce((total, one) => total + (countOf(one) ?? 0), 0);
  const count = (key: string, y: Label): number => sum(y, (one) => pairs.get(pairKey(key, one)));
  const countsIn = (context: Context | undefined): LabelCounts =>
    contexts?.get(contextKey(context)) ?? (contexts ? NOBODY : counts);
  const labelCount = (y: Label, { labels }: LabelCounts): number =>
    sum(y, (one) => labels.get(one));
  const marginals = new Map<LabelCounts, Marginal>();
  const marginalOf = (labelCounts: LabelCounts): Marginal => {
    const before = marginals.get(labelCounts);
    if (before !== undefined) return before;
    const { labels, answers } = labelCounts;
    const shares = Array.from(
      labels.keys(),
      (y) => [y, labelCount(y, labelCounts) / answers] as const,
    );
    const marginal = new Map(shares);
    marginals.set(labelCounts, marginal);
    return marginal;
  };
  return {
    marginal: marginalOf(counts),
    marginalIn: (context) => marginalOf(countsIn(context)),
    together: (all) => people(counts, all),
    count,
    conditional(key, y) {
      const total = totals.get(key) ?? 0;
      return total === 0 ? undefined : count(key, y) / total;
    },
    pmi(key, y, context) {
      const labelCounts = countsIn(context);
      const x = totals.get(key) ?? 0;
      const inPair = {
        pair: count(key, y),
        x,
        y: labelCount(y, labelCounts),
        all: labelCounts.answers,
      };
      return x === 0 || inPair.y === 0 ? undefined : pmiOfCounts(inPair);
    },
  };
}

/** The counts of a context that no row has. */
const NOBODY: LabelCounts = { labels: new Map(), answers: 0 };

/**
 * People's terms and PMI of a pair; `undefined` if nobody gave y to x, since the PMI is then −∞ or
 * unknown.
 *
 * @example
 * import { readRows, tableFile } from "@promptnce/rows/input";
 * const table = await tableFile({ path: "pairs.csv", format: "csv" });
 * const columns = { x: [{ field: "cue", column: "cue" }], y: "response", count: "people" };
 * const options = { columns, file: "pairs.csv", seed: "1" };
 * const { people } = await survey(readRows(table, columns), options);
 * const [[row]] = await Array.fromAsync(readRows(table, columns));
 * pairTruth(people, row.key, row); // → { conditional: 0.75, marginal: 0.4875, pmi: 0.431 }
 */
export function pairTruth(
  people: People,
  key: string,
  { y, context }: LabelInContext,
): PairNumbers | undefined {
  const conditional = people.conditional(key, y) ?? 0;
  const marginal = people.marginalIn(context).get(y) ?? 0;
  const pmi = people.pmi(key, y, context);
  return conditional === 0 || pmi === undefined ? undefined : { conditional, marginal, pmi };
}
