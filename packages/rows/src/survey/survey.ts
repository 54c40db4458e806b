import { fingerprint, fingerprintTable } from "@promptnce/engine";
import { contextKey } from "@promptnce/core";
import type { Context, Label, Marginal, Pair } from "@promptnce/core";
import { random } from "@promptnce/core/sampling";
import { DataError } from "../errors.ts";
import type { LabelList } from "../input/read-labels.ts";
import type { Columns, Row } from "../input/read-rows.ts";
import { LetterTexts } from "./letter-texts.ts";
import { pairKey, people, type People } from "./people.ts";

/** What is known of the rows of one context, or of all rows. */
interface ContextSurvey {
  /** How many different inputs there are. */
  readonly inputs: number;
  /** The list given, or the labels of the rows in the order they come. */
  readonly labels: readonly Label[];
  /** What distractors are drawn by: how often each label occurs, one that never does as once. */
  readonly marginal: Marginal;
  /**
   * Four pairs with distinct inputs, for a grounded prompt, drawn as people gave them: a pair as often as it was
   * counted, or as rows have it. Fewer where there are fewer.
   */
  readonly examples: readonly Pair[];
}

/** What is known of all rows before anything is asked. */
export interface Survey extends ContextSurvey {
  /** Those that can be used. */
  readonly rows: number;
  /** How many cannot, and what is in the way of the first, with its line; absent where all can. */
  readonly unusable?: { readonly rows: number; readonly first: string };
  /** The columns of the table, in the order in which they first come. */
  readonly header: readonly string[];
  /** Rows whose pair an earlier row has. */
  readonly repeated: number;
  /** Groups of labels that differ only in case, space or Unicode form, and are different labels all the same. */
  readonly similarLabels: readonly (readonly Label[])[];
  /** P(x) of the input of that key, in its context: its share of the answers, or of the rows. */
  inputShare(key: string, context?: Context): number;
  readonly people?: People;
  /** Each by itself, in the order in which they come; absent where columns name none. */
  readonly contexts?: readonly ContextSurvey[];
  /** What of that is of one context; of all rows where columns name none. */
  inContext(context: Context | undefined): ContextSurvey;
}

export interface SurveyOptions {
  readonly columns: Columns;
  readonly file: string;
  /** The labels that may occur; whatever occurs if not given. */
  readonly labels?: LabelList | undefined;
  readonly seed: string;
}

/**
 * Reads all rows once. Memory grows with the different inputs, pairs and labels by some 25 bytes each, not with the
 * rows' texts; labels are kept whole.
 *
 * @throws DataError where no row can be used, a pair has two counts, or there is nothing to do.
 */
export async function survey(
  rows: AsyncIterable<readonly Row[]>,
  { columns, file, labels, seed }: SurveyOptions,
): Promise<Survey> {
  const listed = labels?.all ?? [];
  const overall = new ContextCounts(listed);
  const contexts = new Map<string, ContextCounts>();
  const [totals, pairs] = [fingerprintTable(), fingerprintTable()];
  const letters = new LetterTexts(columns);
  let [read, repeated] = [0, 0];
  let unusable: Survey["unusable"];
  const header: string[] = [];
  let known: readonly string[] | undefined;
  for await (const batch of rows) {
    for (const { line, key, x, y, context, count = 1, problem, record } of batch) {
      // A header is one and the same for all records, and may name a column twice; objects have each their own.
      const names = record.columns;
      if (names !== known)
        header.push(...names.filter((name) => known === undefined || !header.includes(name)));
      known = names;
      if (problem !== undefined) {
        unusable = {
          first: `line ${line}: ${problem}`,
          ...unusable,
          rows: (unusable?.rows ?? 0) + 1,
        };
        continue;
      }
      read++;
      if (y !== undefined) letters.add({ y, context, record });
      const of = context && contextKey(context);
      const own = of === undefined ? undefined : (contexts.get(of) ?? new ContextCounts(listed));
      if (of !== undefined && own !== undefined) contexts.set(of, own);
      const isNew = totals.get(key) === undefined;
      totals.add(key, count);
      overall.addInput(count, isNew);
      own?.addInput(count, isNew);
      if (y === undefined) continue;
      overall.addLabel(y, count);
      own?.addLabel(y, count);
      const id = pairKey(key, y);
      const earlier = pairs.get(id);
      if (earlier !== undefined) {
        repeated++;
        if (columns.count !== undefined) {
          throw new DataError(
            `${file}, line ${line}: the same x and y were counted on an earlier line; give each pair once, with its counts added up.`,
          );
        }
      }
      pairs.add(id, count);
      // Rows that repeat a pair have lots of their own: each is an answer. One that was counted has one for them all.
      const lot = -Math.log(1 - random(`${seed}/examples/${id}/${earlier ?? 0}`).uniform());
      if (count === 0) continue;
      const example = { pair: { id, x, y }, key, at: lot / count };
      overall.addExample(example);
      own?.addExample(example);
    }
  }
  const mass = overall.answers;
  letters.check(file);
  if (!Number.isFinite(mass)) {
    throw new DataError(
      `${file}: the ${columns.count} add up to more than a number can hold; give counts of people who answered.`,
    );
  }
  if (read === 0 && unusable) {
    throw new DataError(
      `${file}, ${unusable.first}, and no other row can be used either; see to the columns that are named.`,
    );
  }
  if (read === 0) throw new DataError(`${file} has a header and no rows: give it rows.`);
  if (mass === 0)
    throw new DataError(
      `${file}: every ${columns.count} is 0; give counts of people who answered.`,
    );
  const isCounted =
    (columns.count !== undefined || columns.weight !== undefined) && columns.y !== undefined;
  const { labels: weights, answers } = overall;
  const all = overall.surveyed();
  const named = columns.given === undefined ? undefined : contexts;
  const surveyed = new Map(Array.from(contexts, ([key, own]) => [key, own.surveyed()]));
  const counts = { pairs, totals, labels: weights, answers, ...(named && { contexts: named }) };
  return {
    rows: read,
    ...(unusable && { unusable }),
    header,
    repeated,
    similarLabels: similarLabels(all.labels),
    ...all,
    inputShare: (key, context) =>
      (totals.get(key) ?? 0) / (named?.get(contextKey(context))?.answers ?? answers),
    ...(isCounted && { people: people(counts) }),
    ...(named && { contexts: [...surveyed.values()] }),
    inContext: (context) => surveyed.get(contextKey(context)) ?? all,
  };
}

