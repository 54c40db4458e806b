import { aliasSampler, type AliasSampler } from "./alias-sampler.ts";
import { random, shuffle, type Random } from "./random.ts";
import { inContext, type InContext } from "../context.ts";
import type { Label, Marginal, LabelInContext } from "../types.ts";

/**
 * The candidate set of a pair, in the order it is shown: y once, at a uniformly random place, among
 * K−1 distinct distractors drawn from P(y) without y (Section 2.2), or from P(y | c) of the pair's
 * context. K ≥ L gives the whole label space, or that of the context. The set depends on the seed
 * and the pair alone, and a larger K adds to the distractors of a smaller one.
 * @throws RangeError where K is no whole number from 1, P(y) does not list y, or is positive of
 * fewer than K−1 others
 *
 * @example
 * const marginal = new Map([
 *   ["PUSH", 0.02],
 *   ["PULL", 0.02],
 *   ["WATER", 0.04],
 *   ["LOVE", 0.01],
 * ]);
 * candidateSet({ id: "SHOVE→PUSH", y: "PUSH" }, marginal, 3, "seed");
 * // → ["PUSH", "WATER", "PULL"]
 */
export function candidateSet(
  pair: LabelInContext & { readonly id: string },
  marginals: InContext<Marginal>,
  k: number,
  seed: string | number,
): Label[] {
  const marginal = inContext(marginals, pair.context);
  if (!Number.isInteger(k) || k < 1)
    throw new RangeError(`K must be a whole number from 1 on, not ${k}`);
  if (!marginal.has(pair.y))
    throw new RangeError(`the label ${JSON.stringify(pair.y)} of pair ${pair.id} has no P(y)`);
  const stream = `${seed}/candidates/${pair.id}`;
  const source = random(stream);
  const others = (): Label[] => [...marginal.keys()].filter((label) => label !== pair.y);
  const set =
    k < marginal.size ? distractors(marginal, pair.y, k - 1, source) : shuffle(others(), source);
  const place = random(`${stream}/place/${set.length}`).below(set.length + 1);
  set.splice(place, 0, pair.y);
  return set;
}

/** Draws from P(y) until `count` distinct labels other than y have come up. */
function distractors(marginal: Marginal, y: Label, count: number, source: Random): Label[] {
  const { labels, sampler } = samplers.get(marginal) ?? {
    labels: [...marginal.keys()],
    sampler: aliasSampler([...marginal.values()]),
  };
  samplers.set(marginal, { labels, sampler });
  const drawn = new Set<Label>();
  // Repeats are rare unless few labels hold nearly all mass; then the race finds the rest at once.
  for (let left = 20 * count; drawn.size < count && left > 0;) {
    const places = sampler(Math.min(left, count - drawn.size), source);
    for (const place of places) {
      if (labels[place] !== y) drawn.add(labels[place]!);
    }
    left -= places.length;
  }
  if (drawn.size < count) {
    const rest = [...marginal].filter(([label]) => label !== y && !drawn.has(label));
    for (const label of race(rest, count - drawn.size, source)) {
      drawn.add(label);
    }
  }
  return [...drawn];
}

/** Built once for each P(y), however many pairs draw from it. */
const samplers = new WeakMap<
  Marginal,
  { readonly labels: readonly Label[]; readonly sampler: AliasSampler }
>();

/**
 * The `count` labels with the earliest exponential times of rate P(y), as drawn in turn
 * (Efraimidis, Spirakis, 2006).
 */
function race(
  field: readonly (readonly [Label, number])[],
  count: number,
  source: Random,
): Label[] {
  const runners = field.filter(([, rate]) => rate > 0);
  if (runners.length < count) {
    const found = `only ${runners.length} other labels have a positive P(y)`;
    throw new RangeError(`${count} more distractors are needed, but ${found}`);
  }
  return runners
    .map(([label, rate]) => ({ label, time: -Math.log(1 - source.uniform()) / rate }))
    .sort((a, b) => a.time - b.time)
    .slice(0, count)
    .map(({ label }) => label);
}
