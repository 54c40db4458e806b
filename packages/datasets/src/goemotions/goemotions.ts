import type { Dataset, Label } from "@promptnce/core";
import { countedDataset, type Tally } from "../counts/counts.ts";
import { type Csv, readCsv } from "../files/csv.ts";
import { type DataFile, unpack } from "../files/data-file.ts";
import { DatasetError, refuse } from "../files/errors.ts";
import { parseLabelCounts } from "./label-counts.ts";

/** The official columns before the labels. The author's name is never looked at. */
const COLUMNS = "text,id,author,subreddit,link_id,parent_id,created_utc,rater_id,example_very_unclear".split(",");

type Comment = Tally & { total: number; readonly counts: Map<Label, number> };

/**
 * GoEmotions, one row a rater: `x` is `{ comment }`, `y` one of 28 emotions, several a rater.
 *
 * P(y|x) = raters who chose y / raters; P(y) = rows with y / rows; rows marked very unclear are left out of both. The
 * rows of a comment are joined by its id over all files; comments that share a text keep their own observations, and
 * `conditional` is the mean over them.
 *
 * `labelCounts` is a table of the whole corpus's `rater_rows` by label, for when `files` are only a part of it: P(y)
 * then comes from the table, over `raters` rows: if not given, those of the corpus's 211,225 not marked very unclear.
 * Throws {@link DatasetError} with a sentence a bad row.
 */
export function parseGoEmotions(files: readonly DataFile[], labelCounts?: DataFile, raters = 207_814): Dataset {
  const parts = files.map(unpack);
  const table = labelCounts && unpack(labelCounts);
  const comments = new Map<string, Comment>();
  if (parts.length === 0) throw new DatasetError("GoEmotions needs at least one file of rater rows.");
  refuse(parts.flatMap((part) => readRows(readCsv(part), comments)));

  if (comments.size === 0) throw new DatasetError("GoEmotions: there is no rater row that is not marked very unclear.");
  const labels = GOEMOTIONS_LABELS;
  const base = table && parseLabelCounts(table, labels, raters);
  const tallies = [...comments.values()];
  return countedDataset({ name: "goemotions", labels, tallies, base, files: table ? [...parts, table] : parts });
}

/** Adds the rows to their comments; returns what is wrong with them. */
function readRows(csv: Csv, comments: Map<string, Comment>): string[] {
  checkHeader(csv);
  return csv.rows.length === 0 ? [`${csv.file} holds no rows.`] : csv.problems((row) => addRow(row, comments));
}

function checkHeader({ file, header }: Csv): void {
  const expected = [...COLUMNS, ...GOEMOTIONS_LABELS];
  const wrong = expected.findIndex((column, i) => header[i] !== column);
  if (wrong < 0 && header.length === expected.length) return;
  const at = wrong < 0 ? expected.length : wrong;
  throw new DatasetError(
    `${file} line 1: column ${at + 1} is "${header[at] ?? ""}", expected "${expected[at] ?? ""}": ` +
      `this is not one of the rater-level files goemotions_1.csv, goemotions_2.csv, goemotions_3.csv.`,
  );
}

/** Adds one rater's row to its comment, or says what is wrong with it. */
function addRow(row: readonly string[], comments: Map<string, Comment>): string | undefined {
  const expected = COLUMNS.length + GOEMOTIONS_LABELS.length;
  if (row.length !== expected) return `expected ${expected} fields, found ${row.length}`;
  const { 0: text = "", 1: id = "", 8: veryUnclear = "" } = row;
  if (id === "") return "id is empty";
  const unclear = veryUnclear.toLowerCase();
  if (unclear === "true") return undefined;
  if (unclear !== "false") return `example_very_unclear is "${unclear}", expected True or False`;

  const chosen: Label[] = [];
  for (const [i, label] of GOEMOTIONS_LABELS.entries()) {
    const cell = row[COLUMNS.length + i];
    if (cell === "1") chosen.push(label);
    else if (cell !== "0") return `${label} is "${cell}", expected 0 or 1`;
  }
  const x = { comment: text.trim() };
  const comment = comments.get(id) ?? { x, total: 0, counts: new Map<Label, number>(), id: (y) => `${id}/${y}` };
  comments.set(id, comment);
  comment.total += 1;
  for (const label of chosen) comment.counts.set(label, (comment.counts.get(label) ?? 0) + 1);
  return undefined;
}

/** The 28 labels of GoEmotions, in the order of the corpus's `emotions.txt`. */
export const GOEMOTIONS_LABELS: readonly string[] = (
  "admiration amusement anger annoyance approval caring confusion curiosity desire disappointment " +
  "disapproval disgust embarrassment excitement fear gratitude grief joy love nervousness optimism pride " +
  "realization relief remorse sadness surprise neutral"
).split(" ");
