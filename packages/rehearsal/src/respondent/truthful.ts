import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Input, Joint, Label, Marginal } from "@promptnce/core";
import { canonicalNumber } from "@promptnce/core/information";
import type { Numbers } from "./reply-json.ts";

/**
 * The name of a joint distribution and a digest of its marginal (12 hexadecimal digits), which
 * distinguishes worlds of one name. It is part of the settings, since base-rate prompts of
 * different datasets can have the same text, and a store must not mix up their replies.
 */
export function jointIdentity(joint: Joint): { readonly name: string; readonly marginal: string } {
  const digest = digests.get(joint.marginal) ?? digestOf(joint.marginal);
  digests.set(joint.marginal, digest);
  return { name: joint.name, marginal: digest };
}

/** Of ten thousand labels, one takes twenty milliseconds, and many respondents share a world. */
const digests = new WeakMap<Marginal, string>();

function digestOf(marginal: Marginal): string {
  const entries = [...marginal].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(entries)))).slice(0, 12);
}

/**
 * The value that a probability of zero counts as in a logarithm, the same as everywhere in the
 * product.
 */
const ZERO = 1e-6;

/**
 * The answers of a respondent that knows the joint distribution, in full double precision: P(y|x);
 * P(y), with or without examples; PMI in nats; for a closed set, P(y|x) renormalised over the
 * candidates (Section 2.2); for an open set, P(y|x) of each candidate, with the rest as OTHER
 * (Section 2.3).
 *
 * Edge cases: PMI counts a zero probability as 1e-6, since JSON has no −∞. A closed set without
 * mass is answered uniformly. OTHER is zero if the candidates sum to more than one, as they can
 * where raters choose several labels. A label that is not in the marginal has probability zero.
 *
 * @example
 * const joint = { name: "ours", marginal: new Map([["PUSH", 0.02]]), conditional: () => 0.4 };
 * truthful(joint).pmi({ cue: "SHOVE" }, "PUSH"); // → 2.996
 */
export function truthful(joint: Joint): Numbers {
  const clamped = (p: number): number => p || ZERO;
  const marginal = (y: Label): number => joint.marginal.get(y) ?? 0;
  const conditional = (x: Input, y: Label): number => joint.conditional(x, y);
  return {
    conditional,
    marginal,
    pmi: (x, y) => Math.log(canonicalNumber(clamped(conditional(x, y)) / clamped(marginal(y)))),
    closed: (x, candidates) => shares(candidates.map((y) => conditional(x, y))),
    open: (x, candidates) => {
      const masses = candidates.map((y) => conditional(x, y));
      return [...masses, Math.max(0, 1 - total(masses))];
    },
    logProbability: (x, y) => Math.log(clamped(x === undefined ? marginal(y) : conditional(x, y))),
  };
}

/** The masses divided by their sum; equal shares if all are zero. */
function shares(masses: readonly number[]): number[] {
  const sum = total(masses);
  return masses.map((mass) => (sum > 0 ? mass / sum : 1 / masses.length));
}

function total(masses: readonly number[]): number {
  return masses.reduce((sum, mass) => sum + mass, 0);
}
