import { random } from "./random.ts";
import type { Random } from "./random.ts";
import type { Label, Marginal, Pair } from "./types.ts";

/**
 * The candidate set of a pair, in the order it is shown: y once, at a uniformly random place, among
 * K−1 distinct distractors drawn from P(y) without y (Section 2.2). K ≥ L gives the whole label
 * space. The set depends on the seed and the pair alone, and a larger K adds to the distractors of
 * a smaller one.
 *
 * @throws RangeError where K is not a whole number from 1 on, where P(y) does not list y, or where
 * fewer than K−1 other labels have a positive P(y).
 */
export function candidateSet(
  pair: Pick<Pair, "id" | "y">,
  marginal: Marginal,
  k: number,
  seed: string | number,
): Label[] {
  if (!Number.isInteger(k) || k < 1) {
    throw new RangeError(`K must be a whole number from 1 on, not ${k}`);
  }
  if (!marginal.has(pair.y)) {
    throw new RangeError(`the label ${JSON.stringify(pair.y)} of pair ${pair.id} has no P(y)`);
  }
  const stream = `${seed}/candidates/${pair.id}`;
  const whole = k >= marginal.size;
  const set = race(marginal, pair.y, whole ? marginal.size - 1 : k - 1, whole, random(stream));
  const place = random(`${stream}/place/${set.length}`).below(set.length + 1);
  set.splice(place, 0, pair.y);
  return set;
}

/**
 * The first `count` labels past the post when each runs for an exponential time of rate P(y): the
 * same law as drawing one after another without replacement (Efraimidis and Spirakis, 2006).
 */
function race(
  marginal: Marginal,
  without: Label,
  count: number,
  takeAll: boolean,
  source: Random,
): Label[] {
  const times: number[] = [];
  const labels: Label[] = [];
  for (const [label, weight] of marginal) {
    const time = -Math.log(1 - source.uniform()) / weight;
    if (label === without || (weight === 0 && !takeAll)) continue;
    let at = times.length;
    while (at > 0 && (times[at - 1] as number) > time) at--;
    if (at >= count) continue;
    times.splice(at, 0, time);
    labels.splice(at, 0, label);
    if (times.length > count) {
      times.pop();
      labels.pop();
    }
  }
  if (labels.length < count) {
    throw new RangeError(
      `${count} distractors were asked for, but only ${labels.length} other labels have a positive P(y)`,
    );
  }
  return labels;
}
