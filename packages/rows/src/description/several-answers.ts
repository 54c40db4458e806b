import type { Label } from "@promptnce/core";
import { parsedJson } from "@promptnce/core/json";
import { pathsIn } from "../formats/nested.ts";
import type { Sentence } from "@promptnce/core/errors";
import { isJson, type SeveralReading, SeveralSearch } from "../layout/several-reading.ts";
import { writtenValue } from "../cells/written-value.ts";
import type { Column } from "../columns/column.ts";
import { shortened } from "../columns/column-names.ts";
import type { Doubt, Reading } from "./table-description.ts";

/**
 * The doubt whether the cells of a column of labels hold several: lists and dicts, as programs
 * write them, or labels with a separator between them, which then recur in other cells.
 */
export function severalDoubt({ name, texts, values }: Column): Doubt | undefined {
  const { arePairs, reading } = readingOf(texts);
  const cells = [...values.keys()];
  if (reading.nested !== undefined) return nestedDoubt(name, reading.nested);
  const example = exampleOf(cells, reading);
  const isSeen = arePairs || areWritten(cells) || cells.some(isJson) || partsRecur(cells, reading);
  if (example === undefined || !isSeen) return undefined;
  const labels = labelsIn(example, reading);
  const parts = labels.map((label) => JSON.stringify(shortened(label))).join(" and ");
  const says = `${shortened(name)} seems to hold several labels in a cell: ${shortened(example)} is ${parts}`;
  const readings = [
    { option: "several", value: true, does: "splits it so" },
    { option: "several", value: false, does: "takes a cell as one label" },
  ];
  return { says, readings };
}

/** A dict, as programs write it, of lists of shares by names: `{"France": [0.4, 0.6], …}`. */
const SHARES =
  /^(?:\w+\(<[^>]*>, *)?\{ *(["']).+?\1: *\[ *(?:0?\.\d+|[01](?:\.\d+)?)(?: *, *[\d.]+)+ *\]/s;

/**
 * The doubt about cells that hold the shares of several groups in lists, whose labels stand in the
 * same order elsewhere, so that no reading of the cells alone gives labels.
 */
export function groupSharesDoubt({ name, values, filled }: Column): Doubt | undefined {
  const cells = [...values.keys()].filter((cell) => SHARES.test(cell) && cell.includes("."));
  if (filled === 0 || 2 * cells.length < values.size) return undefined;
  const says = `${shortened(name)} holds the shares of several groups, in the order of labels that stand elsewhere: write a row for each group and label, with its share`;
  return { says, readings: [{ option: "y" }] };
}

/** The doubt which member of the objects in a column's cells is the label. */
function nestedDoubt(name: string, cell: string): Doubt {
  const paths = pathsIn({ [name]: parsedJson(cell) }).filter((path) => path !== name);
  const says = `${shortened(name)} holds objects: ${shortened(cell)}`;
  const readings = paths.map((path): Reading => ({ option: "y", value: path }));
  return { says, readings: readings.length === 0 ? [{ option: "y" }] : readings };
}

function readingOf(texts: readonly string[]) {
  const search = new SeveralSearch();
  for (const text of texts.filter((one) => one !== "")) {
    search.add(text);
  }
  return { arePairs: search.arePairs, reading: search.reading() };
}

/** The most labels in the cells of a column that people seem to have been shown. */
const MOST_LABELS = 40;

/** Why the column that people seem to have been shown may hold their answers. */
export function severalShown(column: Column | undefined): Sentence | undefined {
  if (column === undefined || severalDoubt(column) === undefined) return undefined;
  const cells = [...column.values.keys()];
  const { reading } = readingOf(column.texts);
  const labels = new Set(cells.flatMap((cell) => labelsIn(cell, reading)));
  // Words that recur in texts are no labels, though blanks separate them.
  if (labels.size > MOST_LABELS || !cells.some((cell) => /[;|,\n[{]/.test(cell))) return undefined;
  return `the labels may be in ${shortened(column.name)}, whose cells seem to hold several`;
}

/** A cell with several labels, or else one that is written as a list of one. */
function exampleOf(cells: readonly string[], { example }: SeveralReading): string | undefined {
  return example ?? cells.find((cell) => writtenValue(cell) !== undefined);
}

/** Whether most cells are lists or dicts. */
function areWritten(cells: readonly string[]): boolean {
  return 2 * cells.filter((cell) => writtenValue(cell) !== undefined).length >= cells.length;
}

/** The fewest cells with several labels that show a habit, and the least share that recurs. */
const LEAST = { cells: 2, recurring: 0.6 };

/**
 * Whether the parts of cells are labels: they recur, and some part leads in one cell and follows in
 * another, unlike `Bonn, Germany`, whose second part only says more of the first.
 */
function partsRecur(cells: readonly string[], reading: SeveralReading): boolean {
  const parted = cells.map((cell) => labelsIn(cell, reading));
  const several = parted.filter((labels) => labels.length > 1).flat();
  const inCells = new Map<Label, number>();
  for (const label of parted.flat()) {
    inCells.set(label, (inCells.get(label) ?? 0) + 1);
  }
  const recurring = several.filter((label) => (inCells.get(label) ?? 0) > 1).length;
  const leading = new Set(parted.map(([first]) => first));
  const following = parted.flatMap((labels) => labels.slice(1));
  return (
    parted.filter((labels) => labels.length > 1).length >= LEAST.cells &&
    recurring >= LEAST.recurring * several.length &&
    inCells.size < several.length &&
    following.some((label) => leading.has(label))
  );
}

function labelsIn(cell: string, { votes }: SeveralReading): Label[] {
  return [...votes(cell).labels.keys()];
}
