/** Codes that surveys use for missing answers: −99, 999, 88, −1. */
const CODE = /^-?(?:[789]|7{2,}|8{2,}|9+[6-9])$|^-[1-9]$/;

/** How many ranges of the other values a code is away from them. */
const FAR = 2;

/**
 * The numbers that stand for no value, as far as the other numbers show: survey codes far outside
 * the range of all numbers that are not codes. Too few other numbers show nothing.
 *
 * @example
 * missingCodes([1, 2, 3, 4, 5, 99]); // → new Set([99])
 */
export function missingCodes(values: Iterable<number>): ReadonlySet<number> {
  const distinct = new Set(values);
  const isCode = (value: number): boolean => CODE.test(String(value));
  const plain = [...distinct].filter((value) => !isCode(value));
  if (plain.length < 2) return new Set();
  const least = plain.reduce((a, b) => Math.min(a, b));
  const most = plain.reduce((a, b) => Math.max(a, b));
  const reach = FAR * (most - least);
  const codes = [...distinct].filter(isCode);
  return new Set(codes.filter((code) => code > most + reach || code < least - reach));
}
