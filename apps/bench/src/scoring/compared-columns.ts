import type { FrameTerms } from "@promptnce/core/frame";
import type { MethodColumn, ScoredPairs } from "../study/study-frame.ts";

/** A column of a block, and its part in the comparison. */
export interface ComparedColumn {
  readonly column: MethodColumn;
  /** The term of the column that is ranked. */
  readonly estimated: keyof FrameTerms;
  /** The index of the baseline with the same marginal; that of a baseline is its own. */
  readonly baseline?: number | undefined;
  /** Whether the column is shown but not compared. */
  readonly ceiling?: boolean | undefined;
  /** Whether, in addition, the pairs that it lacks stay in the comparison of the others. */
  readonly beside?: boolean | undefined;
}

/** Columns that are compared with each other, as data that a thread can be sent. */
export interface ComparedColumns extends ScoredPairs {
  readonly columns: readonly ComparedColumn[];
  /** The minimum number of scored items for {@link isEnough}. */
  readonly least?: number | undefined;
  readonly withSlopes?: boolean;
}
