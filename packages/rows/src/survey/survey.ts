import { fingerprint, fingerprintTable } from "@promptnce/engine";
import { contextKey, type Context, type Label, type Marginal, type Pair } from "@promptnce/core";
import { random } from "@promptnce/core/sampling";
import { DataError } from "../errors.ts";
import type { LabelList } from "../input/read-labels.ts";
import type { Columns, MissingValue, Row } from "../input/read-rows.ts";
import { type LabelSeparation, LabelSeparations } from "./label-separation.ts";
import { LetterTexts } from "./letter-texts.ts";
import { pairKey, people, type People } from "./people.ts";

/** The inputs and labels of the rows of one context, or of all rows. */
export interface InputSurvey {
  /** The number of distinct inputs. */
  readonly inputs: number;
  /** The list that was given, or else the labels of the rows in order of first occurrence. */
  readonly labels: readonly Label[];
  /**
   * Four pairs with distinct inputs for a grounded prompt, drawn in proportion to people's counts
   * or, without counts, to the pairs' rows. Fewer if the rows have fewer distinct inputs.
   */
  readonly examples: readonly Pair[];
}

/** The survey of the rows of one context, or of all rows. */
interface ContextSurvey extends InputSurvey {
  /**
   * The distribution that distractors are drawn from: label frequencies, with a label that never
   * occurs counted once.
   */
  readonly marginal: Marginal;
}

/** People's answers in rows. */
interface PeopleSurvey {
  /**
   * Present if there is a column of y and people are counted: by a column, by weights or, where
   * pairs repeat or the columns say so, by rows, each of which is then one person's answer.
   */
  readonly people?: People;
}

/** The part of a survey that a row of a result is written from. */
export interface ShareSurvey extends PeopleSurvey {
  /**
   * P(x) in its context, for the input with this key: its share of the counts or, without counts,
   * of the rows.
   */
  inputShare(key: string, context?: Context): number;
}

/** The part of a survey that base rates are computed from. */
export interface LabelSurvey extends InputSurvey, PeopleSurvey {
  /**
   * The survey of each context, in order of first occurrence; absent if no columns name a context.
   */
  readonly contexts?: readonly ContextSurvey[];
  /** The survey of one context; that of all rows if no columns name a context. */
  inContext(context: Context | undefined): ContextSurvey;
}

/** The survey of all rows, made before any request. */
export interface Survey extends ContextSurvey, LabelSurvey, ShareSurvey {
  /** The number of rows that can be used. */
  readonly rows: number;
  /**
   * The number of rows that cannot be used, with the line and the problem of the first; absent if
   * all can.
   */
  readonly unusable?: { readonly rows: number; readonly first: string };
  /** The texts that stand for no value, with their columns and numbers of rows, the most first. */
  readonly missing: readonly (MissingValue & { readonly rows: number })[];
  /** The columns of the table, in order of first occurrence. */
  readonly header: readonly string[];
  /** The number of rows whose pair an earlier row has. */
  readonly repeated: number;
  /**
   * Groups of labels that differ only in case, spacing, Unicode form or zeros behind a whole number.
   * They still count as different labels.
   */
  readonly similarLabels: readonly (readonly Label[])[];
  /**
   * The column whose values seem to have labels of their own; absent if there is none, and if it
   * was not looked for.
   */
  readonly separation?: LabelSeparation;
}

export interface SurveyOptions {
  readonly columns: Columns;
  readonly file: string;
  /** The labels that may occur; by default any that the rows have. */
  readonly labels?: LabelList | undefined;
  readonly seed: string;
  /**
   * Whether to look for labels that belong to the values of a column, if no context is named; false
   * by default.
   */
  readonly checksSeparation?: boolean;
}

/**
 * The survey of all rows, which are read once. Memory grows by about 25 bytes for each distinct
 * input and pair, and by the text of each label; texts of rows are not kept.
 *
 * @throws DataError if there are no rows or none can be used, if all counts are 0, or if a letter
 *   for a label stands for two texts, or labels belong to the values of a column.
 * @example
 * import { readRows, tableFile } from "@promptnce/rows/input";
 * const table = await tableFile({ path: "pairs.csv", format: "csv" });
 * const columns = { x: [{ field: "cue", column: "cue" }], y: "response", count: "people" };
 * const found = await survey(readRows(table, columns), { columns, file: "pairs.csv", seed: "1" });
 * [found.inputs, found.people.marginal.get("WATER")]; // → [4, 0.4875]
 */
