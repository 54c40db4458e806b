import type { Sentence } from "@promptnce/core/errors";
import type { RecordedLine } from "./recorded-lines.ts";

/** A sum above one that rounding does not explain. */
const MOST = 1.05 + 1e-9;
/** A sum as far as this from the middle one of the file is unlike the others. */
const FAR = 0.2;
/** So many sets show what sums a file has. */
const FEWEST = 5;
/** Sets that a sentence names. */
const NAMED = 3;

/** A set and the sum of its masses, with the line on which it begins. */
interface SetSum {
  readonly name: string;
  readonly line: number;
  readonly sum: number;
}

/**
 * Sentences on sets whose masses sum to more than one, as two questions do that are taken for one, or
 * to another sum than most sets of the file.
 */
export function oddSums(lines: readonly RecordedLine[]): Sentence[] {
  const sums = sumsOf(lines);
  const sorted = sums.map(({ sum }) => sum).toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const above = sums.filter(({ sum }) => sum > MOST);
  const unlike =
    sums.length < FEWEST
      ? []
      : sums.filter((one) => !above.includes(one) && Math.abs(one.sum - middle) > FAR);
  return [
    ...(above.length === 0 ? [] : [aboveText(above, sums.length)]),
    ...(unlike.length === 0 ? [] : [unlikeText(unlike, sums.length, middle)]),
  ];
}

/** The sums of the sets without an empty mass. */
function sumsOf(lines: readonly RecordedLine[]): SetSum[] {
  const sums = new Map<string, SetSum>();
  const empty = new Set<string>();
  for (const line of lines) {
    const { set, mass, record } = line;
    if (mass === undefined) empty.add(set);
    const earlier = sums.get(set) ?? { name: nameOf(line), line: record.line, sum: 0 };
    sums.set(set, { ...earlier, sum: earlier.sum + (mass ?? 0) });
  }
  return [...sums].filter(([set, { sum }]) => !empty.has(set) && sum > 0).map(([, one]) => one);
}

function nameOf({ x, context = {} }: RecordedLine): string {
  return [...new Set([...Object.values(context), ...Object.values(x)])].join(" / ");
}

function aboveText(sets: readonly SetSum[], of: number): Sentence {
  return (write) =>
    `Masses sum to more than 1.05 in ${sets.length} of ${of} sets: ${namesOf(sets)}. If several questions or answers of an x are taken for one there, add the column that tells them apart to the context (${write("columns.given")}), or a column named set.`;
}

function unlikeText(sets: readonly SetSum[], of: number, middle: number): Sentence {
  return `Masses of ${sets.length} of ${of} sets sum to something else than the ${middle.toFixed(2)} of most: ${namesOf(sets)}. Look whether these sets lack labels or hold those of others.`;
}

function namesOf(sets: readonly SetSum[]): string {
  const named = sets.slice(0, NAMED).map(({ name, line, sum }) => {
    return `${JSON.stringify(shortened(name))} (from line ${line}) ${sum.toFixed(2)}`;
  });
  const more = sets.length - NAMED;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