/** What is counted of the rows of one context, or of all. */
class ContextCounts {
  readonly labels: Map<Label, number>;
  answers = 0;
  #inputs = 0;
  #examples: readonly Example[] = [];

  constructor(listed: readonly Label[]) {
    this.labels = new Map(listed.map((label) => [label, 0]));
  }

  addInput(count: number, isNew: boolean): void {
    this.answers += count;
    if (isNew) this.#inputs++;
  }

  addLabel(y: Label, count: number): void {
    this.labels.set(y, (this.labels.get(y) ?? 0) + count);
  }

  addExample(example: Example): void {
    this.#examples = drawnWith(this.#examples, example);
  }

  surveyed(): ContextSurvey {
    return {
      inputs: this.#inputs,
      labels: [...this.labels.keys()],
      marginal: shares(this.labels),
      examples: this.#examples.map(({ pair }) => pair),
    };
  }
}

/** Sums to one. A label of weight 0, listed or counted 0 times, counts as if it had occurred once. */
function shares(weights: ReadonlyMap<Label, number>): Marginal {
  const held = [...weights].map(([y, weight]) => [y, weight === 0 ? 1 : weight] as const);
  const sum = held.reduce((total, [, weight]) => total + weight, 0);
  return new Map(held.map(([y, weight]) => [y, weight / sum]));
}

const EXAMPLES = 4;

interface Example {
  readonly pair: Pair;
  /** Of its x. */
  readonly key: string;
  /** Its lot: the lowest are drawn. */
  readonly at: number;
}

/** The pairs with the lowest lots, one an input, once this came: of the seed and the pairs, whatever their order. */
function drawnWith(drawn: readonly Example[], one: Example): readonly Example[] {
  if (drawn.length === EXAMPLES && one.at >= (drawn.at(-1)?.at ?? 0)) return drawn;
  const before = drawn.find(({ key }) => key === one.key);
  if (before !== undefined && before.at <= one.at) return drawn;
  return [...drawn.filter((other) => other !== before), one]
    .toSorted((a, b) => a.at - b.at)
    .slice(0, EXAMPLES);
}

/** See {@link Survey.similarLabels}; of a million labels no more is kept than fingerprints. */
export function similarLabels(labels: readonly Label[]): readonly (readonly Label[])[] {
  const seen = fingerprintTable();
  const shared = new Set(
    labels.map(plainForm).filter((form) => seen.add(fingerprint(form), 1) === 2),
  );
  const similar = labels.filter((label) => shared.size > 0 && shared.has(plainForm(label)));
  return [...Map.groupBy(similar, plainForm).values()];
}

/** The same whatever the computer's language. */
function plainForm(label: Label): string {
  return label.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}
