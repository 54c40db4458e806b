import {
  contextKey,
  type Context,
  type Label,
  type Pmf,
  type QuestionOf,
  type Reading,
  type Trial,
} from "@promptnce/core";
import { type Sentence, written } from "@promptnce/core/errors";
import type { NamedColumns } from "../answer/plan-columns.ts";
import { DataError } from "../errors.ts";
import type { LabelList } from "../input/read-labels.ts";
import type { Columns, Row } from "../input/read-rows.ts";
import type { RowTable } from "../input/table.ts";
import { pairKey } from "../survey/people.ts";
import { type Survey, survey } from "../survey/survey.ts";
import { checkLabels } from "./check-labels.ts";
import { oddSums } from "./odd-sums.ts";
import { type RecordedLine, recordedLines } from "./recorded-lines.ts";

const OTHER = "OTHER";
/** The name of the task that recorded masses answer. */
export const RECORDED = "recorded";

/** The greatest sum of masses that rounding explains. */
const MOST_ROUNDED = 1.1;
/** A sum this far below one is a rounding error of addition. */
const TOLERANCE = 1e-6;

/** The masses of one candidate set. */
export interface RecordedSet extends Pmf {
  readonly labels: Label[];
  readonly masses: number[];
  other?: number;
  /**
   * The question they answer. Its x is the set's id, since one x may have several sets of the same
   * labels.
   */
  question: QuestionOf<"closed"> | QuestionOf<"open">;
  /** The reading of the masses; one that was left empty makes the whole set unreadable. */
  reading: Reading<Pmf>;
}

/** The base rates of one context. */
interface RecordedRates {
  readonly context?: Context;
  readonly labels: Map<Label, number>;
}

/** The sets that list less than all of the mass. */
export interface OmittedMass {
  readonly sets: number;
  /** The number of all sets that can be read. */
  readonly of: number;
  /** The mean mass that these sets omit. */
  readonly mean: number;
}

/**
 * The mass that sets without OTHER omit; it belongs to labels that they do not list.
 *
 * @example
 * import { tableFile } from "@promptnce/rows/input";
 * const table = await tableFile({ path: "recorded.csv", format: "csv" });
 * const recorded = await readRecorded(table, {});
 * omittedMass(recorded); // → { sets: 1, of: 2, mean: 0.30 }
 */
export function omittedMass({ sets }: RecordedPmfs): OmittedMass {
  const readable = sets.filter(({ reading }) => reading.ok);
  const omitted = readable
    .filter(({ other }) => other === undefined)
    .map(({ masses }) => 1 - masses.reduce((sum, mass) => sum + mass, 0))
    .filter((mass) => mass > TOLERANCE);
  const sum = omitted.reduce((all, mass) => all + mass, 0);
  return { sets: omitted.length, of: readable.length, mean: sum / omitted.length };
}

/** Whether no label of a context has a base rate above 0, so that these cannot be read. */
export function areEmpty({ labels }: RecordedRates): boolean {
  return [...labels.values()].every((rate) => rate === 0);
}

/** A file of recorded PMFs. */
export interface RecordedPmfs {
  readonly columns: Columns;
  /** The rows, each with its set and its trial; a row of OTHER has no trial. */
  readonly rows: readonly {
    readonly row: Row;
    readonly set: RecordedSet;
    readonly trial?: Trial;
  }[];
  readonly sets: readonly RecordedSet[];
  /** The recorded base rates P̂(y), by the key of their context. */
  readonly rates: ReadonlyMap<string, RecordedRates>;
  readonly survey: Survey;
  /** How the table was read, in sentences. */
  readonly notes: readonly Sentence[];
}

