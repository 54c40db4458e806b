import type { Column } from "../columns/column.ts";
import { listed, shortened } from "../columns/column-names.ts";
import type { Doubt, GivenReading } from "./table-description.ts";

/** Columns that hold the same labels, one for each rater or question. */
export interface AlikeColumns {
  /** What each of them stands for; `either` if their names do not tell. */
  readonly of: "raters" | "questions";
  readonly columns: readonly Column[];
  /** The labels that they share. */
  readonly labels: readonly string[];
}

/** The most labels of a column that may be one rater's. */
const LABELS = 30;

/** The most sets of labels around which a group is looked for. */
const SETS = 50;

/** So many rows of two columns must repeat a label. */
const RECURRING = 2;

/** The share of labels that two columns must have in common. */
const SHARED = 0.6;

/** Columns of one rater each, by their names: `annotator_1`, `Score2`, `rater1_domain1`. */
const RATER =
  /^(?:(?:annotator|annotation|annot|rater|rating|score|coder|judge|worker|labell?er|expert|human|person|user|ann|vote|label|a|r|c|j|w|l)[\s_.-]*(?:\d+|[a-z])(?:[\s_.-]*(?:label|answer|rating|vote))?|(?:annotator|rater|coder|judge|expert)[\s_.-]*\d+[\s_.-]+\w+)$/i;
const QUESTION = /\?|^(?:q|question|item|v|var)[\s_.-]*\d+/i;

/** Columns whose labels are agreed on, as a majority's. */
const AGREED = /gold|majority|final|aggregat|adjudicat|consensus|agreed|predict|true|winner/i;

/**
 * The largest group of columns that hold the same labels; `undefined` if there is none of two.
 * Numbers show that they are labels only by the names of their columns.
 */
export function alikeColumns(columns: readonly Column[]): AlikeColumns | undefined {
  const candidates = columns.filter((column) => mayHoldLabels(column));
  const group = largestGroup(candidates);
  if (group === undefined || group.length < 2) return undefined;
  const of = group.some(({ name }) => QUESTION.test(name) || /\S\s+\S+\s+\S/.test(name))
    ? "questions"
    : "raters";
  const labels = new Set(group.flatMap(({ values }) => [...values.keys()]));
  return { of, columns: group, labels: [...labels] };
}

/** Whether the columns are named as those of raters. */
export function areRaters(columns: readonly Column[]): boolean {
  return columns.every(({ name }) => RATER.test(name.trim()));
}

function mayHoldLabels({ name, kind, values, filled, length, isWhole }: Column): boolean {
  const isNamed = RATER.test(name) || QUESTION.test(name);
  if (AGREED.test(name) || values.size > LABELS || length > 40 * filled) return false;
  if (kind === "number") return isNamed && isWhole;
  return kind === "text" || (kind === "constant" && isNamed);
}

/** Columns of the same labels, of which one stands for all in comparisons. */
interface SameLabels {
  readonly one: Column;
  readonly columns: readonly Column[];
}

/**
 * The largest group of columns that are alike. Columns are compared by the labels that they hold, so
 * that hundreds with the same ones are compared once.
 */
function largestGroup(candidates: readonly Column[]): readonly Column[] | undefined {
  const sets = Map.groupBy(candidates, setKey).values();
  const same = Array.from(sets, (columns): SameLabels => ({ one: columns[0]!, columns }));
  const groups = same.slice(0, SETS).map((set) => {
    const others = same.filter((other) => other !== set && areAlike(set.one, other.one));
    const own = areAlike(set.one, { ...set.one }) ? set.columns : [set.one];
    const grouped = new Set([own, ...others.map(({ columns }) => columns)].flat());
    return candidates.filter((column) => grouped.has(column));
  });
  return groups.toSorted((a, b) => b.length - a.length)[0];
}

/** The labels of a column, and how often one of them recurs as far as that matters. */
function setKey({ values, filled, isNumber }: Column): string {
  const labels = [...values.keys()].toSorted();
  return JSON.stringify([isNumber, Math.min(RECURRING, filled - values.size), labels]);
}

/** Whether two columns hold the same labels, which recur. */
function areAlike(a: Column, b: Column): boolean {
  const shared = [...a.values.keys()].filter((value) => b.values.has(value)).length;
  const fewer = Math.min(a.values.size, b.values.size);
  const recurring = a.filled - a.values.size + (b.filled - b.values.size);
  return (
    a.isNumber === b.isNumber &&
    recurring >= RECURRING &&
    shared >= Math.max(SHARED * fewer, Math.min(2, fewer))
  );
}

/**
 * The doubt whether columns that hold the same labels are those of several raters or questions. A
 * label's column that is given is doubted only where it seems to be one rater's of several.
 */
export function alikeDoubt(
  alike: AlikeColumns | undefined,
  { y, raters, questions }: GivenReading,
): Doubt[] {
  if (alike === undefined || raters !== undefined || questions !== undefined) return [];
  const { of, columns, labels } = alike;
  if (y !== undefined && (of === "questions" || !columns.some(({ name }) => name === y))) return [];
  const value = columns.map(({ name }) => name);
  const shown = labels.slice(0, 3).map(shortened).join(", ");
  const says = `${listed(columns, "and")} hold the same labels (${shown}${labels.length > 3 ? " …" : ""}), as columns of several ${of} do${y === undefined ? "" : `, and ${shortened(y)} is one of them`}`;
  const none = y === undefined ? { option: "y" } : { option: "raters", value: false };
  const other = of === "raters" ? [] : [{ option: "raters", value }];
  return [{ says, readings: [{ option: of, value }, ...other, none] }];
}
