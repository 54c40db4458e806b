import type { Label, Pmf, QuestionOf, Reading, Trial } from "@promptnce/core";
import { fingerprint } from "@promptnce/engine";
import type { NamedColumns } from "../answer/plan-columns.ts";
import { DataError } from "../errors.ts";
import { type Columns, inputKey, type Row } from "../input/read-rows.ts";
import type { RowTable } from "../input/table.ts";
import { resultCells } from "../result/result-cells.ts";
import { pairKey } from "../survey/people.ts";
import { type Survey, survey } from "../survey/survey.ts";
import { checkLabels } from "./check-labels.ts";

const WANTED =
  "the columns x (or id), label and mass, and, where they are known, human_count, base_rate and set";
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
  /** P̂(y) of each label that has one. */
  readonly rates: ReadonlyMap<Label, number>;
  readonly survey: Survey;
}

/**
 * Reads a row a label and set: its mass, how many people gave it to x (nobody where that is empty), and its base rate.
 * The label OTHER is the mass outside the set, counted by who gave none of the labels of x. All is held in memory.
 *
 * @param named Columns that are called otherwise.
 * @throws DataError naming file, line and column of what is wrong, or saying that labels do not mean the same in all
 * inputs.
 */
export async function readRecorded(table: RowTable, named: NamedColumns): Promise<Recorded> {
  const sets = new Map<string, RecordedSet>();
  const [rates, pairs, inSets] = [new Map<Label, number>(), new Set<string>(), new Set<string>()];
  const rows: Recorded["rows"][number][] = [];
  let columns: Columns | undefined;
  for await (const records of table.open([])) {
    for (const record of records) {
      const cells = resultCells(table.name, record, WANTED);
      const known = (column: string): number | undefined =>
        cells.has(column) ? cells.probability(column) : undefined;
      const wrong = (what: string): DataError =>
        new DataError(`${table.name}, line ${record.line}: ${what}.`);
      columns ??= columnsOf(named, cells.has);
      const fields = columns.x.map(({ column }) => column);
      const x = Object.fromEntries(fields.map((column) => [column, cells.name(column)]));
      const [y, mass, rate] = [
        cells.name(columns.y!),
        cells.probability("mass"),
        known("base_rate"),
      ];
      const count = columns.count === undefined ? undefined : (cells.number(columns.count) ?? 0);
      if (count !== undefined && count < 0)
        throw wrong(`${columns.count} is ${count}; a number from 0 was expected`);
      if (rate !== undefined && (rates.get(y) ?? rate) !== rate)
        throw wrong(
          `base_rate is ${rate}, and ${rates.get(y)} on an earlier line of ${y}; a label has one`,
        );
      if (rate !== undefined) rates.set(y, rate);
      const key = inputKey(fields, x);
      const [id, pair] = [
        fingerprint(key, cells.has("set") ? cells.text("set") : ""),
        pairKey(key, y),
      ];
      if (inSets.has(pairKey(id, y)))
        throw wrong(`this set has ${y} already; tell sets of one x apart in a column set`);
      inSets.add(pairKey(id, y));
      const fresh = { labels: [], masses: [] };
      const set: RecordedSet = sets.get(id) ?? {
        ...fresh,
        question: {
          kind: "closed",
          task: RECORDED,
          sample: 0,
          x: { set: id },
          candidates: fresh.labels,
        },
        reading: { ok: true, answer: fresh, notes: [] },
      };
      sets.set(id, set);
      if (mass === undefined)
        set.reading = { ok: false, reason: `the mass of ${y} was left empty` };
      // A pair is counted by its first set. In another it has no truth of its own, so that it is scored once.
      const isRepeated = pairs.has(pair);
      pairs.add(pair);
      const counted = isRepeated ? 0 : count;
      const row = {
        line: record.line,
        record,
        x,
        key,
        ...(counted !== undefined && { count: counted }),
      };
      if (y === OTHER) {
        set.other = mass ?? 0;
        set.question = { ...set.question, kind: "open" };
        rows.push({ row, set });
        continue;
      }
      set.labels.push(y);
      set.masses.push(mass ?? 0);
      const trial = { id: isRepeated ? id + pair : pair, x, y, candidates: set.labels };
      rows.push({ row: isRepeated ? row : { ...row, y }, set, trial });
    }
  }
  if (columns === undefined)
    throw new DataError(`${table.name} has a header and no rows: give it rows.`);
  checkLabels(table.name, columns, rows);
  const { rescale } = await import("@promptnce/prompts");
  for (const set of sets.values()) {
    const { reading, ...pmf } = set;
    const given = [...pmf.masses, ...(pmf.other === undefined ? [] : [pmf.other])];
    const [sum, zeros] = [
      given.reduce((total, mass) => total + mass, 0),
      given.filter((mass) => mass === 0).length,
    ];
    const raw = { probabilities: given.length, zeros, outOfRange: 0, surplus: 0, sum };
    set.reading = { ...(reading.ok ? rescale(pmf, false) : reading), raw };
  }
  const all = async function* () {
    yield rows.map(({ row }) => row);
  };
  const found = await survey(all(), { columns, file: table.name, seed: "1" });
  return { columns, rows, sets: [...sets.values()], rates, survey: found };
}

function columnsOf(
  { x, y = "label", count }: NamedColumns,
  has: (column: string) => boolean,
): Columns {
  const named = [x ?? (has("x") || !has("id") ? "x" : "id")].flat();
  const counted = count ?? (has("human_count") ? "human_count" : undefined);
  return {
    x: named.map((column) => ({ field: column, column })),
    y,
    ...(counted && { count: counted }),
  };
}
