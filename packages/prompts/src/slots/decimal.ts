const format = new Intl.NumberFormat("en", { maximumSignificantDigits: 2, useGrouping: false });

/**
 * A probability as the prompts show one: a plain decimal of two significant digits, never with an
 * exponent, as the paper writes such numbers. The frequencies of some hundred people are known no
 * better than that. Throws for what is not a probability.
 */
export function decimal(probability: number): string {
  if (!(probability >= 0 && probability <= 1)) {
    throw new Error(
      `A prompt shows probabilities of other pairs, and ${probability} is none: ` + `give numbers from 0 to 1.`,
    );
  }
  return format.format(probability);
}
