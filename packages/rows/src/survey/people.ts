import { fingerprint, type FingerprintTable } from "@promptnce/engine";
import { contextKey } from "@promptnce/core";
import type { Context, Label, Marginal, Pair, SynonymsOf } from "@promptnce/core";
import { pmiOfCounts } from "@promptnce/core/information";

/** What people did, from their counts. */
export interface People {
  /** P(y) pooled over all answers, whatever their context: Σ counts of y / Σ counts. */
  readonly marginal: Marginal;
  /** P(y | c), pooled over the answers in that context; that of all where there is one. */
  marginalIn(context: Context | undefined): Marginal;
  /** How many gave y to the x of that key. */
  count(key: string, y: Label): number;
  /** P(y|x) = count / Σ counts of that x; `undefined` of an x that nobody answered. */
  conditional(key: string, y: Label): number | undefined;
  /** The same with each label counted together with its near-synonyms. */
  together(synonyms: SynonymsOf): People;
  /** PMI in its context in nats; −∞ of what nobody gave to x, `undefined` of an x or y that nobody knows. */
  pmi(key: string, y: Label, context?: Context): number | undefined;
}

/** How many gave each y, and answered at all. */
interface LabelCounts {
  readonly labels: ReadonlyMap<Label, number>;
  readonly answers: number;
}

/** How many gave each y to each x and answered each x; and in all, and in each context, by its key. */
interface Counts extends LabelCounts {
  readonly pairs: FingerprintTable;
  readonly totals: FingerprintTable;
  readonly contexts?: ReadonlyMap<string, LabelCounts>;
}

/** The fingerprint of a pair, from that of its x. */
export function pairKey(key: string, y: Label): string {
  return fingerprint(key, y);
}

export function people(counts: Counts, synonyms: SynonymsOf = (y) => [y]): People {
  const { pairs, totals, contexts } = counts;
  const sum = (y: Label, of: (one: Label) => number | undefined): number =>
    synonyms(y).reduce((total, one) => total + (of(one) ?? 0), 0);
  const count = (key: string, y: Label): number => sum(y, (one) => pairs.get(pairKey(key, one)));
  const of = (context: Context | undefined): LabelCounts =>
    contexts?.get(contextKey(context)) ?? (contexts ? NOBODY : counts);
  const given = (y: Label, { labels }: LabelCounts): number => sum(y, (one) => labels.get(one));
  const marginals = new Map<LabelCounts, Marginal>();
  const marginalOf = (own: LabelCounts): Marginal => {
    const known = marginals.get(own);
    if (known !== undefined) return known;
    const shares = Array.from(own.labels.keys(), (y) => [y, given(y, own) / own.answers] as const);
    const marginal = new Map(shares);
    marginals.set(own, marginal);
    return marginal;
  };
  return {
    marginal: marginalOf(counts),
    marginalIn: (context) => marginalOf(of(context)),
    together: (all) => people(counts, all),
    count,
    conditional(key, y) {
      const total = totals.get(key) ?? 0;
      return total === 0 ? undefined : count(key, y) / total;
    },
    pmi(key, y, context) {
      const own = of(context);
      const [x, all] = [totals.get(key) ?? 0, own.answers];
      const known = { pair: count(key, y), x, y: given(y, own), all };
      return x === 0 || known.y === 0 ? undefined : pmiOfCounts(known);
    },
  };
}

/** In a context that no row has. */
const NOBODY: LabelCounts = { labels: new Map(), answers: 0 };

/** What people did with a pair. */
export interface Truth {
  /** P(y|x), above zero. */
  readonly conditional: number;
  /** P(y), above zero. */
  readonly marginal: number;
  /** log P(y|x) − log P(y), in nats. */
  readonly pmi: number;
}

/** The true terms of a pair and its PMI; `undefined` where nobody gave y to x. */
export function pairTruth(
  people: People,
  key: string,
  { y, context }: Pick<Pair, "y" | "context">,
): Truth | undefined {
  const conditional = people.conditional(key, y) ?? 0;
  const marginal = people.marginalIn(context).get(y) ?? 0;
  const pmi = people.pmi(key, y, context);
  return conditional === 0 || pmi === undefined ? undefined : { conditional, marginal, pmi };
}
