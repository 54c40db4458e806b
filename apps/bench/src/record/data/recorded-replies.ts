import type { FrameTerms } from "@promptnce/core/frame";
import { DataError } from "@promptnce/rows/errors";

/** The columns that identify a pair, one key per row. */
interface RecordedKeys {
  readonly contexts: readonly string[];
  readonly x: readonly string[];
  readonly labels: readonly string[];
}

/** The human data, one number per pair. */
interface People extends FrameTerms {
  /** −∞ or NaN if no person gave this answer: the pair then has no ground-truth PMI. */
  readonly pmi: Float64Array;
  /** Absent if only shares are known. */
  readonly counts?: Float64Array;
}

/** The estimates of one model with one way of asking, with the human answers: one row per pair. */
export interface RecordedReplies {
  /** The survey that the questions are from. */
  readonly survey: string;
  /** The name in the recorded files. */
  readonly recordedAs: string;
  /** The name in tables. */
  readonly model: string;
  readonly way: string;
  readonly keys: RecordedKeys;
  /** What is resampled whole, as a frame names it. */
  readonly unit: "question" | "x";
  /** That unit of each row, as a key: the pairs of one question share its errors. */
  readonly units: readonly string[];
  /** P̂(y | x, c). */
  readonly mass: Float64Array;
  /**
   * P̂(y | c) elicited for no particular group; absent if it was not elicited, and NaN in a context
   * without a stated base rate.
   */
  readonly own?: Float64Array;
  readonly people: People;
  /**
   * The position of each pair's answer in the questionnaire; NaN if the answers are not a scale.
   */
  readonly positions?: Float64Array;
  /** The attribute of people that the rows are divided by, such as the party, one key per row. */
  readonly attributes?: readonly string[];
  /** What was recorded and gives no estimate. */
  readonly unreadable: Unreadable;
}

/** The numbers of replies from which no estimate can be read. */
interface Unreadable {
  /** The number of x whose masses are all 0; their rows are left out. */
  readonly x: number;
  /** The number of x that were asked about. */
  readonly ofX: number;
  /** The number of units with a context whose stated base rates are all 0. */
  readonly baseRates: number;
  /** The number of units for which a base rate was elicited. */
  readonly ofBaseRates: number;
}

/** The rows with a PMI known from human answers. */
export function scoredRows({ people }: RecordedReplies): number[] {
  return [...people.pmi.keys()].filter((row) => Number.isFinite(people.pmi[row]));
}

/** The values of a column at some rows. */
export function valuesAt(column: ArrayLike<number>, rows: readonly number[]): Float64Array {
  return Float64Array.from(rows, (row) => column[row]!);
}

/** The replies at the given rows only. */
export function repliesAt(replies: RecordedReplies, rows: readonly number[]): RecordedReplies {
  const texts = (column: readonly string[]): string[] => rows.map((row) => column[row]!);
  const numbers = (column: ArrayLike<number>): Float64Array => valuesAt(column, rows);
  const { keys, people, own, positions, attributes } = replies;
  return {
    ...replies,
    keys: { contexts: texts(keys.contexts), x: texts(keys.x), labels: texts(keys.labels) },
    units: texts(replies.units),
    mass: numbers(replies.mass),
    people: {
      conditional: numbers(people.conditional),
      marginal: numbers(people.marginal),
      pmi: numbers(people.pmi),
      ...(people.counts && { counts: numbers(people.counts) }),
    },
    ...(own && { own: numbers(own) }),
    ...(positions && { positions: numbers(positions) }),
    ...(attributes && { attributes: texts(attributes) }),
  };
}

/** A single string for a list of strings, unique to that list. */
export function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/**
 * @throws DataError if a pair occurs twice for one model and way of asking: it would count twice
 */
export function requireOnce(file: string, pairs: readonly string[]): void {
  const seen = new Set<string>();
  for (const pair of pairs) {
    if (seen.has(pair)) throw new DataError(`${file} has ${pair} twice; fetch it again`);
    seen.add(pair);
  }
}

const modelNames: Readonly<Record<string, string>> = {
  "gpt-4": "GPT-4",
  "gpt-4o": "GPT-4o",
  "gpt-3.5-turbo-0125": "GPT-3.5",
  anthropic_opus: "Claude 3 Opus",
  anthropic_haiku: "Claude 3 Haiku",
  "llama3-70b": "Llama 3 70B",
  "llama-3.1-70b": "Llama 3.1 70B",
  "llama-3.1-8b": "Llama 3.1 8B",
};

/** The display name of a model; its recorded name if no display name is known. */
export function modelName(recordedAs: string): string {
  return modelNames[recordedAs] ?? recordedAs;
}
