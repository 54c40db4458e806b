import { fingerprint, type FingerprintTable } from "@promptnce/engine";
import type { Estimate, Label, Marginal, SynonymsOf } from "@promptnce/core";
import { pmiOfCounts } from "@promptnce/core/information";

/** What people did, from their counts. */
export interface People {
  /** P(y) pooled over all answers: Σ counts of y / Σ counts. */
  readonly marginal: Marginal;
  /** How many gave y to the x of that key. */
  count(key: string, y: Label): number;
  /** P(y|x) = count / Σ counts of that x; `undefined` of an x that nobody answered. */
  conditional(key: string, y: Label): number | undefined;
  /** The same with each label counted together with its near-synonyms. */
  together(synonyms: SynonymsOf): People;
  /** PMI in nats; −∞ of what nobody gave to x, `undefined` of an x or y that nobody knows. */
  pmi(key: string, y: Label): number | undefined;
}

/** How many gave each y to each x, answered each x, gave each y, and answered at all. */
interface Counts {
  readonly pairs: FingerprintTable;
  readonly totals: FingerprintTable;
  readonly labels: ReadonlyMap<Label, number>;
  readonly answers: number;
}

/** The fingerprint of a pair, from that of its x. */
export function pairKey(key: string, y: Label): string {
  return fingerprint(key, y);
}

export function people(counts: Counts, synonyms: SynonymsOf = (y) => [y]): People {
  const { pairs, totals, labels, answers } = counts;
  const sum = (y: Label, of: (one: Label) => number | undefined): number =>
    synonyms(y).reduce((total, one) => total + (of(one) ?? 0), 0);
  const count = (key: string, y: Label): number => sum(y, (one) => pairs.get(pairKey(key, one)));
  const given = (y: Label): number => sum(y, (one) => labels.get(one));
  return {
    marginal: new Map(Array.from(labels.keys(), (y) => [y, given(y) / answers])),
    together: (all) => people(counts, all),
    count,
    conditional(key, y) {
      const total = totals.get(key) ?? 0;
      return total === 0 ? undefined : count(key, y) / total;
    },
    pmi(key, y) {
      const counts = { pair: count(key, y), x: totals.get(key) ?? 0, y: given(y), all: answers };
      return counts.x === 0 || counts.y === 0 ? undefined : pmiOfCounts(counts);
    },
  };
}

/** What people did with a pair. */
export type Truth = Required<Pick<Estimate, "conditional" | "marginal" | "pmi">>;

/** The true terms of a pair and its PMI; `undefined` where nobody gave y to x. */
export function pairTruth(people: People, key: string, y: Label): Truth | undefined {
  const [conditional = 0, marginal = 0] = [people.conditional(key, y), people.marginal.get(y)];
  const pmi = people.pmi(key, y);
  return conditional === 0 || pmi === undefined ? undefined : { conditional, marginal, pmi };
}
