import type { Label, Pmf, Reading, Trial } from "@promptnce/core";
import { fingerprint } from "@promptnce/providers";
import { DataError } from "../errors.ts";
import { type Columns, type Row, rowOf } from "../input/read-rows.ts";
import type { Table } from "../input/table.ts";
import { resultCells } from "../result/result-cells.ts";
import { pairKey } from "../survey/people.ts";
import { type Survey, survey } from "../survey/survey.ts";

/** What a file of recorded masses has, as its header is to name it. */
export const RECORDED: string =
  "the columns x (or id), label and mass, and, where they are known, human_count, base_rate and set";

/** Which columns are what, where they are not called so. */
export interface RecordedColumns {
  readonly x?: readonly string[] | undefined;
  readonly y?: string | undefined;
  readonly count?: string | undefined;
}

/** Masses that were given together. */
export interface RecordedSet {
  readonly x: Row["x"];
  readonly labels: Label[];
  readonly masses: number[];
  /** Absent of a closed set. */
  other?: number;
  /** Of all its masses; one that was left empty makes the whole set unreadable. */
  reading: Reading<Pmf>;
}

/** A row of the file with its label in its set; of OTHER there is no trial. */
export interface RecordedRow {
  readonly row: Row;
  readonly set: RecordedSet;
  readonly trial?: Trial;
}

/** A file of anybody's PMFs. */
export interface Recorded {
  readonly columns: Columns;
  readonly rows: readonly RecordedRow[];
  readonly sets: readonly RecordedSet[];
  /** P̂(y) of each label that has one. */
  readonly rates: ReadonlyMap<Label, number>;
  readonly survey: Survey;
}

/**
 * Reads a row a label and set: its mass, how many people gave it to x, and its base rate. The label OTHER is the mass
 * outside the set, and its count that of the people who gave none of the labels listed for x. All of it is held in memory.
 *
 * @throws DataError naming file, line and column of what is wrong.
 */
export async function readRecorded(table: Table, named: RecordedColumns): Promise<Recorded> {
  const { rescale } = await import("@promptnce/prompts");
  const sets = new Map<string, RecordedSet>();
  const [inSets, rates, pairs] = [new Set<string>(), new Map<Label, number>(), new Set<string>()];
  const rows: RecordedRow[] = [];
  let columns: Columns | undefined;
  for await (const records of table.open([])) {
    for (const record of records) {
      const cells = resultCells(table.name, record, RECORDED);
      const wrong = (what: string): DataError => new DataError(`${table.name}, line ${record.line}: ${what}.`);
      columns ??= columnsOf(named, cells.has);
      const [y, given] = [cells.name(columns.y!), cells.probability("mass")];
      for (const { column } of columns.x) cells.name(column);
      const row = rowOf(record, columns);
      if (row.problem !== undefined) throw wrong(`${row.problem}; give 0 where nobody gave the label`);
      const id = fingerprint(row.key, cells.has("set") ? cells.text("set") : "");
      const set = sets.get(id) ?? { x: row.x, labels: [], masses: [], reading: { ok: true, answer: NONE, notes: [] } };
      sets.set(id, set);
      if (inSets.has(pairKey(id, y)))
        throw wrong(`this set has ${y} already; tell sets of one x apart in a column set`);
      inSets.add(pairKey(id, y));
      if (given === undefined) set.reading = { ok: false, reason: `the mass of ${y} was left empty` };
      const rate = cells.has("base_rate") ? cells.probability("base_rate") : undefined;
      if (rate !== undefined && (rates.get(y) ?? rate) !== rate) {
        throw wrong(`base_rate is ${rate}, and ${rates.get(y)} on an earlier line of ${y}; a label has one`);
      }
      if (rate !== undefined) rates.set(y, rate);
      const pair = pairKey(row.key, y);
      const { y: _, ...other } = row;
      // A pair is counted by its first set. In another it has no truth of its own, so that it is scored once.
      const isRepeated = pairs.has(pair);
      pairs.add(pair);
      if (y === OTHER) {
        set.other = given ?? 0;
        rows.push({ row: isRepeated ? { ...other, count: 0 } : other, set });
        continue;
      }
      set.labels.push(y);
      set.masses.push(given ?? 0);
      const trial = { id: isRepeated ? id + pair : pair, x: row.x, y, candidates: set.labels };
      rows.push({ row: isRepeated ? { ...other, count: 0 } : row, set, trial });
    }
  }
  if (columns === undefined) throw new DataError(`${table.name} has a header and no rows: give it rows.`);
  for (const set of sets.values()) {
    const { x: _, reading, ...pmf } = set;
    const given = [...pmf.masses, ...(pmf.other === undefined ? [] : [pmf.other])];
    const sum = given.reduce((total, mass) => total + mass, 0);
    const zeros = given.filter((mass) => mass === 0).length;
    const raw = { probabilities: given.length, zeros, outOfRange: 0, surplus: 0, sum };
    set.reading = { ...(reading.ok ? rescale(pmf, false) : reading), raw };
  }
  async function* surveyed() {
    yield rows.map(({ row }) => row);
  }
  const found = await survey(surveyed(), { columns, file: table.name, seed: "1" });
  return { columns, rows, sets: [...sets.values()], rates, survey: found };
}

const OTHER = "OTHER";
const NONE: Pmf = { labels: [], masses: [] };

function columnsOf({ x, y = "label", count }: RecordedColumns, has: (column: string) => boolean): Columns {
  const named = x ?? [has("x") || !has("id") ? "x" : "id"];
  const counted = count ?? (has("human_count") ? "human_count" : undefined);
  return { x: named.map((column) => ({ field: column, column })), y, ...(counted && { count: counted }) };
}
