import type { Measurement } from "@promptnce/report";

/**
 * The paper's models, with those used for GEM last. Their values are printed beside ours, never
 * recomputed.
 */
export const paperModels = {
  claude: "Claude Sonnet 4",
  gpt: "GPT-5.2",
  llama8b: "Llama 3.1 8B",
  llama70b: "Llama 3.1 70B",
} as const;

/** The paper's results for each model; a string has no standard error. */
export type PrintedResults = Partial<Record<keyof typeof paperModels, Measurement>>;

/** Keyed by task (or another subject of a column), then by row name. */
export type PrintedTable = Readonly<Record<string, Readonly<Record<string, PrintedResults>>>>;

/** The models that have any of these printed values, in the paper's order. */
export function printedModels(
  all: readonly (PrintedResults | undefined)[],
): (keyof PrintedResults)[] {
  const keys = Object.keys(paperModels) as (keyof PrintedResults)[];
  return keys.filter((key) => all.some((printed) => printed?.[key]));
}

/**
 * The printed values by column, from a table of the paper with one row per method; `undefined`
 * where it printed none.
 */
export function printedTable(
  rows: Readonly<Record<string, readonly (PrintedResults | undefined)[]>>,
  columns: readonly string[] = ["words", "chaosnli", "goemotions"],
): PrintedTable {
  const cellsOf = (place: number) =>
    Object.entries(rows).flatMap(([row, cells]) =>
      cells[place] ? [[row, cells[place]] as const] : [],
    );
  return Object.fromEntries(
    columns.map((column, place) => [column, Object.fromEntries(cellsOf(place))]),
  );
}

/**
 * A value and its standard error for each of the paper's columns: GPT-5.2, then Claude Sonnet 4.
 */
export function both(
  gpt: number,
  gptError: number,
  claude: number,
  claudeError: number,
): PrintedResults {
  return { gpt: pm(gpt, gptError), claude: pm(claude, claudeError) };
}

/** The values of the same columns if printed without standard errors. */
export function two(gpt: number, claude: number): PrintedResults {
  return { gpt: pm(gpt), claude: pm(claude) };
}

/**
 * The paper's GEM values, which need open weights: for the small model and, if printed, the large
 * one.
 */
export function llama(
  small: number,
  smallError: number,
  large?: number,
  largeError?: number,
): PrintedResults {
  return {
    llama8b: pm(small, smallError),
    ...(large !== undefined && { llama70b: pm(large, largeError) }),
  };
}

/** A value that the paper shows for Claude Sonnet 4 only. */
export function claude(value: number, standardError?: number): PrintedResults {
  return { claude: pm(value, standardError) };
}

function pm(value: number, standardError?: number): Measurement {
  return { value, standardError };
}
