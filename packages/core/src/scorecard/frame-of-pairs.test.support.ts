import { type Frame, frameBuilder, type PairTerms } from "../frame/index.ts";
import type { Context } from "../types.ts";
import { scorecard } from "./scorecard.ts";
import type { Scored } from "./scored.ts";

/** One row: an estimate beside people's numbers. */
export interface KnownPair {
  readonly estimate: PairTerms;
  readonly truth: PairTerms;
  /** An x and a label of its own if not given. */
  readonly keys?: {
    readonly context?: Context | undefined;
    readonly x: string;
    readonly y: string;
  };
  readonly people?: number;
}

/** The frame of rows of one method. */
export function frameOfPairs(pairs: readonly KnownPair[]): Frame {
  const builder = frameBuilder(["method"]);
  for (const [i, { estimate, truth, keys, people }] of pairs.entries()) {
    builder.add({
      x: `x${i}`,
      y: `y${i}`,
      ...keys,
      truth,
      people,
      estimates: [estimate],
    });
  }
  return builder.build();
}

/** The scores of rows of one method. */
export function scoresOf(pairs: readonly KnownPair[]): Scored | undefined {
  return scorecard(frameOfPairs(pairs)).columns[0];
}
