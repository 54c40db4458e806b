import type { Scored, Spoken } from "./asked.ts";
import type { Joint } from "./joint.ts";
import type { Said } from "./said.ts";

/** What a probability of zero counts as under a logarithm: the same as everywhere in the product. */
const ZERO = 1e-6;

/**
 * What somebody who knows the joint distribution says, in full double precision: P(y|x); P(y),
 * shown examples or not; the PMI; the conditional renormalised on a closed set (Section 2.2); the
 * conditional of each candidate with OTHER as the rest of an open one (Section 2.3).
 *
 * At the edges: PMI counts a zero probability as 1e-6, as −∞ is not JSON; a closed set without any
 * mass is answered uniformly; OTHER is zero where raters may choose several labels and the
 * candidates alone sum above one; a label that the marginal does not know has probability zero.
 */
export function truthful(question: Spoken, joint: Joint): Said {
  switch (question.kind) {
    case "conditional":
      return [[question.replyKey, joint.conditional(question.x, question.y)]];
    case "marginal":
    case "grounded":
      return [[question.replyKey, joint.marginal.get(question.y) ?? 0]];
    case "pmi": {
      const conditional = joint.conditional(question.x, question.y);
      const marginal = joint.marginal.get(question.y) ?? 0;
      return [[question.replyKey, Math.log(conditional || ZERO) - Math.log(marginal || ZERO)]];
    }
    case "closed": {
      const { candidates, keys } = question;
      const masses = candidates.map((y) => joint.conditional(question.x, y));
      const sum = total(masses);
      return keys.map((key, i) => [key, sum > 0 ? (masses[i] as number) / sum : 1 / masses.length]);
    }
    case "open": {
      const { candidates, keys, otherKey } = question;
      const masses = candidates.map((y) => joint.conditional(question.x, y));
      const other = Math.max(0, 1 - total(masses));
      return [...keys.map((key, i) => [key, masses[i] as number] as const), [otherKey, other]];
    }
  }
}

function total(masses: readonly number[]): number {
  return masses.reduce((sum, mass) => sum + mass, 0);
}

/** What somebody who knows the joint distribution gives y as a text: ln P(y|x), or ln P(y). */
export function truthfulLogProbability(question: Scored, joint: Joint): number {
  const { x, y } = question;
  const p = x === undefined ? joint.marginal.get(y) : joint.conditional(x, y);
  return Math.log(p || ZERO);
}
