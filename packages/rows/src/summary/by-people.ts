import type { Frame } from "@promptnce/core/frame";
import type { BaseRateAdvice } from "@promptnce/core/repeats";
import { type Scored, scorecard } from "@promptnce/core/scorecard";
import { baseRateByPeople } from "./base-rate-by-people.ts";

/** What people's numbers say about a method's estimates. */
export interface ByPeople {
  /**
   * The base rate that people's counts advise, for a method that elicits its own; absent if they do
   * not tell.
   */
  readonly baseRates?: BaseRateAdvice;
  readonly scores?: Scored | undefined;
}

/** How the methods of a frame's columns are judged. */
interface JudgingOptions {
  /** Whether each column's method elicits its base rate. */
  readonly elicited: readonly boolean[];
  /** Whether the frame has all pairs. */
  readonly isWhole: boolean;
  /** The place of each label, where labels have an order. */
  readonly order: ReadonlyMap<string, number> | undefined;
}

/** What people's numbers say about the estimates of each column. */
export function byPeople(frame: Frame, { elicited, isWhole, order }: JudgingOptions): ByPeople[] {
  const { columns } = scorecard(frame, { order, withoutDistances: !isWhole });
  return columns.map((scores, column) => {
    const baseRates = elicited[column] ? baseRateByPeople(frame, column) : undefined;
    return { ...(baseRates && { baseRates }), scores };
  });
}
