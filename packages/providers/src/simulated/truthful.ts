import { sha256 } from "#sha256";
import type { Input, Label, Marginal } from "@promptnce/core";
import { canonicalNumber } from "@promptnce/core/information";
import type { Numbers } from "./reply-json.ts";

/** A joint distribution to answer from: a synthetic world, or a real dataset's ground truth. */
export interface Joint {
  /** Part of a request's identity, with a digest of `marginal`: see {@link jointIdentity}. */
  readonly name: string;
  /** P(y) of every label. */
  readonly marginal: Marginal;
  /** P(y|x) of any label, zero included. */
  conditional(x: Input, y: Label): number;
  /** P(y | c) of the context among these fields, where there are contexts; `marginal` is then that of all. */
  marginalIn?(fields: Input): Marginal;
}

/**
 * The name of a joint distribution and a digest of its marginal (12 hexadecimal digits), which
 * tells two worlds of one name apart. It goes into the settings, since base-rate prompts of
 * different datasets can have the same text and their replies must not be mixed up in a store.
 */
export function jointIdentity(joint: Joint): { readonly name: string; readonly marginal: string } {
  const entries = [...joint.marginal].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { name: joint.name, marginal: sha256(JSON.stringify(entries)).slice(0, 12) };
}

/** What a probability of zero counts as under a logarithm: the same as everywhere in the product. */
const ZERO = 1e-6;

/**
 * What somebody who knows the joint distribution says, in full double precision: P(y|x); P(y), shown examples or not;
 * the PMI; the conditional renormalised on a closed set (Section 2.2); that of each candidate with OTHER as the rest of
 * an open one (Section 2.3).
 *
 * At the edges: PMI counts a zero probability as 1e-6, as −∞ is not JSON; a closed set without any
 * mass is answered uniformly; OTHER is zero where raters may choose several labels and the
 * candidates alone sum above one; a label that the marginal does not know has probability zero.
 */
export function truthful(joint: Joint): Numbers {
  const counted = (p: number): number => p || ZERO;
  const marginal = (y: Label): number => joint.marginal.get(y) ?? 0;
  const conditional = (x: Input, y: Label): number => joint.conditional(x, y);
  return {
    conditional,
    marginal,
    pmi: (x, y) => Math.log(canonicalNumber(counted(conditional(x, y)) / counted(marginal(y)))),
    closed: (x, candidates) => shares(candidates.map((y) => conditional(x, y))),
    open: (x, candidates) => {
      const masses = candidates.map((y) => conditional(x, y));
      return [...masses, Math.max(0, 1 - total(masses))];
    },
    logProbability: (x, y) => Math.log(counted(x === undefined ? marginal(y) : conditional(x, y))),
  };
}

/** What each is of them all; all the same where all are zero. */
function shares(masses: readonly number[]): number[] {
  const sum = total(masses);
  return masses.map((mass) => (sum > 0 ? mass / sum : 1 / masses.length));
}

function total(masses: readonly number[]): number {
  return masses.reduce((sum, mass) => sum + mass, 0);
}
