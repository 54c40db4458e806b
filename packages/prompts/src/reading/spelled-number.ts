const spelled = String.raw`[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?`;

const whole = new RegExp(`^\\s*${spelled}\\s*$`);
const anywhere = new RegExp(`(?<![\\w.])${spelled}(?![\\w.])`, "g");

/** The number that a text spells, and nothing else with it; otherwise `undefined`. */
export function spelledNumber(text: string): number | undefined {
  return whole.test(text) ? Number(text) : undefined;
}

/**
 * Every number that stands whole in a text. `0.`, `1e` and `-` are not whole: that is how a number looks that was cut.
 */
export function spelledNumbers(text: string): readonly number[] {
  return Array.from(text.matchAll(anywhere), ([number]) => Number(number));
}
