/** The rounding error of a few additions and a division, relative to the value. */
const ROUNDING = 16 * Number.EPSILON;

/**
 * The greatest product of a fraction's parts. Its inverse is how near other fractions may come:
 * above it, rounding could not be told from a difference.
 */
const LARGEST = 1e12;

/**
 * The number that a value is apart from rounding: the double nearest to the simplest fraction
 * within 16 units of its last digit, whose parts multiply to at most 10¹²; the value itself where
 * there is none. 0.3 / 0.9 and 0.2 / 0.6 are one number and two doubles, which ranks, ties and
 * isotonic regression would tell apart by their last digit. Applied once, where a number is
 * computed, so that whoever reads the number compares with `===`. The tolerance is relative:
 * however small two probabilities are, they stay apart.
 *
 * @example
 * 0.3 / 0.9 === 0.2 / 0.6; // → false
 * canonicalNumber(0.3 / 0.9) === canonicalNumber(0.2 / 0.6); // → true
 */
export function canonicalNumber(value: number): number {
  const size = Math.abs(value);
  // The convergents of the continued fraction, the simplest fractions that are so near. One by one,
  // as an array would be made anew at each step, which takes four times as long.
  let above = 1;
  let below = 0;
  let aboveBefore = 0;
  let belowBefore = 1;
  for (let rest = size; ; rest = 1 / (rest - Math.floor(rest))) {
    const whole = Math.floor(rest);
    const nextAbove = whole * above + aboveBefore;
    const nextBelow = whole * below + belowBefore;
    aboveBefore = above;
    belowBefore = below;
    above = nextAbove;
    below = nextBelow;
    if (!(above * below <= LARGEST)) return value;
    const fraction = above / below;
    if (Math.abs(fraction - size) <= ROUNDING * size) return Math.sign(value) * fraction;
  }
}
