import { contextKey } from "@promptnce/core";
import type { Context, Label, Pmf, QuestionOf, Reading, Trial } from "@promptnce/core";
import { type Sentence, written } from "@promptnce/core/errors";
import type { NamedColumns } from "../answer/plan-columns.ts";
import { DataError } from "../errors.ts";
import type { Columns, Row } from "../input/read-rows.ts";
import type { RowTable } from "../input/table.ts";
import { pairKey } from "../survey/people.ts";
import { type Survey, survey } from "../survey/survey.ts";
import { checkLabels } from "./check-labels.ts";
import { type RecordedLine, recordedLines } from "./recorded-lines.ts";

const OTHER = "OTHER";
/** The task that they answer about. */
export const RECORDED = "recorded";

/** Masses that were given together. */
export interface RecordedSet extends Pmf {
  readonly labels: Label[];
  readonly masses: number[];
  other?: number;
  /** What they answer: its x names the set alone, since one x may have several sets of the same labels. */
  question: QuestionOf<"closed"> | QuestionOf<"open">;
  /** What is made of them: one that was left empty makes all unreadable. */
  reading: Reading<Pmf>;
}

/** The base rates of one context. */
interface RecordedRates {
  readonly context?: Context;
  readonly labels: Map<Label, number>;
}

/** A file of anybody's PMFs. */
export interface Recorded {
  readonly columns: Columns;
  /** Each with its set, and its label in that; of OTHER there is no trial. */
  readonly rows: readonly {
    readonly row: Row;
    readonly set: RecordedSet;
    readonly trial?: Trial;
  }[];
  readonly sets: readonly RecordedSet[];
  /** P̂(y) of each label that has one, by its context. */
  readonly rates: ReadonlyMap<string, RecordedRates>;
  readonly survey: Survey;
}

/**
 * Reads a row a label and set: its mass, how many people gave it to x (nobody where that is empty), and its base rate,
 * each in the context that columns name. The label OTHER is the mass outside the set, counted by who gave none of the
 * labels of x. All is held in memory.
 *
 * Masses are scaled to sum to one. Where columns name a context they stand as they were recorded, also where they do not
 * sum to one: what nobody of x answered has no row, as of "Refused", which is left out of most surveys' tables.
 *
 * @param named Columns that are called otherwise.
 * @throws DataError naming file, line and column of what is wrong, or saying that labels do not mean the same in all
 * inputs.
 */
export async function readRecorded(table: RowTable, named: NamedColumns): Promise<Recorded> {
  const { columns, lines } = await recordedLines(table, named);
  const reading = new RecordedReading(table.name);
  for (const line of lines) {
    reading.add(line);
  }
  const { rows, rates } = reading;
  checkLabels(table.name, columns, rows);
  const sets = [...reading.sets.values()];
  const { rescale } = await import("@promptnce/prompts");
  for (const set of sets) {
    const { reading: read, ...pmf } = set;
    const given = [...pmf.masses, ...(pmf.other === undefined ? [] : [pmf.other])];
    const [sum, zeros] = [
      given.reduce((total, mass) => total + mass, 0),
      given.filter((mass) => mass === 0).length,
    ];
    const raw = { probabilities: given.length, zeros, outOfRange: 0, surplus: 0, sum };
    const asGiven = (): Reading<Pmf> =>
      columns.given ? { ok: true, answer: pmf, notes: [] } : rescale(pmf, false);
    set.reading = { ...(read.ok ? asGiven() : read), raw };
  }
  const all = async function* () {
    yield rows.map(({ row }) => row);
  };
  const found = await survey(all(), { columns, file: table.name, seed: "1" });
  return { columns, rows, sets, rates, survey: found };
}

/** What the lines of a file amount to. */
class RecordedReading {
  readonly sets = new Map<string, RecordedSet>();
  readonly rates = new Map<string, RecordedRates>();
  readonly rows: Recorded["rows"][number][] = [];
  readonly #file: string;
  readonly #pairs = new Set<string>();
  readonly #inSets = new Set<string>();

  constructor(file: string) {
    this.#file = file;
  }

  add(line: RecordedLine): void {
    const { record, x, key, context, y, mass, count, set: id } = line;
    this.#addRate(line);
    const inSet = pairKey(id, y);
    if (this.#inSets.has(inSet))
      throw this.#wrong(
        line,
        `this set has ${y} already; tell sets of one x apart in a column set`,
      );
    this.#inSets.add(inSet);
    const set = this.sets.get(id) ?? emptySet(id);
    this.sets.set(id, set);
    if (mass === undefined) set.reading = { ok: false, reason: `the mass of ${y} was left empty` };
    // A pair is counted by its first set. In another it has no truth of its own, so that it is scored once.
    const pair = pairKey(key, y);
    const isRepeated = this.#pairs.has(pair);
    this.#pairs.add(pair);
    const counted = isRepeated ? 0 : count;
    const row = {
      line: record.line,
      record,
      x,
      key,
      ...(context && { context }),
      ...(count !== undefined && { count: counted ?? 0 }),
    };
    if (y === OTHER) {
      set.other = mass ?? 0;
      set.question = { ...set.question, kind: "open" };
      this.rows.push({ row, set });
      return;
    }
    set.labels.push(y);
    set.masses.push(mass ?? 0);
    const trial = {
      id: isRepeated ? id + pair : pair,
      x,
      y,
      ...(context && { context }),
      candidates: set.labels,
    };
    this.rows.push({ row: isRepeated ? row : { ...row, y }, set, trial });
  }

  #addRate(line: RecordedLine): void {
    const { y, rate, context } = line;
    if (rate === undefined) return;
    const known = this.rates.get(contextKey(context));
    const { labels } = known ?? { labels: new Map<Label, number>() };
    const earlier = labels.get(y);
    if (earlier !== undefined && earlier !== rate)
      throw this.#wrong(line, (write) => {
        const given = write("columns.given");
        const advice = context
          ? `a label has one in a context; name what else it depends on with ${given}`
          : `a label has one; name the columns that it depends on, as a survey's question, with ${given}`;
        return `base_rate is ${rate}, and ${earlier} on an earlier line of ${y}; ${advice}`;
      });
    labels.set(y, rate);
    if (known === undefined)
      this.rates.set(contextKey(context), { ...(context && { context }), labels });
  }

  #wrong({ record: { line } }: RecordedLine, what: Sentence): DataError {
    return new DataError((write) => `${this.#file}, line ${line}: ${written(what, write)}.`);
  }
}

function emptySet(id: string): RecordedSet {
  const fresh = { labels: [], masses: [] };
  const { labels: candidates } = fresh;
  return {
    ...fresh,
    question: { kind: "closed", task: RECORDED, sample: 0, x: { set: id }, candidates },
    reading: { ok: true, answer: fresh, notes: [] },
  };
}
