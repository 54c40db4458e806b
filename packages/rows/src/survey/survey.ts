import { fingerprintTable } from "@promptnce/providers";
import type { Label, Marginal } from "@promptnce/core";
import { DataError } from "../errors.ts";
import { type Example, exampleDraw } from "./example-draw.ts";
import { pairKey, people, type People } from "./people.ts";
import type { Columns, Row } from "../input/read-rows.ts";

/** What is known of all rows before anything is asked. */
export interface Survey {
  readonly rows: number;
  /** Different inputs. */
  readonly inputs: number;
  /** Rows whose pair an earlier row has. */
  readonly repeated: number;
  /** The list given, or the labels of the rows in the order they come. */
  readonly labels: readonly Label[];
  /** What distractors are drawn by: how often each label occurs, one that never does as once. */
  readonly marginal: Marginal;
  /** P(x) of the input of that key: its share of the answers, or of the rows. */
  inputShare(key: string): number;
  /** Four pairs with distinct inputs, for a grounded prompt; fewer where there are fewer. */
  readonly examples: readonly Example[];
  readonly people?: People;
}

interface SurveyOptions {
  readonly columns: Columns;
  /** What the file is called in errors. */
  readonly file: string;
  /** The labels that may occur; whatever occurs if not given. */
  readonly labels?: readonly Label[];
  /** The file of `labels`. */
  readonly labelsFile?: string;
  readonly seed: string;
}

const EXAMPLES = 4;

/**
 * Reads all rows once. Memory grows with the different inputs, pairs and labels by some 25 bytes
 * each, not with the rows' texts; labels are kept whole.
 *
 * @throws DataError where a label is not listed, a pair has two counts, or there is nothing to do.
 */
export async function survey(rows: AsyncIterable<readonly Row[]>, options: SurveyOptions): Promise<Survey> {
  const { columns, file, labels, seed } = options;
  const weights = new Map<Label, number>(labels?.map((label) => [label, 0]));
  const totals = fingerprintTable();
  const pairs = fingerprintTable();
  const examples = exampleDraw(EXAMPLES, seed);
  let read = 0;
  let repeated = 0;
  let mass = 0;
  for await (const batch of rows) {
    for (const row of batch) {
      const { key, x, y, count = 1 } = row;
      read++;
      mass += count;
      totals.add(key, count);
      if (y === undefined) continue;
      if (labels !== undefined && !weights.has(y)) throw unlisted(row, options);
      weights.set(y, (weights.get(y) ?? 0) + count);
      const pair = pairKey(key, y);
      if (pairs.get(pair) !== undefined) {
        repeated++;
        if (columns.count !== undefined) throw countedTwice(row, file);
      }
      pairs.add(pair, count);
      if (count > 0) examples.add({ id: pair, key, x, y });
    }
  }
  if (!Number.isFinite(mass)) {
    throw new DataError(
      `${file}: the ${columns.count} add up to more than a number can hold; give counts of people who answered.`,
    );
  }
  if (read === 0) throw new DataError(`${file} has a header and no rows: give it rows.`);
  if (mass === 0) throw new DataError(`${file}: every ${columns.count} is 0; give counts of people who answered.`);
  const counted = columns.count !== undefined && columns.y !== undefined;
  return {
    rows: read,
    inputs: totals.size,
    repeated,
    labels: [...weights.keys()],
    marginal: shares(weights),
    inputShare: (key) => (totals.get(key) ?? 0) / mass,
    examples: examples.drawn,
    ...(counted && { people: people({ pairs, totals, labels: weights, answers: mass }) }),
  };
}

/** Sums to one. A label of weight 0, listed or counted 0 times, counts as if it had occurred once. */
function shares(weights: ReadonlyMap<Label, number>): Marginal {
  const held = [...weights].map(([y, weight]) => [y, weight === 0 ? 1 : weight] as const);
  const sum = held.reduce((total, [, weight]) => total + weight, 0);
  return new Map(held.map(([y, weight]) => [y, weight / sum]));
}

function unlisted({ line, y = "" }: Row, { file, columns, labelsFile, labels }: SurveyOptions): DataError {
  return new DataError(
    `${file}, line ${line}: ${columns.y} is ${JSON.stringify(y)}, which is none of the ${labels?.length} labels of ${labelsFile}; add it there, or leave the row out.`,
  );
}

function countedTwice({ line }: Row, file: string): DataError {
  return new DataError(
    `${file}, line ${line}: the same x and y were counted on an earlier line; give each pair once, with its counts added up.`,
  );
}
