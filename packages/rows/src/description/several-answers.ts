import type { Column } from "./column.ts";
import { shortened } from "./column-names.ts";
import type { Doubt } from "./table-description.ts";

/** Several answers in a cell, and how they are written. */
export interface SeveralAnswers {
  readonly notation: SeveralNotation;
  /** A cell that holds several. */
  readonly cell: string;
  /** What its answers are. */
  readonly answers: readonly string[];
}

/**
 * `list`: a list of a program, such as `["a", "b"]` or `['a', 'b']`; `object`: one of names and
 * values, such as `{"Anna": "a"}`; otherwise what parts the answers.
 */
export type SeveralNotation = "list" | "object" | ";" | "|" | "," | "/" | "\n" | "\t" | "+" | "&";

/** What people put between answers, the most certain first. */
const SEPARATORS = [";", "|", "\n", "\t", ",", "/", "+", "&"] as const;

/** The share of cells that must be written alike. */
const MOST = 0.95;

/**
 * The several answers in the cells of a column, with an example; `undefined` if each cell seems to
 * hold one. Lists and objects show themselves. Separators are believed where the parts of cells
 * recur: also alone, or in other combinations.
 */
export function severalAnswers({ values }: Pick<Column, "values">): SeveralAnswers | undefined {
  const cells = [...values.keys()];
  const { list, object } = notations(cells);
  if (list !== undefined) return list;
  if (object !== undefined) return object;
  return SEPARATORS.map((separator) => separated(cells, separator)).find((one) => one);
}

/** Lists and objects, if nearly all cells are such. */
function notations(cells: readonly string[]): {
  readonly list?: SeveralAnswers | undefined;
  readonly object?: SeveralAnswers | undefined;
} {
  const isMost = (pattern: RegExp): boolean =>
    cells.filter((cell) => pattern.test(cell)).length >= Math.max(1, MOST * cells.length);
  const example = (of: (cell: string) => readonly string[], notation: SeveralNotation) => {
    const cell = cells.find((one) => of(one).length > 1) ?? cells[0]!;
    return { notation, cell, answers: of(cell) };
  };
  if (isMost(LIST)) return { list: example(inList, "list") };
  if (isMost(OBJECT)) return { object: example(inObject, "object") };
  return {};
}

const LIST = /^(?:\[[^]*\]|\([^]*,[^]*\)|\{\s*['"][^:]*\}|\{\s*\})$/;
const OBJECT = /^\{\s*(?:['"][^'"]*['"]|[\w-]+)\s*:[^]*\}$/;

/** The items of a list as JSON, Python, NumPy or R write it. */
function inList(cell: string): string[] {
  const inside = cell.slice(1, -1);
  const quoted = [...inside.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g)];
  if (quoted.length > 0) return quoted.map(([, double, single]) => double ?? single ?? "");
  return inside.split(/\s*[,;\s]\s*/).filter((item) => item !== "");
}

/** The keys and values of an object. */
function inObject(cell: string): string[] {
  const entry = /(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*:\s*(?:"([^"]*)"|'([^']*)'|([^,}]*))/g;
  return [...cell.matchAll(entry)].map((found) => {
    const [, a, b, c, d, e, f] = found;
    return `${a ?? b ?? c ?? ""}: ${(d ?? e ?? f ?? "").trim()}`;
  });
}

/** The fewest cells with several answers that show a habit. */
const CELLS = 2;

function separated(
  cells: readonly string[],
  separator: (typeof SEPARATORS)[number],
): SeveralAnswers | undefined {
  const parted = cells.map((cell) => partsOf(cell, separator));
  const several = parted.filter((parts) => parts.length > 1);
  if (several.length < CELLS) return undefined;
  const inCells = new Map<string, number>();
  for (const parts of parted) {
    for (const part of new Set(parts)) {
      inCells.set(part, (inCells.get(part) ?? 0) + 1);
    }
  }
  const all = several.flat();
  const recurring = all.filter((part) => (inCells.get(part) ?? 0) > 1);
  const isVocabulary = inCells.size <= Math.max(cells.length, 4) && inCells.size < all.length;
  if (recurring.length < RECUR * all.length || !isVocabulary) return undefined;
  if (!variesAlone(parted)) return undefined;
  const cell = cells.find((one) => partsOf(one, separator).length > 1) ?? "";
  return { notation: separator, cell, answers: partsOf(cell, separator) };
}

/** The share of parts that must recur in other cells. */
const RECUR = 0.8;

/**
 * Whether parts come together in more than one way, unlike `Bonn, Germany`, whose second part only
 * says more of the first: some part leads one cell and follows in another, or stands alone.
 */
function variesAlone(parted: readonly (readonly string[])[]): boolean {
  const leading = new Set(parted.map(([first]) => first));
  const following = new Set(parted.flatMap((parts) => parts.slice(1)));
  return [...following].some((part) => leading.has(part));
}

/** The parts of a cell: a comma may have a blank behind it, other separators on both sides. */
function partsOf(cell: string, separator: string): string[] {
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The doubt whether the cells of a column of labels hold several. */
export function severalDoubt(column: Column): Doubt | undefined {
  const several = severalAnswers(column);
  if (several === undefined) return undefined;
  const parts = several.answers.map((answer) => JSON.stringify(shortened(answer))).join(" and ");
  const says = `${shortened(column.name)} seems to hold several answers in a cell: ${shortened(several.cell)} is ${parts}`;
  return {
    says,
    readings: [
      { option: "several", value: true },
      { option: "several", value: false },
    ],
  };
}
