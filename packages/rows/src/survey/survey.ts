import { fingerprintTable } from "@promptnce/engine";
import { contextKey, type Context, type Label } from "@promptnce/core";
import { random } from "@promptnce/core/sampling";
import { DataError } from "../errors.ts";
import type { LabelList } from "../input/read-labels.ts";
import type { Columns, MissingValue, Row } from "../input/read-rows.ts";
import { ContextCounts, type ContextSurvey, type InputSurvey } from "./context-counts.ts";
import { type LabelSeparation, LabelSeparations } from "./label-separation.ts";
import { LetterTexts } from "./letter-texts.ts";
import { pairKey, people, type People } from "./people.ts";
import { similarLabels } from "./similar-labels.ts";

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
  /** The number of rows with blanks around the label, which is read without them. */
  readonly padded: number;
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
  options: SurveyOptions,
): Promise<Survey> {
  const counts = new RowCounts(options);
  for await (const batch of rows) {
    for (const row of batch) {
      counts.add(row);
    }
  }
  return counts.surveyed();
}

/** The counts of the rows so far. */
class RowCounts {
  readonly #options: SurveyOptions;
  readonly #listed: readonly Label[];
  readonly #overall: ContextCounts;
  readonly #contexts = new Map<string, ContextCounts>();
  readonly #totals = fingerprintTable();
  readonly #pairs = fingerprintTable();
  readonly #letters: LetterTexts;
  readonly #separations: LabelSeparations | undefined;
  readonly #header: string[] = [];
  #lastNames: readonly string[] | undefined;
  readonly #missing = new Map<string, Survey["missing"][number]>();
  #unusable: Survey["unusable"];
  #read = 0;
  #repeated = 0;
  #padded = 0;
  #hasVotes = false;

  constructor(options: SurveyOptions) {
    const { columns, labels, checksSeparation = false } = options;
    this.#options = options;
    this.#listed = labels?.all ?? [];
    this.#overall = new ContextCounts(this.#listed);
    this.#letters = new LetterTexts(columns);
    this.#separations =
      checksSeparation && columns.given === undefined ? new LabelSeparations(columns) : undefined;
  }

  add(row: Row): void {
    const { line, key, y, context, count = 1, problem, missing, record } = row;
    const answers = row.people ?? count;
    this.#hasVotes ||= row.people !== undefined && (count !== 1 || answers > 1);
    this.#addNames(record.columns);
    if (missing !== undefined) this.#addMissing(missing);
    if (problem !== undefined) {
      const { first = `line ${line}: ${problem}`, rows = 0 } = this.#unusable ?? {};
      this.#unusable = { first, rows: rows + 1 };
      return;
    }
    this.#read++;
    if (row.isPadded) this.#padded++;
    const inContext = context && this.#countsOf(context);
    const isNew = this.#totals.get(key) === undefined;
    this.#totals.add(key, answers);
    this.#overall.addInput(answers, isNew);
    inContext?.addInput(answers, isNew);
    if (y !== undefined) this.#addAnswer(row, y, inContext);
  }

  /**
   * Delimited records share one header, which may name a column twice; objects have their own keys.
   */
  #addNames(names: readonly string[]): void {
    if (names === this.#lastNames) return;
    const isFirst = this.#lastNames === undefined;
    this.#header.push(...names.filter((name) => isFirst || !this.#header.includes(name)));
    this.#lastNames = names;
  }

  #addMissing(missing: MissingValue): void {
    const id = pairKey(missing.column, missing.text);
    this.#missing.set(id, { ...missing, rows: (this.#missing.get(id)?.rows ?? 0) + 1 });
  }

  #countsOf(context: Context): ContextCounts {
    const key = contextKey(context);
    const counts = this.#contexts.get(key) ?? new ContextCounts(this.#listed);
    this.#contexts.set(key, counts);
    return counts;
  }

  #addAnswer(row: Row, y: Label, inContext: ContextCounts | undefined): void {
    const { key, x, context, count = 1, record } = row;
    this.#letters.add({ y, context, record });
    this.#separations?.add({ key, y, record });
    this.#overall.addLabel(y, count);
    inContext?.addLabel(y, count);
    const id = pairKey(key, y);
    const earlier = this.#pairs.get(id);
    if (earlier !== undefined) this.#repeated++;
    this.#pairs.add(id, count);
    // Each row has a lot of its own, for all the answers that it counts.
    const { seed } = this.#options;
    const lot = -Math.log(1 - random(`${seed}/examples/${id}/${earlier ?? 0}`).uniform());
    if (count === 0) return;
    const example = { pair: { id, x, y }, key, at: lot / count };
    this.#overall.addExample(example);
    inContext?.addExample(example);
  }

  surveyed(): Survey {
    const { columns, file, labels } = this.#options;
    this.#letters.check(file);
    this.#checkAnswers();
    const separation = this.#separations?.check(file, labels !== undefined);
    const counted = this.#people();
    const { answers } = this.#overall;
    const totals = this.#totals;
    const all = this.#overall.surveyed();
    const named = columns.given === undefined ? undefined : this.#contexts;
    const contexts = new Map(
      Array.from(this.#contexts, ([key, inContext]) => [key, inContext.surveyed()]),
    );
    return {
      rows: this.#read,
      ...(this.#unusable && { unusable: this.#unusable }),
      missing: [...this.#missing.values()].toSorted((a, b) => b.rows - a.rows),
      header: this.#header,
      repeated: this.#repeated,
      padded: this.#padded,
      similarLabels: similarLabels(all.labels),
      ...(separation && { separation }),
      ...all,
      inputShare: (key, context) =>
        (totals.get(key) ?? 0) / (named?.get(contextKey(context))?.answers ?? answers),
      ...(counted && { people: counted }),
      ...(named && { contexts: [...contexts.values()] }),
      inContext: (context) => contexts.get(contextKey(context)) ?? all,
    };
  }

  /** People's answers; `undefined` where the rows hold none. */
  #people(): People | undefined {
    const { columns } = this.#options;
    const isCounted = countsAnswers(columns) || this.#repeated > 0 || this.#hasVotes;
    if (columns.y === undefined || !isCounted) return undefined;
    const { labels, answers } = this.#overall;
    const contexts = columns.given === undefined ? {} : { contexts: this.#contexts };
    return people({ pairs: this.#pairs, totals: this.#totals, labels, answers, ...contexts });
  }

  /** @throws DataError unless some rows can be used and people are counted in them */
  #checkAnswers(): void {
    const { columns, file } = this.#options;
    const { answers } = this.#overall;
    if (!Number.isFinite(answers)) {
      throw new DataError(
        `${file}: the ${columns.count} add up to more than a number can hold; give counts of people who answered.`,
      );
    }
    if (this.#read === 0 && this.#unusable) {
      throw new DataError(
        `${file}, ${this.#unusable.first}, and no other row can be used either; check the columns that you named.`,
      );
    }
    if (this.#read === 0) throw new DataError(`${file} has a header but no rows: add some.`);
    if (answers === 0) {
      throw new DataError(
        `${file}: every ${columns.count} is 0; give counts of people who answered.`,
      );
    }
  }
}

/** Whether the columns say how answers are counted. */
function countsAnswers({ count, weight, countsRows }: Columns): boolean {
  return count !== undefined || weight !== undefined || countsRows === true;
}
