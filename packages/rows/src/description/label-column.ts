import type { Sentence } from "@promptnce/core/errors";
import type { Column } from "../columns/column.ts";
import { listed } from "../columns/column-names.ts";

/** A column for a role, and why it may be another. */
export interface Proposal<T> {
  readonly proposed?: T;
  readonly doubt?: Sentence;
}

const LABELS = new Set(
  "y label labels answer answers response responses choice choices category class emotion".split(
    " ",
  ),
);

/** Columns that tools name by what a person answered, as Mechanical Turk and Toloka do. */
const ANSWERED = /^(?:Answer\.|OUTPUT:)/;

/** Whether a column is named as a label, also within an export: `Answer.label`, `value.choices`. */
function isNamedLabel({ name }: Column): boolean {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return LABELS.has(last.toLowerCase()) || ANSWERED.test(name);
}

/** Whether a column can hold labels as far as its kind tells: text, whole numbers or steps of .5. */
function mayBeLabel({ isNumber, isWhole, values }: Column): boolean {
  return !isNumber || isWhole || (values.size <= 21 && areHalves([...values.keys()]));
}

function areHalves(texts: readonly string[]): boolean {
  return texts.every((text) => Number.isInteger(2 * Number(text.replace(",", "."))));
}

/**
 * The column with the labels: the one named so, or else the text that repeats most.
 *
 * @param withText Whether one of the columns must still be what people were shown.
 */
export function labelColumn(columns: readonly Column[], withText: boolean): Proposal<Column> {
  const varying = columns.filter(({ kind }) => kind !== "constant");
  const named = varying.filter((column) => isNamedLabel(column) && mayBeLabel(column));
  if (named.length === 1) return { proposed: named[0]! };
  const texts = varying.filter(({ kind }) => kind === "text");
  const numbers = columns.filter((column) => column.isNumber && mayBeLabel(column));
  const candidates = withText ? withoutLongest(texts) : texts;
  if (candidates.length === 0) {
    const spans = columns.find((column) => holdsSpans(column));
    if (spans !== undefined) return { doubt: spansText(spans) };
    return { ...(numbers.length === 1 && { proposed: numbers[0]! }), doubt: noLabels(columns) };
  }
  const likeliest = byLikelihood(candidates)[0]!;
  const shown = texts.find((column) => !candidates.includes(column));
  const isOnly = candidates.length === 1 && (shown === undefined || isLabelOf(likeliest, shown));
  if (isOnly && numbers.length === 0) return { proposed: likeliest };
  const rivals = byLikelihood(isOnly ? candidates : texts);
  const doubt = `the labels may be in ${listed([...rivals, ...numbers], "or")}`;
  return { proposed: likeliest, doubt };
}

/** Whether cells are lists of spans with their labels, as `[[0, 4, "PERSON"]]`. */
function holdsSpans({ values }: Column): boolean {
  const cells = [...values.keys()].filter((cell) => cell !== "[]");
  return cells.length > 0 && cells.every((cell) => /^\[\s*\[\s*\d+\s*,\s*\d+\s*,\s*"/.test(cell));
}

function spansText({ name }: Column): string {
  return `${name} holds spans of texts with their labels, and a label is of a whole text: write a row for each span, with its text and its label`;
}

/** The likeliest columns of labels first: those named so, then those with the fewest labels. */
function byLikelihood(columns: readonly Column[]): Column[] {
  const isNamed = (column: Column): number => Number(isNamedLabel(column));
  return columns
    .toReversed()
    .toSorted((a, b) => isNamed(b) - isNamed(a) || a.values.size - b.values.size);
}

/** The reason why no column can hold the labels when no text column is left. */
function noLabels(columns: readonly Column[]): string {
  const numbers = columns.filter(({ isNumber }) => isNumber);
  if (numbers.length === 0) return "no column is left for the labels";
  const all = listed(numbers, "and");
  if (numbers.length === 1) return `${all} holds numbers, which are labels only if you say so`;
  return `${all} hold numbers, which may be labels, or say how many people gave a label each`;
}

/**
 * The text columns except the one that people were shown: the much longer one, or else the first,
 * because a cue precedes its response.
 */
function withoutLongest(texts: readonly Column[]): Column[] {
  const shown = muchLongest(texts) ?? texts[0];
  return texts.filter((column) => column !== shown);
}

/** The text that is more than twice as long as any other; `undefined` if there is none. */
export function muchLongest(texts: readonly Column[]): Column | undefined {
  const [longest, next] = texts.toSorted((a, b) => b.length - a.length);
  const isMuch = longest !== undefined && longest.length > 2 * (next?.length ?? 0);
  return isMuch ? longest : undefined;
}

/**
 * Whether, of only two text columns, this one must be the label: at most half as long, and with no
 * more distinct texts.
 */
function isLabelOf(label: Column, shown: Column): boolean {
  return label.values.size <= shown.values.size && 2 * label.length < shown.length;
}
