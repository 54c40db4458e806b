import { type Resampling, rhoDifference, type RhoDifference } from "@promptnce/core/scorecard";
import type { RecordedReplies } from "./data/recorded-replies.ts";
import { frameOfWays } from "./recorded-frame.ts";

/** ρ of P(y|x) when a model is asked for masses minus that of another way, over the pairs of both. */
export interface WayDifference extends RhoDifference {
  readonly model: string;
  /** The other way of asking. */
  readonly way: string;
}

/** Compares asking for masses with each other way of asking the same model. */
export function compareWays(
  all: readonly RecordedReplies[],
  resampling: Resampling,
): WayDifference[] {
  const verbal = new Map(
    all.filter(({ way }) => way === "verbal").map((replies) => [replies.model, replies]),
  );
  return all
    .filter(({ model, way }) => way !== "verbal" && verbal.has(model))
    .flatMap((other) => {
      const { model, way, unit } = other;
      const options = { ...resampling, unit, term: "conditional" as const };
      const found = rhoDifference(frameOfWays(verbal.get(model)!, other), [0, 1], options);
      return found ? [{ model, way, ...found }] : [];
    });
}
