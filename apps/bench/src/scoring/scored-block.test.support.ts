import { frameKeys } from "@promptnce/core/frame";
import type { ComparedColumns } from "./compared-columns.ts";
import { blockScores, type Score } from "./score-block.ts";

/** A pair with its estimate. Without a label, pairs are labels themselves. */
export interface TestPair {
  readonly truth: number;
  readonly estimate: number | undefined;
  readonly x?: string;
  readonly label?: string;
  readonly marginal?: number;
  readonly levels?: { readonly x: number; readonly label: number };
  readonly labelsOfX?: number;
}

interface BlockOptions {
  readonly ceilings?: ReadonlySet<number>;
  readonly beside?: ReadonlySet<number>;
  /** The index of each column's baseline; −1 if there is none. */
  readonly baselineOf?: readonly number[];
  readonly least?: number;
}

/** A text that is in the order of its number. */
export const numbered = (i: number): string => String(i).padStart(4, "0");

/** Columns of the same pairs as a block. */
export function blockOf(
  columns: readonly (readonly TestPair[])[],
  { ceilings, beside, baselineOf = [], least }: BlockOptions = {},
): ComparedColumns {
  const pairs = columns[0] ?? [];
  const numbers = (of: (pair: TestPair) => number | undefined) => (list: readonly TestPair[]) =>
    Float64Array.from(list, (pair) => of(pair) ?? Number.NaN);
  const truth = numbers((pair) => pair.truth)(pairs);
  const none = truth.map(() => Number.NaN);
  const isOfLabels = pairs[0]?.label === undefined;
  const marginal = isOfLabels ? truth : numbers((pair) => pair.marginal ?? 0.5)(pairs);
  const level = (of: "x" | "label") => numbers(({ levels }) => levels?.[of])(pairs);
  const sampled = {
    labelsOfX: Uint32Array.from(pairs, (pair) => pair.labelsOfX ?? 1),
    levels: { x: level("x"), label: level("label") },
  };
  return {
    term: isOfLabels ? "marginal" : "pmi",
    frame: {
      pairs: pairs.length,
      keys: frameKeys(
        pairs.map(({ x, label }, i) => ({ x: x ?? numbered(i), y: label ?? numbered(i) })),
      ),
      truth: { conditional: none, marginal, pmi: truth },
      columns: [],
    },
    ...(pairs[0]?.levels && { sampled }),
    least,
    columns: columns.map((column, m) => {
      const values = numbers(({ estimate }) => estimate)(column);
      const baseline = baselineOf[m] ?? -1;
      return {
        column: { name: `${m}`, averaged: 0, conditional: none, marginal: values, pmi: values },
        estimated: isOfLabels ? "marginal" : "pmi",
        ceiling: ceilings?.has(m),
        beside: beside?.has(m),
        ...(baseline >= 0 && { baseline }),
      };
    }),
  };
}

/** The scores of columns of the same pairs. */
export function scoreBlock(
  columns: readonly (readonly TestPair[])[],
  options: BlockOptions = {},
): Score[] {
  return blockScores([blockOf(columns, options)])[0]!;
}
