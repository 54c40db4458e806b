import type { Sentence } from "@promptnce/core/errors";
import { numberStyle } from "../cells/number-style.ts";
import { type Column, numbersOf } from "../columns/column.ts";
import { listed } from "../columns/column-names.ts";
import type { GivenReading, Reading, TableDescription } from "./table-description.ts";
import { findGroupTotal } from "./totals.ts";

const COUNTED = new Set(
  "people persons humans voters votes raters annotators respondents participants judges workers".split(
    " ",
  ),
);
const COUNTING = new Set(
  "n count counts freq frequency frequencies anzahl häufigkeit nombre effectif frecuencia aantal".split(
    " ",
  ),
);
const FILLING = new Set(
  "of num number no total candidate human person vote rater annotator respondent".split(" "),
);

/**
 * Whether a column's name says that its numbers count people: `n`, `raters`, `Number of votes`,
 * `human_count`.
 */
export function countsPeople({ name }: Column): boolean {
  const words =
    name
      .toLowerCase()
      .replace(/(?<=\p{L})votes$/u, " votes")
      .match(/\p{L}+/gu) ?? [];
  const isCounting = (word: string): boolean => COUNTED.has(word) || COUNTING.has(word);
  return words.some(isCounting) && words.every((word) => isCounting(word) || FILLING.has(word));
}

/** Names of weights, in several languages and as the files of well-known surveys have them. */
const WEIGHT =
  /^(?:(?:survey|edge|post|final|person|case|sample|design|stats|hh)[\s_.-]?)?(?:weights?|wt|wgt|gewicht(?:e|ung)?|poids|pond[eé]ration|peso|pond(?:eraci[oó]n)?|gewicht)(?:[\s_.-]?(?:\d+|total|final|variable))?$|^(?:wtss(?:all|nr|ps)?|[dp]s?p?weight|anweight|pspwght|pweight|dweight|perwt|finalwt|w8)$/i;

/** Whether a column's name says that it holds weights, of a survey or of the edges of a graph. */
export function weighs({ name }: Column): boolean {
  return WEIGHT.test(name);
}

/** The columns that may count people, as far as their names and numbers tell. */
interface Countable {
  /** Those that are named so. */
  readonly counts: readonly Column[];
  /** The one that is named as a weight. */
  readonly weight: Column | undefined;
  /** Other numbers from 0. */
  readonly others: readonly Column[];
  /** The columns of what people were shown. */
  readonly x: readonly Column[];
  /** Whether some x and y are in several rows. */
  readonly pairsRepeat: boolean;
  readonly given: GivenReading;
}

interface CountColumns {
  readonly evidence: TableDescription["evidence"];
  readonly doubts: TableDescription["doubts"];
  readonly count?: string | undefined;
  readonly weight?: string | undefined;
}

/**
 * The column that counts people and the one that weighs rows. The number of all who answered an x
 * counts nobody who gave a label. Whole numbers beside pairs that each stand once, as in a list of
 * edges, count people; the weights of a survey have fractions, or pairs that repeat.
 */
export function countColumn(countable: Countable): CountColumns {
  const { counts, weight, others, x, pairsRepeat, given } = countable;
  const weighed = given.weight ?? weight?.name;
  if (given.count !== undefined) {
    return { count: given.count || undefined, weight: weighed, evidence: [], doubts: [] };
  }
  const total = findGroupTotal([...counts, ...others], x)?.total;
  const named = counts.filter((column) => column !== total);
  const unnamed = others.filter((column) => column !== total);
  if (named.length === 1) {
    return { count: named[0]!.name, weight: weighed, evidence: [], doubts: [] };
  }
  const shared = total === undefined ? undefined : countedShare(total, unnamed);
  if (named.length === 0 && total !== undefined && shared !== undefined) {
    const evidence = `${shared.count.name} divided by ${total.name} is ${shared.share.name}`;
    return { count: shared.count.name, weight: weighed, evidence: [evidence], doubts: [] };
  }
  if (named.length === 0 && weight !== undefined && areCounts(weight, pairsRepeat)) {
    const evidence = `The numbers of ${weight.name} are whole, and each pair stands once, as counts do`;
    return { count: weight.name, weight: given.weight, evidence: [evidence], doubts: [] };
  }
  const either = named.length > 1 ? named : unnamed;
  const only = either.length === 1 ? { value: either[0]!.name } : {};
  const readings: Reading[] = [
    { option: "count", ...only },
    { option: "count", value: false },
  ];
  const says = `${listed(either, "or")} may count people`;
  return { weight: weighed, evidence: [], doubts: either.length === 0 ? [] : [{ says, readings }] };
}

/** A warning where points in the numbers of people may separate thousands. */
export function pointsInCount(column: Column | undefined): Sentence[] {
  const texts = [...(column?.values.keys() ?? [])];
  const example = texts.find((text) => text.includes("."));
  const isPlain = texts.some((text) => /[,%]/.test(text)) || numberStyle(texts) !== "unclear";
  if (column === undefined || example === undefined || isPlain) return [];
  return [
    `${column.name} has ${example} beside whole numbers: a point is read as that of a fraction, and if it separates thousands, take it out`,
  ];
}

function areCounts({ kind, isWhole }: Column, pairsRepeat: boolean): boolean {
  return kind === "number" && isWhole && !pairsRepeat;
}

/** The column of counts whose shares of the total another column holds. */
function countedShare(
  total: Column,
  columns: readonly Column[],
): { readonly count: Column; readonly share: Column } | undefined {
  const sums = numbersOf(total);
  for (const count of columns.filter(({ isWhole }) => isWhole)) {
    const shares = numbersOf(count).map((number, row) => number / sums[row]!);
    const share = columns.find((column) => {
      const numbers = numbersOf(column);
      return column !== count && shares.every((one, row) => isClose(numbers[row]!, one));
    });
    if (share !== undefined) return { count, share };
  }
  return undefined;
}

/** Whether a number is a share, as a fraction or in percent, within its rounding. */
function isClose(number: number, share: number): boolean {
  return Math.abs(number - share) < 0.006 || Math.abs(number - 100 * share) < 0.6;
}
