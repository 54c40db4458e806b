import { leastSquares } from "../statistics/least-squares.ts";

/** Simple Good–Turing probabilities. */
export interface GoodTuring {
  /** The mass of everything not seen: the share of observations whose label was seen once. */
  readonly unseen: number;
  /** The probability of a label seen r times, for each r above zero. */
  readonly seen: ReadonlyMap<number, number>;
}

/**
 * Simple Good–Turing (Gale and Sampson, 1995): the smoothed count r* = (r + 1) N(r+1) / N(r), with
 * N(r), the number of labels seen r times, taken as observed while it differs from its log-log line by
 * more than 1.96 standard deviations (the factor of Sampson’s program), and from the line from then on; renormalised so that seen and
 * unseen masses sum to one. Zero counts are ignored.
 * @throws RangeError where a count is no integer, where fewer than two different counts are above
 * zero, and where N(r) falls too slowly (slope above −1) for the method to hold
 */
export function goodTuringMasses(counts: Iterable<number>): GoodTuring {
  const frequency = frequenciesOfCounts(counts);
  const rs = [...frequency.keys()].sort((a, b) => a - b);
  const total = rs.reduce((sum, r) => sum + r * frequency.get(r)!, 0);
  const smoothed = smoothedFrequency(rs, frequency);
  let useObserved = true;
  const starred = rs.map((r) => {
    const fromLine = ((r + 1) * smoothed(r + 1)) / smoothed(r);
    const next = frequency.get(r + 1);
    if (!useObserved || next === undefined) {
      useObserved = false;
      return fromLine;
    }
    const here = frequency.get(r)!;
    const observed = ((r + 1) * next) / here;
    const deviation = Math.sqrt((r + 1) ** 2 * (next / here ** 2) * (1 + next / here));
    useObserved = Math.abs(observed - fromLine) > 1.96 * deviation;
    return useObserved ? observed : fromLine;
  });
  const unseen = (frequency.get(1) ?? 0) / total;
  const mass = rs.reduce((sum, r, k) => sum + frequency.get(r)! * starred[k]!, 0);
  return { unseen, seen: new Map(rs.map((r, k) => [r, ((1 - unseen) * starred[k]!) / mass])) };
}

function frequenciesOfCounts(counts: Iterable<number>): Map<number, number> {
  const frequency = new Map<number, number>();
  for (const count of counts) {
    if (!Number.isInteger(count) || count < 0) {
      throw new RangeError(`Good–Turing counts whole observations, not ${count}`);
    }
    if (count > 0) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  }
  if (frequency.size < 2) {
    throw new RangeError(
      `Good–Turing needs at least two different counts above zero, not ${frequency.size}; ` +
        `use maximum likelihood or add-α`,
    );
  }
  return frequency;
}

/** The line through log N(r), each N(r) first spread over the gap to the neighbouring counts. */
function smoothedFrequency(rs: readonly number[], frequency: ReadonlyMap<number, number>): (r: number) => number {
  const spread = rs.map((r, k) => {
    const before = k === 0 ? 0 : rs[k - 1]!;
    const after = k === rs.length - 1 ? 2 * r - before : rs[k + 1]!;
    return (2 * frequency.get(r)!) / (after - before);
  });
  const { slope, intercept } = leastSquares(rs.map(Math.log), spread.map(Math.log));
  if (slope > -1) {
    throw new RangeError(
      `Good–Turing does not hold here: the frequency of counts falls with slope ${slope}, which ` +
        `must be at most -1; use maximum likelihood or add-α`,
    );
  }
  return (r) => Math.exp(intercept + slope * Math.log(r));
}
