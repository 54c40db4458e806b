import type { Pmf, Reading } from "@promptnce/core";

/** How far a sum may be from one and count as one: models round, and so does addition. */
const tolerance = 1e-6;

/**
 * The reported masses with their sum put right: divided by it where it is not one. A sum above one stays as reported
 * where `mayExceedOne`: there P(y|x) over labels itself sums above one, and dividing would bias every probability. A
 * sum of zero says nothing and is unreadable.
 */
export function rescale(reported: Pmf, mayExceedOne: boolean): Reading<Pmf> {
  const sum = reported.masses.reduce((total, mass) => total + mass, reported.other ?? 0);
  const shown = Number(sum.toPrecision(7));
  if (sum === 0) return { ok: false, reason: "its probabilities sum to zero" };
  if (Math.abs(sum - 1) <= tolerance) return { ok: true, answer: reported, notes: [] };
  if (sum > 1 && mayExceedOne) {
    const note = `kept the sum of ${shown}: raters may choose several labels`;
    return { ok: true, answer: reported, notes: [note] };
  }
  const { labels, other } = reported;
  const masses = reported.masses.map((mass) => mass / sum);
  const rest = other === undefined ? {} : { other: other / sum };
  return { ok: true, answer: { labels, masses, ...rest }, notes: [`rescaled from ${shown}`] };
}
