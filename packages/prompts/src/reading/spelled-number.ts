const spelled = String.raw`[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?`;

const whole = new RegExp(`^\\s*${spelled}\\s*$`);
const anywhere = new RegExp(`(?<![\\w.])${spelled}(?![\\w.])`, "g");

/** The number that a text spells; `undefined` if it holds anything else. */
export function spelledNumber(text: string): number | undefined {
  return whole.test(text) ? Number(text) : undefined;
}

/**
 * The unit of the last digit of the finest of these values as a text spells them: 0.01 for `0.50`
 * and `0`. `undefined` if none has a decimal, since JSON also writes 0.00 and 1.00 as `0` and `1`.
 */
export function lastDigit(text: string, values: readonly number[]): number | undefined {
  const shown = new Set(values);
  let most = 0;
  for (const [number] of text.matchAll(anywhere)) {
    const [digits, exponent = "0"] = number.toLowerCase().split("e") as [string, string?];
    if (!shown.has(Number(number))) continue;
    most = Math.max(most, (digits.split(".")[1] ?? "").length - Number(exponent));
  }
  return most === 0 ? undefined : Number(`1e-${most}`);
}

/** Every complete number in a text; `0.`, `1e` and `-` look like truncated ones. */
export function spelledNumbers(text: string): readonly number[] {
  return Array.from(text.matchAll(anywhere), ([number]) => Number(number));
}