export async function survey(
  rows: AsyncIterable<readonly Row[]>,
  { columns, file, labels, seed, checksSeparation = false }: SurveyOptions,
): Promise<Survey> {
  const listed = labels?.all ?? [];
  const overall = new ContextCounts(listed);
  const contexts = new Map<string, ContextCounts>();
  const [totals, pairs] = [fingerprintTable(), fingerprintTable()];
  const letters = new LetterTexts(columns);
  const separations =
    checksSeparation && columns.given === undefined ? new LabelSeparations(columns) : undefined;
  let [read, repeated, hasVotes] = [0, 0, false];
  let unusable: Survey["unusable"];
  const lacking = new Map<string, Survey["missing"][number]>();
  const header: string[] = [];
  let lastNames: readonly string[] | undefined;
  for await (const batch of rows) {
    for (const row of batch) {
      const { line, key, x, y, context, count = 1, problem, missing, record } = row;
      const answers = row.people ?? count;
      hasVotes ||= row.people !== undefined && (count !== 1 || answers > 1);
      // Delimited records share one header, which may name a column twice; objects have keys of
      // their own.
      const names = record.columns;
      if (names !== lastNames)
        header.push(...names.filter((name) => lastNames === undefined || !header.includes(name)));
      lastNames = names;
      if (missing !== undefined) {
        const id = pairKey(missing.column, missing.text);
        lacking.set(id, { ...missing, rows: (lacking.get(id)?.rows ?? 0) + 1 });
      }
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
      const inContext = context && countsOf(contexts, contextKey(context), listed);
      const isNew = totals.get(key) === undefined;
      totals.add(key, answers);
      overall.addInput(answers, isNew);
      inContext?.addInput(answers, isNew);
      if (y === undefined) continue;
      separations?.add({ key, y, record });
      overall.addLabel(y, count);
      inContext?.addLabel(y, count);
      const id = pairKey(key, y);
      const earlier = pairs.get(id);
      if (earlier !== undefined) repeated++;
      pairs.add(id, count);
      // Each row has a lot of its own, for all the answers that it counts.
      const lot = -Math.log(1 - random(`${seed}/examples/${id}/${earlier ?? 0}`).uniform());
      if (count === 0) continue;
      const example = { pair: { id, x, y }, key, at: lot / count };
      overall.addExample(example);
      inContext?.addExample(example);
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
      `${file}, ${unusable.first}, and no other row can be used either; check the columns that you named.`,
    );
  }
  if (read === 0) throw new DataError(`${file} has a header but no rows: add some.`);
  if (mass === 0)
    throw new DataError(
      `${file}: every ${columns.count} is 0; give counts of people who answered.`,
    );
  const separation = separations?.check(file, labels !== undefined);
  const isCounted = columns.y !== undefined && (countsAnswers(columns) || repeated > 0 || hasVotes);
  const { labels: weights, answers } = overall;
  const all = overall.surveyed();
  const named = columns.given === undefined ? undefined : contexts;
  const surveyed = new Map(Array.from(contexts, ([key, inContext]) => [key, inContext.surveyed()]));
  const counts = { pairs, totals, labels: weights, answers, ...(named && { contexts: named }) };
  return {
    rows: read,
    ...(unusable && { unusable }),
    missing: [...lacking.values()].toSorted((a, b) => b.rows - a.rows),
    header,
    repeated,
    similarLabels: similarLabels(all.labels),
    ...(separation && { separation }),
    ...all,
    inputShare: (key, context) =>
      (totals.get(key) ?? 0) / (named?.get(contextKey(context))?.answers ?? answers),
    ...(isCounted && { people: people(counts) }),
    ...(named && { contexts: [...surveyed.values()] }),
    inContext: (context) => surveyed.get(contextKey(context)) ?? all,
  };
}

/** Whether the columns say how answers are counted. */
function countsAnswers({ count, weight, countsRows }: Columns): boolean {
  return count !== undefined || weight !== undefined || countsRows === true;
}

/** The counts of a context, which are begun at its first row. */
function countsOf(
  contexts: Map<string, ContextCounts>,
  key: string,
  listed: readonly Label[],
): ContextCounts {
  const counts = contexts.get(key) ?? new ContextCounts(listed);
  contexts.set(key, counts);
  return counts;
}

/** The counts of the rows of one context, or of all rows. */
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

/** The labels' shares, which sum to one. A label of weight 0 counts as if it had occurred once. */
function shares(weights: ReadonlyMap<Label, number>): Marginal {
  const held = [...weights].map(([y, weight]) => [y, weight === 0 ? 1 : weight] as const);
  const sum = held.reduce((total, [, weight]) => total + weight, 0);
  return new Map(held.map(([y, weight]) => [y, weight / sum]));
}

const EXAMPLES = 4;

interface Example {
  readonly pair: Pair;
  /** The key of its x. */
  readonly key: string;
  /** Its lot in the draw; the lowest lots win. */
  readonly at: number;
}

/**
 * The pairs with the lowest lots, one for each input, among those drawn so far and this one. The
 * draw depends on the seed and the pairs, not on their order.
 */
function drawnWith(drawn: readonly Example[], one: Example): readonly Example[] {
  if (drawn.length === EXAMPLES && one.at >= (drawn.at(-1)?.at ?? 0)) return drawn;
  const before = drawn.find(({ key }) => key === one.key);
  if (before !== undefined && before.at <= one.at) return drawn;
  return [...drawn.filter((other) => other !== before), one]
    .toSorted((a, b) => a.at - b.at)
    .slice(0, EXAMPLES);
}

/**
 * The groups of {@link Survey.similarLabels}, found by fingerprints, so that no second copy of all
 * labels is kept.
 */
export function similarLabels(labels: readonly Label[]): readonly (readonly Label[])[] {
  const seen = fingerprintTable();
  const shared = new Set(
    labels.map(plainForm).filter((form) => seen.add(fingerprint(form), 1) === 2),
  );
  const similar = labels.filter((label) => shared.size > 0 && shared.has(plainForm(label)));
  return [...Map.groupBy(similar, plainForm).values()];
}

/**
 * A label without differences of case, spacing and Unicode form, and of zeros behind a whole number;
 * the result does not depend on the locale.
 */
function plainForm(label: Label): string {
  const plain = label.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
  // pandas writes whole numbers with a zero where some are missing.
  return plain.replace(/^(-?\d+)\.0+$/, "$1");
}
