/** A column with more different numbers than this is cut at its quartiles. */
const MOST_NUMBERS = 8;

/**
 * One group a text, or, of numbers with many different values, the quarter in which each lies, such
 * as `12 to 40`; equal numbers are in one group.
 */
export function biasGroups(texts: readonly string[]): string[] {
  const numbers = texts.map(Number);
  const isCut =
    new Set(texts).size > MOST_NUMBERS && numbers.every((number) => Number.isFinite(number));
  if (!isCut) return [...texts];
  const sorted = numbers.toSorted((a, b) => a - b);
  const ends = [1, 2, 3, 4].map((quarter) => sorted[Math.ceil((quarter * sorted.length) / 4) - 1]!);
  const quarterOf = (number: number): number => ends.findIndex((end) => number <= end);
  const quarters = Map.groupBy(sorted, quarterOf);
  return numbers.map((number) => {
    const within = quarters.get(quarterOf(number))!;
    return `${within[0]} to ${within.at(-1)}`;
  });
}
