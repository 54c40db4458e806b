import type { Label, Pmf } from "../types.ts";

/**
 * The logarithms of the masses of overlapping sets, one for each label, in nats: θ of the ordinary least squares of
 * log m = θ(label) + a(set). The effect a of a set is free, so that labels are told apart by ratios within sets alone,
 * whatever share each set left to what it does not list. The scale is what all sets said together: over sets that hang
 * together by common labels the effects have mean zero, each set counting with each of its labels. Sets that hang
 * together with no others keep their own scale, and so does a label without another beside it.
 *
 * A mass of zero has no logarithm and is left out; a label that has no other is absent.
 */
export function stitched(sets: readonly Pick<Pmf, "labels" | "masses">[]): ReadonlyMap<Label, number> {
  const places = new Map<Label, number>();
  const placeOf = (label: Label): number => places.get(label) ?? places.set(label, places.size).size - 1;
  const rows = sets.map(({ labels, masses }) =>
    labels.flatMap((label, i) => (masses[i]! > 0 ? [{ place: placeOf(label), log: Math.log(masses[i]!) }] : [])),
  );
  const cells = rows.flat();
  const [counts, theta] = [new Float64Array(places.size), new Float64Array(places.size)];
  for (const { place } of cells) counts[place]!++;
  // The mean of the label's logarithms: it has the right scale, which no step below changes, as they sum to zero.
  for (const { place, log } of cells) theta[place]! += log / counts[place]!;

  /** For each label the sum of its values, each less the mean of its set: the normal equations without their effects. */
  const centred = (value: (place: number, log: number) => number): Float64Array => {
    const sums = new Float64Array(places.size);
    for (const row of rows) {
      const mean = row.reduce((sum, { place, log }) => sum + value(place, log), 0) / row.length;
      for (const { place, log } of row) sums[place]! += value(place, log) - mean;
    }
    return sums;
  };
  const dot = (one: Float64Array, two: Float64Array) => one.reduce((sum, value, i) => sum + value * two[i]!, 0);
  // Conjugate gradients, preconditioned by the counts.
  const residual = centred((place, log) => log - theta[place]!);
  const direction = residual.map((value, place) => value / counts[place]!);
  let size = dot(residual, direction);
  for (let step = 0; step < 2 * places.size && size > 1e-24 * cells.length; step++) {
    const moved = centred((place) => direction[place]!);
    const length = size / dot(direction, moved);
    let next = 0;
    for (const [place, count] of counts.entries()) {
      theta[place]! += length * direction[place]!;
      residual[place]! -= length * moved[place]!;
      next += residual[place]! ** 2 / count;
    }
    for (const [place, count] of counts.entries()) {
      direction[place] = residual[place]! / count + (next / size) * direction[place]!;
    }
    size = next;
  }
  return new Map(Array.from(places, ([label, place]) => [label, theta[place]!]));
}
