import type { Dataset, Label } from "@promptnce/core";
import {
  type BaseCounts,
  type KeptObservation,
  countedDataset,
  type Tally,
  type Where,
} from "../counts/counts.ts";
import { sourceOf } from "../files/checksum.ts";
import { readCsv } from "../files/csv.ts";
import { type DataFile, unpack } from "../files/data-file.ts";
import { DatasetError, refuse } from "../files/errors.ts";
import { GOEMOTIONS_LABELS } from "./goemotions-labels.ts";

/** The official columns before the labels. The author's name is never looked at. */
const COLUMNS =
  "text,id,author,subreddit,link_id,parent_id,created_utc,rater_id,example_very_unclear".split(",");

/** What GoEmotions keeps of a pair: how many more raters marked its comment very unclear. */
interface ExtraFields {
  readonly unclear: number;
}

export type GoEmotionsPair = KeptObservation<ExtraFields>;

type Comment = Tally<ExtraFields> & { total: number; readonly counts: Map<Label, number> };
type Comments = Map<string, Comment>;

/**
 * GoEmotions, one row for each rater of a comment: `x` is `{ comment }`, `y` one of 28 emotions; a
 * rater may choose several.
 *
 * P(y|x) = raters who chose y / raters; P(y) = rows with y / rows; rows marked very unclear are
 * left out of both. The rows of a comment are joined by its id over all files; comments that share
 * a text keep their own observations, and `conditional` is the mean over them.
 *
 * If `files` are only a part of the corpus, `labelCounts` is a table of the whole corpus's
 * `rater_rows` by label. P(y) is then taken from it, over `raters` rows; by default those of the
 * corpus's 211,225 rows not marked very unclear.
 *
 * @param where which pairs are observations, e.g.
 * `({ raters, unclear }) => raters >= 3 && unclear === 0`; all by default
 * @throws DatasetError with a sentence for each bad row
 * @example
 * import { readFileSync } from "node:fs";
 * const names = ["goemotions_1.csv", "goemotions_2.csv", "goemotions_3.csv"];
 * const files = names.map((file) => ({ file, bytes: readFileSync(`data/goemotions/${file}`) }));
 * parseGoEmotions(files, undefined, undefined, ({ raters }) => raters >= 3).labels.length; // → 28
 */
export function parseGoEmotions(
  files: Iterable<DataFile>,
  labelCounts?: DataFile,
  raters = 207_814,
  where?: Where<ExtraFields>,
): Dataset<GoEmotionsPair> {
  const comments: Comments = new Map();
  const unclear = new Map<string, number>();
  // One after the other, so that they are not in memory together.
  const parts = Array.from(files, (file) => {
    const part = unpack(file);
    return { problems: readRows(part, comments, unclear), source: sourceOf(part) };
  });
  if (parts.length === 0)
    throw new DatasetError("GoEmotions needs at least one file of rater rows.");
  refuse(parts.flatMap(({ problems }) => problems));
  if (comments.size === 0)
    throw new DatasetError("GoEmotions: every rater row is marked very unclear.");
  const labels = GOEMOTIONS_LABELS;
  const table = labelCounts && unpack(labelCounts);
  const base = table && parseLabelCounts(table, labels, raters);
  const sources = [...parts.map(({ source }) => source), ...(table ? [sourceOf(table)] : [])];
  return countedDataset({
    name: "goemotions",
    labels,
    tallies: [...comments.values()],
    where,
    base,
    sources,
  });
}

/** Adds the rows to their comments; returns what is wrong with them. */
function readRows(part: DataFile, comments: Comments, unclear: Map<string, number>): string[] {
  let lines = 0;
  const problems = readCsv(part, (row) =>
    lines++ === 0 ? checkHeader(row, part) : addRow(row, comments, unclear),
  );
  return lines < 2 ? [`${part.file} holds no rows.`] : problems;
}

function checkHeader(found: readonly string[], { file }: DataFile): undefined {
  const expected = [...COLUMNS, ...GOEMOTIONS_LABELS];
  const wrong = expected.findIndex((column, i) => found[i] !== column);
  if (wrong < 0 && found.length === expected.length) return;
  const at = wrong < 0 ? expected.length : wrong;
  const is = `column ${at + 1} is "${found[at] ?? ""}", expected "${expected[at] ?? ""}"`;
  const files = "goemotions_1.csv, goemotions_2.csv, goemotions_3.csv";
  throw new DatasetError(
    `${file} line 1: ${is}: this is not one of the rater-level files ${files}.`,
  );
}

/**
 * Adds one rater's row to its comment, or to the count of raters that found it unclear; returns
 * what is wrong with it.
 */
function addRow(
  row: readonly string[],
  comments: Comments,
  unclear: Map<string, number>,
): string | undefined {
  const expected = COLUMNS.length + GOEMOTIONS_LABELS.length;
  if (row.length !== expected) return `expected ${expected} fields, found ${row.length}`;
  const [text = "", id = ""] = row;
  if (id === "") return "id is empty";
  const flag = row[8]?.toLowerCase();
  if (flag === "true") {
    unclear.set(id, (unclear.get(id) ?? 0) + 1);
    return undefined;
  }
  if (flag !== "false") return `example_very_unclear is "${flag}", expected True or False`;

  const kept = () => ({ unclear: unclear.get(id) ?? 0 });
  const known = comments.get(id);
  const comment = known ?? {
    x: { comment: text.trim() },
    total: 0,
    counts: new Map(),
    id: `${id}/`,
    kept,
  };
  comments.set(id, comment);
  comment.total++;
  for (const [i, label] of GOEMOTIONS_LABELS.entries()) {
    const cell = row[COLUMNS.length + i];
    if (cell === "1") comment.counts.set(label, (comment.counts.get(label) ?? 0) + 1);
    else if (cell !== "0") return `${label} is "${cell}", expected 0 or 1`;
  }
  return undefined;
}

/**
 * The base rates of the whole corpus from a table: each `label` was chosen in `rater_rows` of all
 * `raters` rows.
 * @throws DatasetError if a label is missing, unknown or repeated, or its count is invalid
 */
function parseLabelCounts(table: DataFile, labels: readonly Label[], raters: number): BaseCounts {
  const labelCounts = new Map<Label, number>();
  let places: readonly number[] | undefined;
  const problems = readCsv(table, (row) => {
    if (places === undefined) {
      places = ["label", "rater_rows"].map((column) => row.indexOf(column));
      if (!places.includes(-1)) return undefined;
      const found = row.join(", ");
      throw new DatasetError(
        `${table.file} line 1: expected the columns label and rater_rows, found ${found}.`,
      );
    }
    const [y = "", text = ""] = places.map((place) => row[place]);
    if (!labels.includes(y)) return `"${y}" is not one of the ${labels.length} labels`;
    if (labelCounts.has(y)) return `${y} was there before`;
    const rowsWith = /^\d+$/.test(text) ? Number(text) : 0;
    if (rowsWith < 1 || rowsWith > raters)
      return `rater_rows is "${text}", expected a count from 1 to ${raters}`;
    labelCounts.set(y, rowsWith);
    return undefined;
  });
  const missing = labels.filter((y) => !labelCounts.has(y));
  if (missing.length > 0 && problems.length === 0)
    problems.push(`${table.file} has no row for ${missing.join(", ")}.`);
  refuse(problems);
  return { labelCounts, answers: raters };
}