/**
 * The recorded masses of a table, held in memory. Each row has one label of one set: its mass, the
 * number of people who gave it to x (an empty cell is 0), and its base rate, in the context that
 * the columns of `named` give. The label OTHER stands for the mass outside the set; its count is
 * the number of people who gave x none of the labels.
 *
 * Masses are scaled by the same rule with and without a context. Tables of surveys often omit
 * answers such as "Refused", so masses without OTHER that sum to less than one stay as recorded,
 * and so does a sum that rounding explains. All others are divided by their sum. Masses that are
 * all 0 cannot be read, nor can base rates that are all 0 in a context.
 *
 * @param named The columns whose names are not the usual ones.
 * @param labels The labels that may occur besides OTHER; by default any.
 * @throws DataError naming file, line and column of what is wrong, or saying that labels do not
 *   mean the same in all inputs.
 * @example
 * import { tableFile } from "@promptnce/rows/input";
 * const table = await tableFile({ path: "recorded.csv", format: "csv" });
 * const recorded = await readRecorded(table, {});
 * recorded.sets[0]; // → { labels: ["joy", "fear"], masses: [0.6, 0.1], other: 0.3 }
 */
export async function readRecorded(
  table: RowTable,
  named: NamedColumns,
  labels?: LabelList,
): Promise<RecordedPmfs> {
  const { columns, lines, notes } = await recordedLines(table, named);
  if (labels) checkListed(table.name, lines, labels);
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
    const masses = [...pmf.masses, ...(pmf.other === undefined ? [] : [pmf.other])];
    const [sum, zeros] = [
      masses.reduce((total, mass) => total + mass, 0),
      masses.filter((mass) => mass === 0).length,
    ];
    const raw = { probabilities: masses.length, zeros, outOfRange: 0, surplus: 0, sum };
    const isAsRecorded = pmf.other === undefined && sum > 0 && sum <= MOST_ROUNDED;
    const scaled = (): Reading<Pmf> =>
      isAsRecorded ? { ok: true, answer: pmf, notes: [] } : rescale(pmf, false);
    set.reading = { ...(read.ok ? scaled() : read), raw };
  }
  const all = async function* () {
    yield rows.map(({ row }) => row);
  };
  const found = await survey(all(), { columns, file: table.name, seed: "1" });
  return { columns, rows, sets, rates, survey: found, notes: [...notes, ...oddSums(lines)] };
}

function checkListed(
  file: string,
  lines: readonly RecordedLine[],
  { all, file: list }: LabelList,
): void {
  const listed = new Set([...all, OTHER]);
  const stray = lines.find(({ y }) => !listed.has(y));
  if (stray === undefined) return;
  throw new DataError(
    `${file}, line ${stray.record.line}: the label ${JSON.stringify(stray.y)} is not among the ${all.length} labels of ${list}; add it there, or correct it.`,
  );
}

/** Builds sets, rows and base rates from the lines of a file. */
class RecordedReading {
  readonly sets = new Map<string, RecordedSet>();
  readonly rates = new Map<string, RecordedRates>();
  readonly rows: RecordedPmfs["rows"][number][] = [];
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
        `this set has ${y} already; add a column set that tells the sets of an x apart`,
      );
    this.#inSets.add(inSet);
    const set = this.sets.get(id) ?? emptySet(id);
    this.sets.set(id, set);
    if (mass === undefined) set.reading = { ok: false, reason: `the mass of ${y} was left empty` };
    // A pair is counted in its first set only. In others it has no truth, so that it is scored
    // once.
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
    const ratesInContext = this.rates.get(contextKey(context));
    const { labels } = ratesInContext ?? { labels: new Map<Label, number>() };
    const earlier = labels.get(y);
    if (earlier !== undefined && earlier !== rate)
      throw this.#wrong(line, (write) => {
        const given = write("columns.given");
        const advice = context
          ? `a label has one base rate in a context; name what else it depends on with ${given}`
          : `a label has one base rate; name the columns that it depends on, such as a survey's question, with ${given}`;
        return `base_rate is ${rate}, and ${earlier} on an earlier line of ${y}; ${advice}`;
      });
    labels.set(y, rate);
    if (ratesInContext === undefined)
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
